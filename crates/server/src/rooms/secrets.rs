//! What nobody can guess: random numbers and the tokens of seats. Only hashes are ever kept.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// Digits that cannot be mistaken for each other, by Crockford: 5 bits each.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// 130 bits.
const TOKEN_CHARS: usize = 26;

/// 50 bits: more than anybody can try in the few minutes that a code lasts.
const TRANSFER_CODE_CHARS: usize = 10;

/// A token to own a seat with.
pub(crate) fn token() -> String {
    digits::<TOKEN_CHARS>()
}

/// A code to take a seat to another device with.
pub(crate) fn transfer_code() -> String {
    digits::<TRANSFER_CODE_CHARS>()
}

/// What is kept of a transfer code, as a person may have typed it.
pub(crate) fn transfer_code_hash(code: &str) -> String {
    let digits = code.chars().filter(|char| !matches!(char, ' ' | '-'));
    let meant: String = digits
        .take(2 * TRANSFER_CODE_CHARS)
        .map(|char| match char.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            char => char,
        })
        .collect();
    token_hash(&meant)
}

fn digits<const N: usize>() -> String {
    let bytes: [u8; N] = random();
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

#[expect(
    clippy::expect_used,
    reason = "without randomness nothing here is safe, and no operating system is without"
)]
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_random_and_known_by_its_hash() {
        let [one, other] = [token(), token()];
        assert!(is_token(&one) && one != other);
        // 5 bits each.
        assert!(one.len() * 5 >= 128);
        assert_eq!(token_hash(&one), token_hash(&one));
        assert_ne!(token_hash(&one), token_hash(&other));
        assert!(!token_hash(&one).contains(&one));
    }

    #[test]
    fn a_transfer_code_may_be_typed_as_people_do() {
        let hash = transfer_code_hash("01ABC23DEF");
        for typed in ["01abc23def", "OLABC-23DEF", " 0iabc 23 def"] {
            assert_eq!(transfer_code_hash(typed), hash, "{typed}");
        }
        assert_ne!(transfer_code_hash("01ABC23DEG"), hash);
        let code = transfer_code();
        assert_eq!(token_hash(&code), transfer_code_hash(&code));
    }
}
