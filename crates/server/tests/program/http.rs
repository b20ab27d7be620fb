//! An HTTP client for tests. It sends and reads plain text.

use std::{
    fmt::Write as _,
    io::{Read, Write},
    net::TcpStream,
};

use serde_json::Value;

use super::serve::Server;

/// A response as it was received.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Answer {
    /// Reads a response until the server closes the connection.
    pub(crate) fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let answer = String::from_utf8(bytes).unwrap_or_else(|error| {
            let bytes = error.as_bytes();
            let text = String::from_utf8_lossy(bytes).into_owned();
            assert!(
                text.contains("\r\ncontent-type: image/png\r\n"),
                "not UTF-8: {text}"
            );
            text
        });
        let (head, body) = answer
            .split_once("\r\n\r\n")
            .unwrap_or_else(|| panic!("not an answer: {answer:?}"));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let mut answer = Self {
            status: status.unwrap_or_else(|| panic!("no status: {head}")),
            head: head.to_owned(),
            body: body.to_owned(),
        };
        if answer.header("transfer-encoding") == Some("chunked") {
            answer.body = without_chunks(body);
        }
        answer
    }

    /// The value of a header; case is ignored in its name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let (_, value) = lines.find(|(header, _)| header.eq_ignore_ascii_case(name))?;
        Some(value)
    }

    /// How often a header is in the response.
    pub(crate) fn count(&self, name: &str) -> usize {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .filter(|(header, _)| header.eq_ignore_ascii_case(name))
            .count()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The `code` of a problem response.
    pub(crate) fn code(&self) -> String {
        assert_eq!(
            self.header("content-type"),
            Some("application/problem+json")
        );
        let problem = self.json();
        assert_eq!(problem["status"], self.status, "{problem}");
        problem["code"].as_str().unwrap().to_owned()
    }
}

/// A body without the lengths of its chunks, as far as it came.
fn without_chunks(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((length, rest)) = body.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        if length == 0 || rest.len() < length + 2 {
            break;
        }
        whole += &rest[..length];
        body = &rest[length + 2..];
    }
    whole
}

impl Server {
    /// The response to a request, with these headers added to the usual ones.
    pub(crate) fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request += "Host: raum\r\n";
        }
        if !body.is_empty() {
            request += "Content-Type: application/json\r\n";
        }
        for (name, value) in headers {
            write!(request, "{name}: {value}\r\n").unwrap();
        }
        write!(request, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut stream = self.connect();
        // The write fails if the server rejects the request before reading all of it.
        stream.write_all(request.as_bytes()).ok();
        Answer::read(&mut stream)
    }

    /// The status of the response to a request that may keep the connection open.
    pub(crate) fn status(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> u16 {
        let mut request = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request += "Host: raum\r\n";
        }
        for (name, value) in headers {
            write!(request, "{name}: {value}\r\n").unwrap();
        }
        let mut stream = self.connect();
        stream
            .write_all(format!("{request}\r\n").as_bytes())
            .unwrap();
        let mut line = [0; 12];
        stream.read_exact(&mut line).unwrap();
        let line = str::from_utf8(&line).unwrap();
        line.strip_prefix("HTTP/1.1 ").unwrap().parse().unwrap()
    }
}
