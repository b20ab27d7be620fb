//! Rebuilds the program when the embedded page has changed.

use std::{fs, io};

const PAGE: &str = "../../web/dist";

fn main() -> io::Result<()> {
    // Cargo would rebuild every time for a missing path, so the folder must exist.
    fs::create_dir_all(PAGE)?;
    println!("cargo::rerun-if-changed={PAGE}");
    Ok(())
}
