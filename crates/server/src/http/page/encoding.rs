//! The encodings of the page's files, and which of them a client accepts.

use std::cmp::Reverse;

use axum::http::{HeaderMap, header::ACCEPT_ENCODING};

/// An encoding of the page's files.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Encoding {
    /// The name in HTTP.
    pub(super) name: &'static str,
    /// The suffix that the page's build gives to files in this encoding.
    pub(super) suffix: &'static str,
}

impl Encoding {
    pub(super) const BROTLI: Self = Self::new("br", ".br");
    /// For plain HTTP, over which browsers do not accept brotli.
    pub(super) const GZIP: Self = Self::new("gzip", ".gz");
    pub(super) const IDENTITY: Self = Self::new("identity", "");

    /// Smallest first.
    const ALL: [Self; 3] = [Self::BROTLI, Self::GZIP, Self::IDENTITY];

    const fn new(name: &'static str, suffix: &'static str) -> Self {
        Self { name, suffix }
    }

    /// The client's preference in thousandths; 0 means not acceptable.
    fn weight(self, accept: &str) -> u16 {
        let listed = |name| {
            elements(accept).find_map(|(coding, weight)| {
                let same = str::eq_ignore_ascii_case(coding, name);
                same.then_some(weight)
            })
        };
        // Identity is acceptable unless it is excluded, but after every listed encoding.
        let unlisted = u16::from(self == Self::IDENTITY);
        listed(self.name)
            .or_else(|| listed("*"))
            .unwrap_or(unlisted)
    }
}

/// The encodings that the client accepts (RFC 9110, section 12.5.3), by preference and then by size.
pub(super) fn accepted(request: &HeaderMap) -> impl Iterator<Item = Encoding> + use<> {
    let lines: Vec<_> = request
        .get_all(ACCEPT_ENCODING)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .collect();
    let accept = lines.join(",");
    let mut weighed = Encoding::ALL.map(|encoding| (encoding.weight(&accept), encoding));
    weighed.sort_by_key(|(weight, _)| Reverse(*weight));
    weighed
        .into_iter()
        .filter(|(weight, _)| *weight > 0)
        .map(|(_, encoding)| encoding)
}

/// The codings in the header with their weights. An invalid one counts as not listed.
fn elements(accept: &str) -> impl Iterator<Item = (&str, u16)> {
    accept.split(',').filter_map(|element| {
        let (coding, weight) = match element.split_once(';') {
            None => (element, 1000),
            Some((coding, parameter)) => (coding, thousandths(parameter)?),
        };
        Some((coding.trim(), weight))
    })
}

/// The weight of a parameter such as `q=0.25`, in thousandths.
fn thousandths(parameter: &str) -> Option<u16> {
    let (name, value) = parameter.split_once('=')?;
    let (ones, digits) = value.trim().split_once('.').unwrap_or((value.trim(), ""));
    let is_weight = name.trim().eq_ignore_ascii_case("q")
        && matches!(ones, "0" | "1")
        && digits.len() <= 3
        && digits.bytes().all(|digit| digit.is_ascii_digit());
    let weight = format!("{ones}{digits:0<3}").parse().ok()?;
    (is_weight && weight <= 1000).then_some(weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_sorted_by_preference() {
        let cases: &[(&[&str], &str)] = &[
            (&[], "identity"),
            (&[""], "identity"),
            (&["gzip, deflate, br, zstd"], "br gzip identity"),
            (&["gzip", "br"], "br gzip identity"),
            (&["GZip ; Q=1"], "gzip identity"),
            (&["deflate, zstd"], "identity"),
            // Weights take precedence over sizes.
            (&["br;q=0.8, gzip"], "gzip br identity"),
            (&["br;q=0.25,gzip;q=0.3"], "gzip br identity"),
            (&["br;q=0.001"], "br identity"),
            (&["identity, br;q=0.9"], "identity br"),
            (&["identity;q=0.5, gzip;q=0.4"], "identity gzip"),
            (&["identity, gzip, br"], "br gzip identity"),
            // A weight of 0 excludes an encoding.
            (&["br;q=0, gzip;q=0.0"], "identity"),
            (&["gzip, identity;q=0"], "gzip"),
            (&["identity;q=0"], ""),
            (&["*;q=0"], ""),
            // The star stands for all encodings that are not listed.
            (&["*"], "br gzip identity"),
            (&["gzip;q=0.5, *;q=0.1"], "gzip br identity"),
            (&["br;q=0, *"], "gzip identity"),
            (&["identity, *;q=0"], "identity"),
            // Invalid elements are ignored.
            (&["gzip;q=2"], "identity"),
            (&["gzip;q=1.001"], "identity"),
            (&["gzip;q=-0.5, br;q=0.1234"], "identity"),
            (&["gzip;q=nan, br;q="], "identity"),
            (&["gzip;level=9, br;q"], "identity"),
            (&[",;,=,br;;,\u{e9}"], "identity"),
        ];
        for (lines, expected) in cases {
            let mut request = HeaderMap::new();
            for line in *lines {
                request.append(ACCEPT_ENCODING, line.parse().unwrap());
            }
            let found: Vec<_> = accepted(&request).map(|encoding| encoding.name).collect();
            assert_eq!(found.join(" "), *expected, "{lines:?}");
        }
    }
}
