//! Pass keys, of which only hashes are kept. People choose them, so each try is slow on purpose and takes 19 MiB.
//!
//! As many buffers as hashes may be made at once are allocated, and are used again and again: an allocator
//! that gets such blocks back from many threads keeps them all.

use std::sync::{Arc, Mutex, PoisonError};

use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::phc::{Output, ParamsString, PasswordHash, Salt},
};
use subtle::ConstantTimeEq;

use crate::{
    address::Address,
    secrets,
    workers::{Busy, Turn, Urgency, Workers},
};

const SALT_BYTES: usize = 16;

/// Hashes pass keys, a few at once.
pub(crate) struct PassKeys {
    workers: Workers,
    /// The buffers that are not in use. There are never more than hashes at once.
    buffers: Arc<Mutex<Vec<Vec<Block>>>>,
}

/// The turn of an address to have one pass key hashed.
pub(crate) struct Hashing {
    turn: Turn,
    buffers: Arc<Mutex<Vec<Vec<Block>>>>,
}

impl PassKeys {
    /// So many at once, while no more than so many of one address wait.
    pub(crate) fn new(at_once_max: usize, per_address_max: usize) -> Self {
        Self {
            workers: Workers::new("pass-key", at_once_max, per_address_max),
            buffers: Arc::default(),
        }
    }

    /// Waits for the turn of an address.
    pub(crate) async fn turn(&self, from: Address) -> Result<Hashing, Busy> {
        let turn = self.workers.turn(from.into(), Urgency::Asking).await?;
        Ok(Hashing {
            turn,
            buffers: self.buffers.clone(),
        })
    }
}

impl Hashing {
    /// What is kept of a pass key.
    pub(crate) async fn hash(self, key: String) -> Option<String> {
        self.with_buffer(move |buffer| hash(&key, buffer)).await
    }

    /// Whether a pass key is the one that a hash was made of.
    pub(crate) async fn check(self, key: String, hash: String) -> bool {
        let fits = self.with_buffer(move |buffer| is_of(&key, &hash, buffer));
        fits.await.unwrap_or(false)
    }

    async fn with_buffer<T: Send + 'static>(
        self,
        work: impl FnOnce(&mut Vec<Block>) -> Option<T> + Send + 'static,
    ) -> Option<T> {
        let buffers = self.buffers;
        let done = self.turn.run(move || {
            let lock = || buffers.lock().unwrap_or_else(PoisonError::into_inner);
            let mut buffer = lock().pop().unwrap_or_default();
            let done = work(&mut buffer);
            lock().push(buffer);
            done
        });
        done.await.flatten()
    }
}

fn hash(key: &str, buffer: &mut Vec<Block>) -> Option<String> {
    let argon2 = Argon2::default();
    let salt: [u8; SALT_BYTES] = secrets::random();
    let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
    digest(&argon2, key, &salt, &mut output, buffer)?;
    let hash = PasswordHash {
        algorithm: Algorithm::default().ident(),
        version: Some(Version::default().into()),
        params: ParamsString::try_from(argon2.params()).ok()?,
        salt: Some(Salt::new(&salt).ok()?),
        hash: Some(Output::new(&output).ok()?),
    };
    Some(hash.to_string())
}

/// None of what is no hash.
fn is_of(key: &str, hash: &str, buffer: &mut Vec<Block>) -> Option<bool> {
    let hash = PasswordHash::new(hash).ok()?;
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
    let version = hash.version.map(Version::try_from).transpose().ok()?;
    let params = Params::try_from(&hash).ok()?;
    let argon2 = Argon2::new(algorithm, version.unwrap_or_default(), params);
    let expected = hash.hash?;
    let mut output = [0; Output::MAX_LENGTH];
    let output = output.get_mut(..expected.len())?;
    digest(&argon2, key, &hash.salt?, output, buffer)?;
    Some(output.ct_eq(expected.as_bytes()).into())
}

fn digest(
    argon2: &Argon2<'_>,
    key: &str,
    salt: &[u8],
    output: &mut [u8],
    buffer: &mut Vec<Block>,
) -> Option<()> {
    let blocks = argon2.params().block_count();
    // A hash of an imported journal may ask for more than ours, and that is not kept.
    let mut larger = Vec::new();
    let buffer = if blocks > Params::default().block_count() {
        &mut larger
    } else {
        buffer
    };
    let missing = blocks.saturating_sub(buffer.len());
    // It may ask for more than the machine has, too.
    buffer.try_reserve_exact(missing).ok()?;
    buffer.resize(buffer.len().max(blocks), Block::new());
    let hashed =
        argon2.hash_password_into_with_memory(key.as_bytes(), salt, output, &mut buffer[..blocks]);
    hashed.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_key_is_hashed_with_salt_and_slowly() {
        let mut buffer = Vec::new();
        let [one, other] = [(); 2].map(|()| hash("sesame", &mut buffer).unwrap());
        let form = "$argon2id$v=19$m=19456,t=2,p=1$";
        assert!(one.starts_with(form) && other.starts_with(form) && one != other);
        let mut check = |key, hash: &str| is_of(key, hash, &mut buffer);
        assert_eq!(check("sesame", &one), Some(true));
        assert_eq!(check("sesame", &other), Some(true));
        assert_eq!(check("Sesame", &one), Some(false));
        assert_eq!(check("sesame", "no hash"), None);
        assert_eq!(buffer.len(), 19_456);
    }

    /// One was made by raum 0.1.0, the other in the way in which it made them.
    #[test]
    fn hashes_that_were_made_before_still_fit() {
        use argon2::password_hash::PasswordHasher;
        let mut buffer = Vec::new();
        let before = Argon2::default().hash_password(b"sesame").unwrap();
        assert_eq!(
            is_of("sesame", &before.to_string(), &mut buffer),
            Some(true)
        );
        let kept = "$argon2id$v=19$m=19456,t=2,p=1$RAJBuwh+Qew4PaTtNUmFOQ$A4xQseZ3pXNEDgGQiV6Kvce+VAN0xZMvyXRH9eGwxZ8";
        assert_eq!(is_of("sesame", kept, &mut buffer), Some(true));
        assert_eq!(is_of("open", kept, &mut buffer), Some(false));
    }

    /// And those libraries can read what is made now.
    #[test]
    fn hashes_are_in_the_common_form() {
        use argon2::password_hash::PasswordVerifier;
        let made = hash("sesame", &mut Vec::new()).unwrap();
        let made = PasswordHash::new(&made).unwrap();
        assert!(Argon2::default().verify_password(b"sesame", &made).is_ok());
    }

    #[tokio::test]
    async fn there_are_no_more_buffers_than_hashes_at_once() {
        let pass_keys = PassKeys::new(2, 10);
        let from = Address::from(std::net::IpAddr::from([192, 0, 2, 1]));
        let hashes = (0..8).map(async |_| {
            let hashing = pass_keys.turn(from).await.unwrap();
            hashing.hash("sesame".to_owned()).await.unwrap()
        });
        let hashes = futures_util::future::join_all(hashes).await;
        assert_eq!(hashes.len(), 8);
        let buffers = pass_keys.buffers.lock().unwrap();
        assert!((1..=2).contains(&buffers.len()), "{}", buffers.len());
    }
}
