//! Hashes pass keys; only the hashes are stored. People choose pass keys, so hashing is slow on purpose and takes 19 MiB.
//!
//! Successive hashes reuse buffers. The last one frees them.

use std::sync::{Arc, Mutex};

use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::phc::{Output, ParamsString, PasswordHash, Salt},
};
use raum_host::Denied;
use subtle::ConstantTimeEq;

use super::{Turn, Urgency, Workers, secrets};
use crate::{lock::lock, net::Address};

const SALT_BYTES: usize = 16;

/// How many KiB a buffer reserves: more than the 32 MiB above which glibc always maps a block separately and unmaps it
/// when it is freed. A smaller block might never be returned to the system. Unwritten pages take no memory.
const RESERVED_BLOCKS: usize = 32 * 1024 + 1;

/// Hashes a limited number of pass keys at once.
pub(crate) struct PassKeys {
    workers: Workers,
    buffers: Arc<Mutex<Buffers>>,
}

#[derive(Default)]
struct Buffers {
    /// Buffers that are not in use, at most one for each hash at once.
    free: Vec<Vec<Block>>,
    /// How many hashes run or wait for their turn.
    wanted: usize,
}

/// Keeps the buffers alive for a hash that runs or waits for its turn.
struct Wanted(Arc<Mutex<Buffers>>);

/// An address's turn to hash one pass key.
pub(crate) struct Hashing {
    turn: Turn,
    wanted: Wanted,
}

impl PassKeys {
    /// Runs `at_once_max` hashes at once, and lets `per_address_max` of one address wait.
    pub(crate) fn new(at_once_max: usize, per_address_max: usize) -> Self {
        Self {
            workers: Workers::new("pass-key", at_once_max, per_address_max),
            buffers: Arc::default(),
        }
    }

    /// Waits for an address's turn.
    pub(crate) async fn turn(&self, from: Address) -> Result<Hashing, Denied> {
        let wanted = Wanted::new(&self.buffers);
        let turn = self.workers.turn(Some(from), Urgency::Asking).await?;
        Ok(Hashing { turn, wanted })
    }
}

impl Wanted {
    fn new(buffers: &Arc<Mutex<Buffers>>) -> Self {
        let wanted = Self(buffers.clone());
        lock(&wanted.0).wanted += 1;
        wanted
    }
}

impl Drop for Wanted {
    fn drop(&mut self) {
        let mut buffers = lock(&self.0);
        buffers.wanted -= 1;
        if buffers.wanted == 0 {
            buffers.free.clear();
        }
    }
}

impl Hashing {
    /// The hash to store for a pass key.
    pub(crate) async fn hash(self, key: String) -> Option<String> {
        self.with_buffer(move |buffer| hash(&key, buffer)).await
    }

    /// Whether a pass key has this hash.
    pub(crate) async fn check(self, key: String, hash: String) -> bool {
        let fits = self.with_buffer(move |buffer| is_of(&key, &hash, buffer));
        fits.await.unwrap_or(false)
    }

    async fn with_buffer<T: Send + 'static>(
        self,
        work: impl FnOnce(&mut Vec<Block>) -> Option<T> + Send + 'static,
    ) -> Option<T> {
        let wanted = self.wanted;
        let done = self.turn.run(move || {
            let mut buffer = lock(&wanted.0).free.pop().unwrap_or_default();
            let done = work(&mut buffer);
            lock(&wanted.0).free.push(buffer);
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

/// Whether a pass key has this hash; none if the hash is malformed.
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
    // A hash in an imported journal may need a larger buffer than ours, which is not reused.
    let mut larger = Vec::new();
    let buffer = if blocks > Params::default().block_count() {
        &mut larger
    } else {
        buffer
    };
    let reserved = blocks.max(RESERVED_BLOCKS);
    // It may even need more than the machine has.
    buffer.try_reserve_exact(reserved - buffer.len()).ok()?;
    buffer.resize(buffer.len().max(blocks), Block::new());
    let hashed =
        argon2.hash_password_into_with_memory(key.as_bytes(), salt, output, &mut buffer[..blocks]);
    hashed.ok()
}

#[cfg(test)]
mod tests {
    use futures_util::poll;

    use super::*;

    #[test]
    fn a_pass_key_is_hashed_slowly_and_with_a_salt() {
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

    /// One hash was made by raum 0.1.0, the other with the library call that it used.
    #[test]
    fn older_hashes_still_fit() {
        use argon2::password_hash::PasswordHasher;
        let mut buffer = Vec::new();
        let before = Argon2::default().hash_password(b"sesame").unwrap();
        assert_eq!(
            is_of("sesame", &before.to_string(), &mut buffer),
            Some(true)
        );
        let stored = "$argon2id$v=19$m=19456,t=2,p=1$RAJBuwh+Qew4PaTtNUmFOQ$A4xQseZ3pXNEDgGQiV6Kvce+VAN0xZMvyXRH9eGwxZ8";
        assert_eq!(is_of("sesame", stored, &mut buffer), Some(true));
        assert_eq!(is_of("open", stored, &mut buffer), Some(false));
    }

    /// Other libraries can verify our hashes.
    #[test]
    fn hashes_are_in_the_phc_format() {
        use argon2::password_hash::PasswordVerifier;
        let made = hash("sesame", &mut Vec::new()).unwrap();
        let made = PasswordHash::new(&made).unwrap();
        assert!(Argon2::default().verify_password(b"sesame", &made).is_ok());
    }

    /// A waiting hash keeps the buffers alive until its turn comes or its client disconnects.
    #[tokio::test]
    async fn the_last_hash_frees_the_buffers() {
        let pass_keys = PassKeys::new(1, 10);
        let from = Address::from(std::net::IpAddr::from([192, 0, 2, 1]));
        let buffers = || {
            let buffers = pass_keys.buffers.lock().unwrap();
            (buffers.wanted, buffers.free.len())
        };
        let first = pass_keys.turn(from).await.unwrap();
        let mut second = Box::pin(pass_keys.turn(from));
        assert!(poll!(second.as_mut()).is_pending());
        first.hash("sesame".to_owned()).await.unwrap();
        assert_eq!(buffers(), (1, 1));
        drop(second);
        assert_eq!(buffers(), (0, 0));
    }

    #[tokio::test]
    async fn no_more_buffers_than_hashes_at_once() {
        let pass_keys = PassKeys::new(2, 10);
        let from = Address::from(std::net::IpAddr::from([192, 0, 2, 1]));
        let wanted = Wanted::new(&pass_keys.buffers);
        let hashes = (0..8).map(async |_| {
            let hashing = pass_keys.turn(from).await.unwrap();
            hashing.hash("sesame".to_owned()).await.unwrap()
        });
        let hashes = futures_util::future::join_all(hashes).await;
        assert_eq!(hashes.len(), 8);
        let buffers = lock(&wanted.0).free.len();
        assert!((1..=2).contains(&buffers), "{buffers}");
    }
}
