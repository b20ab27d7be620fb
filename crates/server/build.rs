//! Has the program built again when the page in it has changed.

use std::{fs, io};

const PAGE: &str = "../../web/dist";

fn main() -> io::Result<()> {
    // Cargo takes a missing path for one that has always changed: an empty folder it can watch.
    fs::create_dir_all(PAGE)?;
    println!("cargo::rerun-if-changed={PAGE}");
    Ok(())
}
