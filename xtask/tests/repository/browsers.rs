//! Checks that every file names the same oldest supported browsers.

use crate::read;

/// The number after a text.
fn number_after(content: &str, text: &str) -> u32 {
    let (_, rest) = content.split_once(text).unwrap();
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

#[test]
fn the_makefile_the_build_and_the_readme_name_the_same_oldest_browsers() {
    let makefile = read("Makefile");
    let chromium = number_after(&makefile, "CHROMIUM_OLDEST := ");
    let firefox = number_after(&makefile, "FIREFOX_OLDEST := ");
    let named = [
        (
            "README.md",
            format!("Chromium {chromium} or newer and Firefox {firefox} or newer."),
        ),
        (
            "README.md",
            format!(
                "The page supports Chromium {chromium} (Chrome, Edge), Firefox {firefox} and newer."
            ),
        ),
        (
            "web/vite.config.ts",
            format!("['chrome{chromium}', 'firefox{firefox}', "),
        ),
    ];
    for (path, words) in named {
        assert!(
            read(path).contains(&words),
            "{path} does not contain: {words}"
        );
    }
}
