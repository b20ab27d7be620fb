//! What nobody can guess: random numbers, the tokens of seats, and pass keys. Only hashes are ever kept.

use std::fmt::Write;

use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Digits that cannot be mistaken for each other, by Crockford: 5 bits each.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// 130 bits.
const TOKEN_CHARS: usize = 26;

/// A token to own a seat with.
pub(crate) fn token() -> String {
    let bytes: [u8; TOKEN_CHARS] = random();
    bytes
        .iter()
        .map(|byte| char::from(DIGITS[usize::from(byte % 32)]))
        .collect()
}

/// Whether a text could be a token: as long as ours at least, and not without end.
pub(crate) fn is_token(text: &str) -> bool {
    (TOKEN_CHARS..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A number that nobody can guess.
pub(crate) fn random_number() -> u64 {
    u64::from_le_bytes(random())
}

/// What is kept of a token. A token is random, so a quick hash will do.
pub(crate) fn token_hash(token: &str) -> String {
    let mut hash = String::new();
    for byte in Sha256::digest(token) {
        write!(hash, "{byte:02x}").ok();
    }
    hash
}

/// Whether two hashes are the same, without telling by the time it takes how far they are.
pub(crate) fn same_hash(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

/// What is kept of a pass key. People choose them, so trying has to be slow.
pub(crate) fn pass_key_hash(key: &str) -> Option<String> {
    let hash = Argon2::default().hash_password(key.as_bytes()).ok()?;
    Some(hash.to_string())
}

/// Whether a pass key is the one that a hash was made of.
pub(crate) fn is_pass_key(key: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|hash| {
        Argon2::default()
            .verify_password(key.as_bytes(), &hash)
            .is_ok()
    })
}

#[expect(
    clippy::expect_used,
    reason = "without randomness nothing here is safe, and no operating system is without"
)]
fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}
