//! The encodings that the page's files are kept in, and which of them a client takes.

use std::cmp::Reverse;

use axum::http::{HeaderMap, header::ACCEPT_ENCODING};

/// How a file's bytes are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Encoding {
    Brotli,
    /// Browsers ask for brotli by HTTPS only: this is for the others at home.
    Gzip,
    Identity,
}

impl Encoding {
    /// The smallest first.
    pub(super) const ALL: [Self; 3] = [Self::Brotli, Self::Gzip, Self::Identity];

    /// What HTTP calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
            Self::Identity => "identity",
        }
    }

    /// What the build of the page adds to the name of a file that it writes so.
    pub(super) fn suffix(self) -> &'static str {
        match self {
            Self::Brotli => ".br",
            Self::Gzip => ".gz",
            Self::Identity => "",
        }
    }

    /// How much a client wants it, in thousandths; 0 is not at all.
    fn weight(self, accept: &str) -> u16 {
        let listed = |name| {
            elements(accept).find_map(|(coding, weight)| {
                let same = str::eq_ignore_ascii_case(coding, name);
                same.then_some(weight)
            })
        };
        // Who refuses nothing takes a file as it is, though rather in an encoding that was asked for.
        let unlisted = u16::from(self == Self::Identity);
        listed(self.name())
            .or_else(|| listed("*"))
            .unwrap_or(unlisted)
    }
}

/// The encodings that the sender of a request takes, by RFC 9110, section 12.5.3: the one it wants most
/// first, and of those that it wants alike the smallest.
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

/// The codings in the header, each with its weight. One that cannot be read counts as not listed.
fn elements(accept: &str) -> impl Iterator<Item = (&str, u16)> {
    accept.split(',').filter_map(|element| {
        let (coding, weight) = match element.split_once(';') {
            None => (element, 1000),
            Some((coding, parameter)) => (coding, thousandths(parameter)?),
        };
        Some((coding.trim(), weight))
    })
}

/// The weight that a parameter such as `q=0.25` gives, in thousandths.
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
    fn what_is_wanted_most_comes_first() {
        let cases: &[(&[&str], &str)] = &[
            (&[], "identity"),
            (&[""], "identity"),
            (&["gzip, deflate, br, zstd"], "br gzip identity"),
            (&["gzip", "br"], "br gzip identity"),
            (&["GZip ; Q=1"], "gzip identity"),
            (&["deflate, zstd"], "identity"),
            // Weights come before sizes.
            (&["br;q=0.8, gzip"], "gzip br identity"),
            (&["br;q=0.25,gzip;q=0.3"], "gzip br identity"),
            (&["br;q=0.001"], "br identity"),
            (&["identity, br;q=0.9"], "identity br"),
            (&["identity;q=0.5, gzip;q=0.4"], "identity gzip"),
            (&["identity, gzip, br"], "br gzip identity"),
            // What is refused is not sent.
            (&["br;q=0, gzip;q=0.0"], "identity"),
            (&["gzip, identity;q=0"], "gzip"),
            (&["identity;q=0"], ""),
            (&["*;q=0"], ""),
            // The star is all that is not listed.
            (&["*"], "br gzip identity"),
            (&["gzip;q=0.5, *;q=0.1"], "gzip br identity"),
            (&["br;q=0, *"], "gzip identity"),
            (&["identity, *;q=0"], "identity"),
            // What cannot be read is as good as not there.
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
            let found: Vec<_> = accepted(&request).map(Encoding::name).collect();
            assert_eq!(found.join(" "), *expected, "{lines:?}");
        }
    }
}
