//! `cargo xtask wasm`: from `crates/wasm` to the package that the page imports.

use std::{
    env,
    error::Error,
    fs, io,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

use flate2::{Compression, write::GzEncoder};
use wasm_bindgen_cli_support::Bindgen;

/// What the page may download for rules and rooms, compressed as a server would.
const GZIP_BYTES_MAX: usize = 111_000;

const PACKAGE: &str = "web/src/raum/pkg";

/// Compiles the crate, binds it to JavaScript and weighs it. What is up to date is left alone.
pub(crate) fn build() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let program = env::current_exe()?;
    let compiled = compile(&root, &program)?;
    let bound = root.join(PACKAGE).join("raum_wasm_bg.wasm");
    let fresh = modified(&bound) > modified(&compiled).max(modified(&program));
    if !fresh {
        Bindgen::new()
            .input_path(&compiled)
            .web(true)?
            .typescript(true)
            .omit_default_module_path(false)
            .remove_name_section(true)
            .remove_producers_section(true)
            .generate(root.join(PACKAGE))?;
    }
    let state = if fresh { "is up to date" } else { "is built" };
    weigh(&bound, state)
}

/// Where Cargo put the crate, compiled.
fn compile(root: &Path, program: &Path) -> Result<PathBuf, Box<dyn Error>> {
    // This program lies in TARGET/PROFILE, and so knows the target directory whoever chose it.
    let target = program
        .ancestors()
        .nth(2)
        .ok_or("xtask lies in no target directory: run it as cargo xtask")?;
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(root)
        .args(["build", "--package", "raum-wasm", "--profile", "wasm"])
        .args(["--target", "wasm32-unknown-unknown", "--target-dir"])
        .arg(target)
        .status()?;
    if !status.success() {
        return Err("raum-wasm does not compile for wasm32-unknown-unknown".into());
    }
    Ok(target.join("wasm32-unknown-unknown/wasm/raum_wasm.wasm"))
}

/// When a file was last written; `None`, the earliest of all, where there is none.
fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|facts| facts.modified()).ok()
}

fn weigh(wasm: &Path, state: &str) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(wasm)?;
    let gzip_bytes = gzip_len(&bytes)?;
    println!(
        "{PACKAGE} {state}: {} kB, {} kB gzip",
        kilobytes(bytes.len()),
        kilobytes(gzip_bytes)
    );
    if gzip_bytes > GZIP_BYTES_MAX {
        let max = kilobytes(GZIP_BYTES_MAX);
        return Err(format!("rules and rooms weigh more than the {max} kB gzip they may").into());
    }
    Ok(())
}

fn gzip_len(bytes: &[u8]) -> io::Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

fn kilobytes(bytes: usize) -> String {
    format!("{}.{}", bytes / 1000, bytes % 1000 / 100)
}
