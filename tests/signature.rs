//! The signature of the search: nodes of the bench at a reduced depth, the same on every machine and in every run. Its second
//! line is that of the search without extensions.
//!
//! `QUARTERPLY_BLESS=1 cargo test --release signature` rewrites `tests/signature.txt`; commit a change with the reason why the
//! search tree changed.

use std::fs;
use std::path::Path;

use quarterply::control::StopFlag;
use quarterply::engine::{Options, bench};

const DEPTH: u32 = 6;

/// Nodes of a profile.
fn nodes_of(profile: &str, depth: u32) -> u64 {
    let mut options = Options::default();
    options.set("Profile", profile).unwrap();
    bench::run(&options, depth, &StopFlag::new(), &mut |_| {}).unwrap().nodes
}

#[test]
fn the_signature_is_the_one_on_record() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/signature.txt");
    let nodes =
        bench::run(&Options::default(), DEPTH, &StopFlag::new(), &mut |_| {}).unwrap().nodes;
    let without = nodes_of("plain", DEPTH);
    assert_ne!(nodes, without, "the extensions do nothing");
    let text = format!(
        "{nodes} nodes at depth {DEPTH}\n{without} nodes at depth {DEPTH} without extensions (profile plain)\n"
    );
    if crate::blesses() {
        fs::write(&path, &text).unwrap();
    }
    let recorded = fs::read_to_string(&path).unwrap();
    assert_eq!(text, recorded, "the search changed: if it was meant to, bless {}", path.display());
}

/// Of each profile; a change of one belongs in a commit that says why.
#[test]
fn each_profile_has_its_signature() {
    const SHALLOW: u32 = 3;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/profiles.txt");
    let mut text = String::new();
    let mut seen = Vec::new();
    for profile in quarterply::search::PROFILES {
        let nodes = nodes_of(profile.name, SHALLOW);
        assert!(!seen.contains(&nodes), "{} searches as another does", profile.name);
        seen.push(nodes);
        text.push_str(&format!("{nodes} nodes at depth {SHALLOW}: {}\n", profile.name));
    }
    if crate::blesses() {
        fs::write(&path, &text).unwrap();
    }
    let recorded = fs::read_to_string(&path).unwrap();
    assert_eq!(text, recorded, "a profile changed: if it was meant to, bless {}", path.display());
}
