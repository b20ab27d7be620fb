//! The engine in WebAssembly searches exactly the same tree as the native one.

#![expect(clippy::unwrap_used, reason = "a test reports a failure by panicking")]

use std::{path::Path, process::Command};

use raum_engine::bench;

/// What a script prints with the WebAssembly of the page, which `cargo xtask wasm` builds.
fn script(name: &str) -> String {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let output = Command::new("node")
        .current_dir(web)
        .arg(format!("scripts/{name}"))
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "is the WebAssembly built? {error}");
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn the_signature_is_the_same_in_webassembly() {
    assert_eq!(
        script("engine.mjs"),
        bench::signature().to_string(),
        "`cargo xtask wasm` brings the WebAssembly up to date"
    );
}
