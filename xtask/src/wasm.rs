//! `cargo xtask wasm`: builds the packages that the page imports, from `crates/wasm` and `crates/engine-wasm`.

mod pack;

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

const TRIPLE: &str = "wasm32-unknown-unknown";

/// A crate that becomes a package of the page.
struct Package {
    name: &'static str,
    profile: &'static str,
    /// Where the page imports it from.
    folder: &'static str,
    /// The size limit of its WebAssembly, compressed. Limits on files that are not in the first load are in
    /// `web/scripts/weigh.mjs`.
    gzip_bytes_max: Option<usize>,
}

const PACKAGES: [Package; 2] = [
    Package {
        name: "raum-wasm",
        profile: "wasm",
        folder: "web/src/raum/pkg",
        gzip_bytes_max: Some(110_000),
    },
    Package {
        name: "raum-engine-wasm",
        profile: "wasm-engine",
        folder: "web/src/engine/pkg",
        gzip_bytes_max: None,
    },
];

/// Compiles every package, generates its JavaScript bindings and checks its size. Skips steps that are up to date.
pub(crate) fn build() -> Result<(), Box<dyn Error>> {
    PACKAGES.iter().try_for_each(Package::build)
}

impl Package {
    fn build(&self) -> Result<(), Box<dyn Error>> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let program = env::current_exe()?;
        let compiled = self.compile(&root, &program)?;
        let folder = root.join(self.folder);
        let bound = folder.join(format!("{}_bg.wasm", self.file_stem()));
        let fresh = modified(&bound) > modified(&compiled).max(modified(&program));
        if !fresh {
            Bindgen::new()
                .input_path(&compiled)
                .web(true)?
                .typescript(true)
                .omit_default_module_path(false)
                .remove_name_section(true)
                .remove_producers_section(true)
                .generate(folder)?;
            let packed = pack::without_zeros(&fs::read(&bound)?);
            fs::write(&bound, packed.ok_or("the data cannot be packed")?)?;
        }
        let state = if fresh {
            "is up to date"
        } else {
            "has been built"
        };
        self.check_size(&bound, state)
    }

    fn file_stem(&self) -> String {
        self.name.replace('-', "_")
    }

    /// Compiles the crate and returns the path of the result.
    fn compile(&self, root: &Path, program: &Path) -> Result<PathBuf, Box<dyn Error>> {
        // This program is in TARGET/PROFILE, which gives the target directory in every configuration.
        let target = program
            .ancestors()
            .nth(2)
            .ok_or("xtask is not in a target directory: run it as `cargo xtask`")?;
        let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .current_dir(root)
            .args(["build", "--package", self.name, "--profile", self.profile])
            .args(["--target", TRIPLE, "--target-dir"])
            .arg(target)
            .status()?;
        if !status.success() {
            return Err(format!("{} does not compile for {TRIPLE}", self.name).into());
        }
        let file = format!("{}.wasm", self.file_stem());
        Ok(target.join(TRIPLE).join(self.profile).join(file))
    }

    fn check_size(&self, wasm: &Path, state: &str) -> Result<(), Box<dyn Error>> {
        let bytes = fs::read(wasm)?;
        let gzip_bytes = gzip_len(&bytes)?;
        println!(
            "{} {state}: {} kB, {} kB gzip",
            self.folder,
            kilobytes(bytes.len()),
            kilobytes(gzip_bytes)
        );
        match self.gzip_bytes_max {
            Some(max) if gzip_bytes > max => {
                let max = kilobytes(max);
                Err(format!("the WebAssembly is larger than {max} kB gzip").into())
            }
            _ => Ok(()),
        }
    }
}

/// When a file was last modified. `None`, which sorts first, if it does not exist.
fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file)
        .and_then(|metadata| metadata.modified())
        .ok()
}

fn gzip_len(bytes: &[u8]) -> io::Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

fn kilobytes(bytes: usize) -> String {
    format!("{}.{}", bytes / 1000, bytes % 1000 / 100)
}
