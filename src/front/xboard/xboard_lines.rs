//! Lines of xboard (CECP, version 2): features, thinking, results. Only thinking and results begin with a digit.

use crate::chess::game::{Ending, Status};
use crate::chess::{Color, Move, Position, san, uci};
use crate::engine::book::BookPage;
use crate::engine::options::{Interface, OPTIONS, OptionSpec};
use crate::ink::number::per_mille;
use crate::search::{Iteration, Progress};
use crate::settings::SettingKind;
use crate::units::ScoreKind;

pub fn features() -> Vec<String> {
    let mut lines = vec![
        "feature done=0".to_owned(),
        format!("feature myname=\"Quarterply {}\"", env!("CARGO_PKG_VERSION")),
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=1 reuse=1"
            .to_owned(),
        "feature analyze=1 colors=0 ics=0 name=1 pause=0 nps=0 debug=1 memory=1 smp=1 exclude=1"
            .to_owned(),
        "feature variants=\"normal,fischerandom\" egt=\"syzygy\"".to_owned(),
    ];
    let offered = OPTIONS.iter().filter(|spec| spec.is_for(Interface::Xboard));
    lines.extend(offered.map(|spec| format!("feature option=\"{}\"", option(spec))));
    lines.push("feature done=1".to_owned());
    lines
}

/// Name of an option: clients use only the first word.
pub fn option_name(name: &str) -> String {
    name.replace(' ', "-")
}

fn option(spec: &OptionSpec) -> String {
    let name = option_name(&spec.name);
    match &spec.kind {
        SettingKind::Spin { default, min, max } => format!("{name} -spin {default} {min} {max}"),
        SettingKind::Check { default } => format!("{name} -check {}", u8::from(*default)),
        SettingKind::Combo { default, choices } => {
            let marked = choices
                .iter()
                .map(|choice| format!("{}{choice}", if choice == default { "*" } else { "" }));
            format!("{name} -combo {}", marked.collect::<Vec<String>>().join(" /// "))
        }
        SettingKind::Text { default } | SettingKind::Form { default, .. } => {
            format!("{name} -string {default}")
        }
        SettingKind::Button => format!("{name} -button"),
    }
}

/// A move in coordinates; castling as the king's move, in Chess960 as `O-O`.
pub fn mv(mv: Move, chess960: bool) -> String {
    if chess960 && mv.is_castle() {
        return if mv.to() > mv.from() { "O-O" } else { "O-O-O" }.to_owned();
    }
    uci(mv, false)
}

/// Thinking: `ply score time nodes<TAB>pv`, the engine's view, in centiseconds. No further fields: Scid takes another number for
/// a part of the line.
pub fn thinking(iteration: &Iteration, chess960: bool) -> Vec<String> {
    let progress = &iteration.progress;
    let line = |line: &crate::search::ScoredLine| {
        let score = match line.score.kind() {
            ScoreKind::Centipawns(cp) => cp,
            ScoreKind::Mates(moves) => 100_000 + moves as i32,
            ScoreKind::Mated(moves) => -100_000 - moves as i32,
        };
        let pv: Vec<String> = line.pv.iter().map(|&step| mv(step, chess960)).collect();
        let (depth, centiseconds) = (iteration.depth.max(1), progress.elapsed.as_millis() / 10);
        format!("{depth} {score} {centiseconds} {}\t{}", progress.nodes, pv.join(" "))
    };
    iteration.lines.iter().map(line).collect()
}

/// Progress of an analysis: `stat01: time nodes ply mvleft mvtot`.
pub fn status(root: &Position, progress: &Progress) -> String {
    let centiseconds = progress.elapsed.as_millis() / 10;
    let moves = root.legal_count();
    format!("stat01: {centiseconds} {} {} 0 {moves}", progress.nodes, progress.depth)
}

/// `bk`: the book moves with their frequency, each line indented by a blank, and an empty line at the end.
pub fn book(position: &Position, page: &BookPage) -> Vec<String> {
    let moves = page.moves.iter().map(|row| {
        let (san, share) = (san(position, row.found.mv), row.permille);
        format!(" {san} {}", per_mille(share))
    });
    let none = page.moves.is_empty().then(|| " no book move".to_owned());
    moves.chain(none).chain([String::new()]).collect()
}

/// Result, if the rules have ended the game; `mover` moved last.
pub fn result(status: Status) -> Option<String> {
    let Status::Over(ending) = status else { return None };
    Some(match ending {
        Ending::Checkmate { winner: Color::White } => "1-0 {White mates}".to_owned(),
        Ending::Checkmate { winner: Color::Black } => "0-1 {Black mates}".to_owned(),
        Ending::Stalemate => "1/2-1/2 {Stalemate}".to_owned(),
        Ending::InsufficientMaterial => "1/2-1/2 {Insufficient material}".to_owned(),
        Ending::FivefoldRepetition => "1/2-1/2 {Draw by repetition}".to_owned(),
        Ending::SeventyFiveMoves => "1/2-1/2 {Draw by the 75-move rule}".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::search::ScoredLine;
    use crate::units::{Bound, Score};

    #[test]
    fn thinking_has_a_tab_before_the_moves() {
        let start = Position::start();
        let pv = vec![crate::chess::parse_move(&start, "e4").unwrap()];
        let progress = Progress {
            depth: 9,
            seldepth: 24,
            nodes: 48_000,
            elapsed: Duration::from_millis(1_200),
            ..Progress::default()
        };
        let mut iteration = Iteration {
            depth: 9,
            seldepth: 24,
            lines: vec![ScoredLine { score: Score::cp(156), bound: Bound::Exact, pv }],
            progress,
        };
        assert_eq!(thinking(&iteration, false), ["9 156 120 48000\te2e4"]);
        iteration.lines[0].score = Score::mated_at(4);
        assert!(thinking(&iteration, false)[0].starts_with("9 -100002 "));
    }

    #[test]
    fn features_end_and_name_every_option_once() {
        let features = features();
        assert_eq!(features.first().map(String::as_str), Some("feature done=0"));
        assert_eq!(features.last().map(String::as_str), Some("feature done=1"));
        assert!(features.iter().all(|line| line.starts_with("feature ") && line.is_ascii()));
        assert!(features.iter().any(|line| line.contains("option=\"MultiPV -spin 1 1 ")));
        assert!(!features.iter().any(|line| line.contains("option=\"Hash ")));
    }
}
