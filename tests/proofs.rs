//! Proofs end to end: from the solver through a file and back, for every mate in `positions/`.

use std::fs;

use quarterply::chess::Position;
use quarterply::chess::epd::Epd;
use quarterply::commands::mates::proof::export::{ProofFormat, export};
use quarterply::control::StopFlag;
use quarterply::files::proof::{Shortness, read, write};
use quarterply::proof::layout::Exhibit;
use quarterply::proof::layout::tree::AtOnce;
use quarterply::proof::{Proof, Rules, verify};
use quarterply::prove::Exact;
use quarterply::shell::proof_answers::Aside;

/// Longer ones are covered by the solvers' own tests.
const LONGEST: u16 = 3;

fn proofs() -> Vec<Proof> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/mates.epd");
    let text = fs::read_to_string(path).unwrap();
    let (mut exact, stop) = (Exact::new(8).unwrap(), StopFlag::new());
    let mut proofs = Vec::new();
    for record in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let epd = Epd::parse(record).unwrap();
        let moves = epd.mate_in().unwrap().unwrap();
        let most = moves.unsigned_abs() as u16;
        if most > LONGEST {
            continue;
        }
        let turn = epd.position.turn();
        let attacker = if moves > 0 { turn } else { !turn };
        let strategy = exact.strategy(&epd.position, attacker, most, &stop).unwrap().unwrap();
        proofs.push(verify(&strategy, Rules::Problem).unwrap());
    }
    assert!(proofs.len() > 30, "{}", proofs.len());
    proofs
}

#[test]
fn proofs_survive_their_files() {
    for proof in proofs() {
        let mut file = Vec::new();
        write(&mut file, &proof, &Shortness::Claimed, false).unwrap();
        let again = read(&file[..]).unwrap().check(Rules::Problem).unwrap();
        assert_eq!((again.mate(), again.line()), (proof.mate(), proof.line()));
        // Any missing line is noticed: it leaves a reply without an answer even if the file does not state the number of lines.
        let text = String::from_utf8(file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let without_last = lines[..lines.len() - 1].join("\n");
        let cut = read(without_last.as_bytes()).unwrap_err().to_string();
        assert!(cut.ends_with("the file was cut, or lines were added"), "{cut}");
        let (header, _) = without_last.split_once(",\"program\"").unwrap();
        let rows = &without_last[lines[0].len()..];
        let former = format!("{header}}}{rows}");
        assert!(read(former.as_bytes()).unwrap().check(Rules::Problem).is_err());
    }
}

#[test]
fn lines_of_a_file_keep_what_the_form_promises() {
    use std::collections::HashMap;
    for proof in proofs() {
        let mut file = Vec::new();
        write(&mut file, &proof, &Shortness::Unknown, false).unwrap();
        let text = String::from_utf8(file).unwrap();
        let mut rows: HashMap<String, (String, u64)> = HashMap::new();
        for line in text.lines().skip(1) {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let word = |name: &str| row[name].as_str().unwrap().to_owned();
            rows.insert(word("fen"), (word("move"), row["mate"].as_u64().unwrap()));
        }
        for (fen, (mv, mate)) in &rows {
            let position = Position::from_fen(fen).unwrap();
            let mv = quarterply::chess::notation::parse_uci(&position, mv).unwrap();
            let next = position.play(mv);
            assert!(next.has_legal_move() || next.is_checkmate());
            for reply in next.legal_moves() {
                let after = next.play(reply.mv).to_fen();
                let four = after.rsplitn(3, ' ').last().unwrap();
                assert!(rows[four].1 < *mate, "{fen}");
            }
        }
    }
}

#[test]
fn every_proof_can_be_shown_to_others() {
    for proof in proofs().into_iter().step_by(4) {
        let exhibit = Exhibit::new(proof, 0, false, &mut AtOnce);
        for (_, format) in ProofFormat::ALL {
            assert!(!export(format, &exhibit, &Aside::default()).is_empty());
        }
    }
}
