//! Random numbers, seat tokens and transfer codes. Only their hashes are stored.

use std::cell::RefCell;

use data_encoding::HEXLOWER;
use raum_journal::CROCKFORD;
use sha2::{Digest, Sha256};

/// 130 bits.
const TOKEN_CHARS: usize = 26;

/// 50 bits: more than anyone can try before a code expires.
const TRANSFER_CODE_CHARS: usize = 10;

/// A new seat token.
pub(crate) fn token() -> String {
    digits::<TOKEN_CHARS>()
}

/// A new code that transfers a seat to another device.
pub(crate) fn transfer_code() -> String {
    digits::<TRANSFER_CODE_CHARS>()
}

/// The stored hash of a transfer code, which a person may have typed with other separators, case or look-alikes.
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
        .map(|byte| char::from(CROCKFORD[usize::from(byte % 32)]))
        .collect()
}

/// Whether a text can be a seat token: at least as long as ours, and bounded.
pub(crate) fn is_token(text: &str) -> bool {
    (TOKEN_CHARS..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

thread_local! {
    /// Random numbers that no caller has had yet: one request to the system gives many.
    static SPARE: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// A number that cannot be guessed.
pub(crate) fn random_number() -> u64 {
    SPARE.with_borrow_mut(|spare| {
        spare.pop().unwrap_or_else(|| {
            let bytes: [u8; 512] = random();
            let (numbers, _) = bytes.as_chunks();
            spare.extend(numbers[1..].iter().copied().map(u64::from_le_bytes));
            u64::from_le_bytes(numbers[0])
        })
    })
}

/// The stored hash of a token. A token is random, so a fast hash is enough.
pub(crate) fn token_hash(token: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(token))
}

#[expect(
    clippy::expect_used,
    reason = "no supported operating system lacks randomness, and nothing is safe without it"
)]
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn tokens_are_random_and_their_hashes_do_not_reveal_them() {
        let [one, other] = [token(), token()];
        assert!(is_token(&one) && one != other);
        // 5 bits each.
        assert!(one.len() * 5 >= 128);
        assert_eq!(token_hash(&one), token_hash(&one));
        assert_ne!(token_hash(&one), token_hash(&other));
        assert!(!token_hash(&one).contains(&one));
    }

    #[test]
    fn no_random_number_comes_twice() {
        let numbers: HashSet<_> = (0..1000).map(|_| random_number()).collect();
        assert_eq!(numbers.len(), 1000);
    }

    #[test]
    fn a_transfer_code_is_read_as_people_type_it() {
        let hash = transfer_code_hash("01ABC23DEF");
        for typed in ["01abc23def", "OLABC-23DEF", " 0iabc 23 def"] {
            assert_eq!(transfer_code_hash(typed), hash, "{typed}");
        }
        assert_ne!(transfer_code_hash("01ABC23DEG"), hash);
        let code = transfer_code();
        assert_eq!(token_hash(&code), transfer_code_hash(&code));
    }
}
