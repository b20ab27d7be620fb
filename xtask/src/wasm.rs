//! `cargo xtask wasm`: builds the package that the page imports from `crates/wasm`.

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

/// The size limit of the page's WebAssembly, compressed.
const GZIP_BYTES_MAX: usize = 111_000;

const PACKAGE: &str = "web/src/raum/pkg";

/// Compiles the crate, generates its JavaScript bindings and checks its size. Skips steps that are up to date.
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
    let state = if fresh {
        "is up to date"
    } else {
        "has been built"
    };
    check_size(&bound, state)
}

/// Compiles the crate and returns the path of the result.
fn compile(root: &Path, program: &Path) -> Result<PathBuf, Box<dyn Error>> {
    // This program is in TARGET/PROFILE, which gives the target directory in every configuration.
    let target = program
        .ancestors()
        .nth(2)
        .ok_or("xtask is not in a target directory: run it as `cargo xtask`")?;
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

/// When a file was last modified. `None`, which sorts first, if it does not exist.
fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file)
        .and_then(|metadata| metadata.modified())
        .ok()
}

fn check_size(wasm: &Path, state: &str) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(wasm)?;
    let gzip_bytes = gzip_len(&bytes)?;
    println!(
        "{PACKAGE} {state}: {} kB, {} kB gzip",
        kilobytes(bytes.len()),
        kilobytes(gzip_bytes)
    );
    if gzip_bytes > GZIP_BYTES_MAX {
        let max = kilobytes(GZIP_BYTES_MAX);
        return Err(format!("the WebAssembly is larger than {max} kB gzip").into());
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
