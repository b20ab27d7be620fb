//! `raum play` over https: a proxy in the test terminates TLS, as one does in front of a server.

use std::{net::SocketAddr, path::PathBuf, sync::Arc, thread};

use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::ring,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    },
};

use super::{
    Run,
    play::{Bot, engine},
    serve::Server,
};

fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    folder.join("tests/program/certificates").join(name)
}

/// Starts a proxy with this certificate, in front of a server. It ends with the tests.
fn proxy(certificate: &str, server: &Server) -> SocketAddr {
    let chain = vec![CertificateDer::from_pem_file(file(&format!("{certificate}.pem"))).unwrap()];
    let key = PrivateKeyDer::from_pem_file(file(&format!("{certificate}.key"))).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap();
    let upstream = server.address.clone();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(forward(
            listener,
            TlsAcceptor::from(Arc::new(config)),
            upstream,
        ));
    });
    address
}

async fn forward(listener: std::net::TcpListener, acceptor: TlsAcceptor, upstream: String) {
    let listener = TcpListener::from_std(listener).unwrap();
    while let Ok((stream, _)) = listener.accept().await {
        let (acceptor, upstream) = (acceptor.clone(), upstream.clone());
        tokio::spawn(async move {
            // Clients that do not trust the certificate end the handshake.
            let mut secured = acceptor.accept(stream).await.ok()?;
            let mut plain = TcpStream::connect(upstream).await.ok()?;
            tokio::io::copy_bidirectional(&mut secured, &mut plain)
                .await
                .ok()
        });
    }
}

/// Two programs play through a proxy with this certificate and trust that one.
fn play(certificate: &str, trusted: Option<&str>, host: &str) -> [Run; 2] {
    let server = Server::on_a_free_port();
    let room = server.open(&json!({"kind": "tictactoe"}));
    let port = proxy(certificate, &server).port();
    let link = format!("https://{host}:{port}/r/{room}");
    let trusted = trusted.map(|name| file(&format!("{name}.pem")));
    let trusted = trusted.as_ref().map(|path| path.to_str().unwrap());
    let options: Vec<_> = trusted
        .map(|path| ["--ca", path])
        .into_iter()
        .flatten()
        .collect();
    [(); 2]
        .map(|()| Bot::start(&link, &engine(100), &options))
        .map(Bot::end)
}

#[test]
fn programs_play_over_https() {
    let cases = [
        ("club", "club", "127.0.0.1"),
        ("club", "club", "localhost"),
        ("signed", "authority", "127.0.0.1"),
        ("signed", "signed", "127.0.0.1"),
    ];
    for (certificate, trusted, host) in cases {
        for run in play(certificate, Some(trusted), host) {
            assert_eq!(run.code, Some(0), "{certificate}, {trusted}: {run:?}");
            assert_eq!(run.output.lines().count(), 2, "{run:?}");
        }
    }
}

#[test]
fn a_certificate_that_is_not_trusted_is_refused() {
    let cases = [
        ("club", Some("other"), "127.0.0.1"),
        ("club", Some("authority"), "127.0.0.1"),
        // For another host name.
        ("other", Some("other"), "127.0.0.1"),
        ("signed", Some("signed"), "localhost"),
        ("expired", Some("expired"), "127.0.0.1"),
    ];
    for (certificate, trusted, host) in cases {
        for run in play(certificate, trusted, host) {
            assert_eq!(
                (run.code, &*run.output),
                (Some(1), ""),
                "{certificate}: {run:?}"
            );
            let sentence = format!("raum: the certificate of {host} is not trusted (");
            assert!(run.error.starts_with(&sentence), "{certificate}: {run:?}");
        }
    }
    // Without a file, the system decides, which may have no certificates at all.
    for run in play("club", None, "127.0.0.1") {
        assert_eq!((run.code, &*run.output), (Some(1), ""), "{run:?}");
        assert!(run.error.contains("certificate"), "{run:?}");
    }
}

#[test]
fn a_file_without_certificates_is_an_error() {
    for (name, sentence) in [
        ("nothing.pem", "cannot read "),
        ("club.key", "club.key is not a file of PEM certificates"),
    ] {
        let path = file(name);
        let options = ["--ca", path.to_str().unwrap()];
        let run = Bot::start("https://127.0.0.1:1/r/K3V9", "cat", &options).end();
        assert_eq!((run.code, &*run.output), (Some(1), ""), "{run:?}");
        assert!(run.error.contains(sentence), "{run:?}");
    }
}
