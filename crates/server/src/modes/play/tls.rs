//! Which servers to trust: the system's certificates, or the ones in a file.

use std::{fs, path::Path, sync::Arc};

use anyhow::{Context, bail};
use tokio_rustls::rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
        verify_server_name,
    },
    crypto::ring,
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject},
    server::ParsedCertificate,
};

/// The settings of TLS that trust the certificates in this file, or without one the system's.
pub(super) fn config(file: Option<&Path>) -> anyhow::Result<Arc<ClientConfig>> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider.clone());
    let builder = builder
        .with_safe_default_protocol_versions()
        .context("cannot use TLS")?;
    let Some(file) = file else {
        let roots = system_roots()?;
        let config = builder.with_root_certificates(roots).with_no_client_auth();
        return Ok(Arc::new(config));
    };
    let trusted = read(file)?;
    let mut roots = RootCertStore::empty();
    for certificate in &trusted {
        let added = roots.add(certificate.clone());
        added.with_context(|| format!("a certificate in {} is invalid", file.display()))?;
    }
    let chains = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider);
    let verifier = Verifier {
        chains: chains.build().context("cannot use TLS")?,
        trusted,
    };
    let config = builder
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    Ok(Arc::new(config))
}

fn system_roots() -> anyhow::Result<RootCertStore> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    // Systems have certificates that are too old for TLS; the others are enough.
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        bail!("this system has no certificates: install them, or use --ca");
    }
    Ok(roots)
}

fn read(file: &Path) -> anyhow::Result<Vec<CertificateDer<'static>>> {
    let text = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let certificates = CertificateDer::pem_slice_iter(&text).collect::<Result<Vec<_>, _>>();
    match certificates {
        Ok(certificates) if !certificates.is_empty() => Ok(certificates),
        _ => bail!("{} is not a file of PEM certificates", file.display()),
    }
}

/// Trusts what the certificates in a file have signed, and these certificates themselves: the self-signed certificate of
/// a small server is often marked as an authority, which no chain may end with.
#[derive(Debug)]
struct Verifier {
    chains: Arc<WebPkiServerVerifier>,
    trusted: Vec<CertificateDer<'static>>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let verified =
            self.chains
                .verify_server_cert(certificate, intermediates, name, ocsp_response, now);
        match verified {
            // An expired certificate is refused even if it is in the file.
            Err(Error::InvalidCertificate(
                CertificateError::Expired
                | CertificateError::ExpiredContext { .. }
                | CertificateError::NotValidYet
                | CertificateError::NotValidYetContext { .. },
            )) => verified,
            Err(_) if self.trusted.iter().any(|trusted| trusted == certificate) => {
                verify_server_name(&ParsedCertificate::try_from(certificate)?, name)?;
                Ok(ServerCertVerified::assertion())
            }
            _ => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.chains
            .verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.chains
            .verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.chains.supported_verify_schemes()
    }
}
