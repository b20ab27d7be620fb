//! Reads lines of bounded length.

use std::io::{self, BufRead, Read};

/// Reads a line without its line feed; `false` at the end of the input. Truncates an oversized line to one byte more
/// than the limit and skips the rest.
pub(crate) fn read_line(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
    bytes_max: usize,
) -> io::Result<bool> {
    line.clear();
    let mut limited = input.take(bytes_max as u64 + 1);
    let bytes = limited.read_until(b'\n', line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > bytes_max {
        input.skip_until(b'\n')?;
    }
    Ok(bytes > 0)
}
