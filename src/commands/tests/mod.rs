//! Sessions, command by command. Searches end by depth or nodes, never by time.

mod drill;
mod files;
mod headers;
mod job;
mod made_of;
mod mates;
mod play;
mod reasons;
#[cfg(unix)]
mod second;
mod suites;
mod terms;
mod walk;

use std::fs;
use std::sync::mpsc::{self, Receiver};

use crate::chess::Position;
use crate::chess::game::Status;
use crate::commands::display::eval::EvalAnswer;
use crate::commands::display::show::BoardAnswer;
use crate::commands::grammar;
use crate::commands::play::opponent::OpponentAnswer;
use crate::commands::position::games::GamesAnswer;
use crate::commands::position::load::LoadedAnswer;
use crate::commands::position::moves::MovesAnswer;
use crate::commands::position::pgn::PgnAnswer;
use crate::commands::position::variation::VariationsAnswer;
use crate::commands::search::explain::ExplainAnswer;
use crate::commands::search::extensions::ExtensionsAnswer;
use crate::commands::search::hint::HintAnswer;
use crate::commands::search::pv::PvAnswer;
use crate::commands::search::see::SeeAnswer;
use crate::commands::session::save::{SavedAnswer, SavedContent};
use crate::commands::settings::get::SettingsAnswer;
use crate::commands::tools::perft::PerftAnswer;
use crate::engine::options::OPTIONS;
use crate::ink::answer::Done;
use crate::shell::proof_answers::VerdictAnswer;
use crate::shell::reply::{Changed, Setting};
use crate::shell::session::saved::stays;
use crate::shell::session::*;
use crate::shell::{Acted, Effect, Reply};
use crate::units::Bound;

pub(super) struct TestUser {
    pub(super) session: Session,
    pub(super) events: Receiver<(JobId, News)>,
    told: Vec<String>,
}

/// Returns the variant's name.
fn word(news: &News) -> String {
    let word = format!("{news:?}");
    word.split([' ', '(', '{']).next().unwrap_or("").to_owned()
}

/// Returns the members of a tool's JSON line.
fn members(reply: &Reply) -> serde_json::Value {
    reply.line().map(|(_, members)| members).unwrap()
}

impl TestUser {
    pub(super) fn new() -> TestUser {
        let (sender, events) = mpsc::channel();
        let session = Session::new(move |job, message| drop(sender.send((job, message))));
        let mut user = TestUser { session, events, told: Vec::new() };
        user.done("hash 1;; threads 1");
        user
    }

    pub(super) fn begin(&mut self, line: &str) -> Acted {
        let command = grammar::parse(line, self.session.position())?;
        self.session.execute(command)
    }

    /// Waits for the end of a job.
    pub(super) fn end_of(&mut self, job: JobId) -> Result<Reply, CommandError> {
        loop {
            let (of, message) = self.events.recv().unwrap();
            let of_job = of == job;
            for heard in self.session.receive(of, message) {
                match heard {
                    News::Done(done) if of_job => return done,
                    News::Done(_) => {}
                    news => self.told.push(word(&news)),
                }
            }
        }
    }

    pub(super) fn try_to(&mut self, line: &str) -> Result<Reply, CommandError> {
        let mut last = Reply::from(Done);
        for (_, part) in grammar::split(line) {
            match self.begin(part)? {
                Effect::Reply(reply) => last = reply,
                Effect::Running { job, news } => {
                    self.told.extend(news.as_deref().map(word));
                    last = self.end_of(job)?;
                }
                other => panic!("{line}: {other:?}"),
            }
        }
        Ok(last)
    }

    #[track_caller]
    pub(super) fn done(&mut self, line: &str) -> Reply {
        self.try_to(line).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    #[track_caller]
    pub(super) fn refused(&mut self, line: &str) -> String {
        let before = self.fen();
        let error = self.try_to(line).expect_err(line).to_string();
        assert_eq!(self.fen(), before, "{line} changed the position");
        error
    }

    fn changed(&mut self, line: &str) -> Changed {
        self.done(line).of::<Changed>().cloned().expect(line)
    }

    fn fen(&self) -> String {
        self.session.position().to_fen()
    }

    fn setting(&mut self, name: &str) -> Setting {
        let reply = self.done(&format!("get {name}"));
        let [setting] = &reply.of::<SettingsAnswer>().unwrap().settings[..] else {
            panic!("{name}")
        };
        setting.clone()
    }
}

#[test]
fn the_session_of_the_readme() {
    let mut user = TestUser::new();
    user.done("1. e4 e5 2. Bc4 Nc6 3. Qh5");
    let refusal = user.refused("Nf3");
    assert!(refusal.starts_with("no black knight can reach f3; knight moves here: "), "{refusal}");
    user.done("Nf6;; go d3");
    user.done("assert best == Qxf7#;; assert mate == 1");
    user.done("undo 4");
    assert_eq!(user.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert!(user.done("eval").of::<EvalAnswer>().is_some());
}

#[test]
fn every_change_is_taken_back() {
    let mut user = TestUser::new();
    let start = user.fen();
    let lines = [
        "e4 e5",
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
        "Kb1",
        "mirror",
        "pass",
        "new 960 0",
        "new",
        "1. d4",
        "position startpos moves e2e4",
    ];
    for line in lines {
        user.done(line);
    }
    while user.try_to("undo").is_ok() {}
    assert_eq!(user.fen(), start);
    assert_eq!(user.refused("undo"), "there is nothing to take back");
    while user.try_to("redo").is_ok() {}
    assert_eq!(user.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

#[test]
fn a_game_that_begins_again_says_so() {
    let mut user = TestUser::new();
    user.done("e4");
    assert!(user.changed("1. d4 d5").notes[0].contains("this is a new game"));
    user.done("undo 3");
    assert_eq!(user.session.timeline.game().ply(), 1);
    let odd = user.changed("8/8/8/4k3/8/8/4P3/4K3 w KQ - 0 1");
    assert_eq!(odd.notes.len(), 2);
}

#[test]
fn places_in_a_game() {
    let mut user = TestUser::new();
    user.done("1. e4 e5 2. Nf3 Nc6 3. Bb5");
    for (place, ply) in [
        ("start", 0),
        ("2w", 2),
        ("2b", 3),
        ("2…", 3),
        ("end", 5),
        ("1", 0),
        ("3", 4),
        ("ply 1", 1),
    ] {
        user.done(&format!("goto {place}"));
        assert_eq!(user.session.timeline.game().ply(), ply, "{place}");
    }
    assert_eq!(user.refused("goto 6"), "there is no move 6; the game ends at move 3, ply 5");
    assert!(user.try_to("goto 9b").is_err());
}

#[test]
fn ends_of_games_are_known() {
    let mut user = TestUser::new();
    let mated = user.changed("1. f3 e5 2. g4 Qh4");
    assert!(matches!(mated.status.0, Status::Over(_)));
    user.done("assert standing == checkmate;; assert legal == 0");
    assert!(user.refused("go d1").contains("White has no legal move here: checkmate"));
    assert!(user.refused("a3").contains("checkmated"));
    assert_eq!(user.refused("pass"), "a side in check cannot pass");
}

#[test]
fn moves_are_grouped() {
    let mut user = TestUser::new();
    user.done("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let reply = user.done("moves");
    let moves = reply.of::<MovesAnswer>().unwrap();
    assert_eq!(moves.groups.iter().map(|group| group.moves.len()).sum::<usize>(), 48);
    assert!(moves.groups.iter().any(|group| group.kind == "castling" && group.moves.len() == 2));
    let reply = user.done("moves e1");
    let moves = reply.of::<MovesAnswer>().unwrap();
    assert_eq!(moves.groups.iter().map(|group| group.moves.len()).sum::<usize>(), 4);
}

#[test]
fn a_search_tells_and_is_remembered() {
    let mut user = TestUser::new();
    assert!(user.refused("pv").contains("no search"));
    assert!(user.refused("explain e4").contains("no search"));
    user.done("go d4");
    assert_eq!(user.told[0], "SearchBegins");
    assert!(user.told.iter().filter(|word| *word == "Search").count() >= 5);
    let reply = user.done("pv");
    let pv = reply.of::<PvAnswer>().unwrap();
    assert_eq!((pv.depth, pv.lines.len()), (4, 1));
    assert!(user.done("explain").of::<ExplainAnswer>().is_some());
    user.done("assert depth >= 4;; assert nodes > 10;; assert best in e4 d4 Nf3 Nc3 c4 e3 d3");
    user.done("pv play 1");
    assert_eq!(user.session.timeline.game().ply(), 1);
    assert!(user.refused("explain e5").contains("another position"));
}

/// A move that did not beat the best one has a bound in the header, the table and the line.
#[test]
fn explain_tells_bounds_as_bounds() {
    let mut user = TestUser::new();
    user.done("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
    user.done("go d24");
    let reply = user.done("explain");
    let best = reply.of::<ExplainAnswer>().unwrap();
    let best = best.explanation.best.pv[0].to();
    let other = if best == crate::chess::Square::B1 { "explain Ka2" } else { "explain Kb1" };
    let reply = user.done(other);
    let reply = reply.of::<ExplainAnswer>().unwrap();
    let explanation = &reply.explanation;
    assert_eq!((explanation.bound, explanation.line[0].bound), (Bound::Upper, Bound::Upper));
    let exact = explanation.moves.iter().filter(|row| row.bound == Bound::Exact);
    let exact: Vec<_> = exact.map(|row| row.mv).collect();
    assert_eq!(exact, [explanation.best.pv[0]]);
    // Null windows need no values.
    assert!(explanation.line.iter().all(|step| step.bound != Bound::Exact));
}

/// A search of depth 1 overlooked that its move is mated in three.
#[test]
fn a_shallow_search_is_no_evidence() {
    let mut user = TestUser::new();
    user.done("1k2r1nr/p1pp1pp1/Bp3q2/8/N2P1np1/1P3P2/PB1P1P1P/R2Q1R1K w - - 0 1;; go d1");
    let why = members(&user.done("why Re1 20k"));
    let reasons = why["reasons"].as_array().unwrap();
    assert!(reasons.iter().all(|reason| !reason.to_string().contains("fxg4")), "{why}");
}

#[test]
fn why_without_a_move_asks_about_the_position_and_its_best_move() {
    let mut user = TestUser::new();
    user.done("3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1");
    for line in ["why 5k", "go d14;; why", "why 20k"] {
        let why = members(&user.done(line));
        assert_eq!(why["san"], "Rd1#", "{line}");
    }
    user.done("Rd1");
    assert!(user.refused("why").contains("no move of this game gives away"));
}

/// The explained search is distinguished from the reported one, and the parameters are those of the search.
#[test]
fn explain_keeps_to_the_parameters_of_the_search() {
    let mut user = TestUser::new();
    user.done("r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4");
    user.done("go d5");
    let reply = user.done("explain");
    let cold = reply.of::<ExplainAnswer>().unwrap();
    assert_eq!(cold.said.as_ref(), Some(&cold.explanation.best), "the table was empty both times");
    assert!(!cold.params_changed);
    user.done("set extension.check 0");
    let reply = user.done("explain");
    let after = reply.of::<ExplainAnswer>().unwrap();
    assert!(after.params_changed);
    assert_eq!(after.explanation, cold.explanation);
    user.done("go d3 only a6");
    assert!(user.refused("explain a5").contains("leave that move out"));
}

#[test]
fn a_stopped_search_tells_what_it_has() {
    let mut user = TestUser::new();
    let Effect::Running { job, .. } = user.begin("go inf").unwrap() else { panic!() };
    user.session.jobs.stop(job);
    user.end_of(job).unwrap();
    assert!(user.session.analysis.last.as_ref().unwrap().finished.best.is_some());
    assert!(user.session.jobs.is_idle());
}

#[test]
fn settings_are_changed_and_told() {
    let mut user = TestUser::new();
    user.done("set extension.check 0");
    assert_eq!(user.setting("extension.check").value, "0");
    let reply = user.done("extensions");
    let table = reply.of::<ExtensionsAnswer>().unwrap();
    assert!(table.rows[0].weights.iter().all(|weight| weight.raw() == 0));
    user.done("set move overhead 25");
    assert_eq!(user.setting("Move Overhead").value, "25");
    user.done("set go.default d2;; go;; assert depth == 2");
    user.done("setoption name Clear Hash;; clear");
    assert_eq!(
        user.refused("set extension.chek 0"),
        "there is no setting \"extension.chek\"; did you mean `extension.check`?"
    );
    assert!(user.refused("set pov").contains("white, mover"));
    assert!(user.refused("set pov up").contains("it stays white"));
    assert!(user.refused("threads 5000").contains("between 1 and 1024"));
    user.done("hash 2M;; set Hash 1");
    assert!(user.try_to("set hash lots").is_err());
    for line in ["set --keep theme light", "set theme --keep light", "set theme --forget"] {
        grammar::parse(line, user.session.position()).expect(line);
    }
    assert!(user.refused("set --forget").contains("the name of a setting is missing"));
    assert!(user.refused("set --keep pov mover").contains("nothing is kept"));
    assert!(user.refused("set theme --kep").contains("it has --keep and --forget"));
    assert_eq!(user.setting("Hash").value, "1");
}

#[test]
fn a_table_beyond_memory_is_refused_and_the_old_one_kept() {
    let mut user = TestUser::new();
    user.done("go d2");
    let refusal = user.refused("hash 1000G");
    assert!(refusal.contains("memory"), "{refusal}");
    assert_eq!(user.setting("Hash").value, "1");
    user.done("go d2");
}

#[test]
fn proved_mates_are_saved_with_a_session() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mates.qs");
    let name = path.display();
    let mut user = TestUser::new();
    let four = "fen 8/1p3RR1/1kp1N3/p7/n2P2pP/6K1/8/8 w - - 0 1";
    // A proof that was loaded has a certificate of being the shortest.
    let proof = folder.path().join("four.jsonl");
    let proof = proof.display();
    user.done(&format!(
        "{four};; proof 4;; proof save \"{proof}\";; proof load \"{proof}\";; save \"{name}\""
    ));
    let mut other = TestUser::new();
    other.done(&format!("restore \"{name}\""));
    let (mates, refuted) = other.session.engine.known_mates.latest(usize::MAX);
    assert_eq!(mates.iter().map(|proof| proof.mate()).collect::<Vec<_>>(), [4]);
    assert_eq!(refuted.iter().map(|none| none.moves()).collect::<Vec<_>>(), [3]);
    let verdict = other.session.mates.verdict().unwrap();
    assert_eq!((verdict.outcome.refuted, verdict.loaded.unwrap().shortest), (3, false));
}

#[test]
fn a_session_file_brings_no_files_memory_or_threads_along() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let settings = [
        ("BookEdits", file("edits.txt")),
        ("BookFile", "lines;lines".to_owned()),
        ("Debug Log File", file("theirs.log")),
        ("BookLearn", "true".to_owned()),
        ("Hash", "3".to_owned()),
        ("Threads", "2".to_owned()),
    ];
    let mut ours = TestUser::new();
    let mine = file("mine.txt");
    ours.session.set("BookEdits", &mine).unwrap();
    let saved = settings.clone().map(|(name, value)| (name.to_owned(), value));
    // Any text may be a file name.
    assert!(OPTIONS.iter().all(|spec| !spec.kind.is_text() || stays(&spec.name)));
    let notes = ours.session.restore_settings(&saved);
    let [note] = &notes[..] else { panic!("{notes:?}") };
    for (name, value) in &settings {
        assert!(note.contains(name), "{name}: {note}");
        assert_ne!(ours.setting(name).value, *value, "{name}");
    }
    assert_eq!(ours.setting("BookEdits").value, mine);
    assert!(ours.session.restore_settings(&ours.session.to_saved().settings).is_empty());
}

/// Side lines deeper than 1,000 were saved and not restored.
#[test]
fn what_was_saved_is_restored_however_deep() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("d.qs");
    let mut user = TestUser::new();
    user.done("Nf3");
    for _ in 0..601 {
        user.done("Nf6;; undo;; Nc6 Ng1;; undo;; Nh4 Nb8 Nf3");
    }
    user.done(&format!("save {0};; new;; restore {0}", path.display()));
    assert_eq!(user.session.timeline.game().ply(), 1 + 4 * 601);
}

#[test]
fn a_session_is_saved_and_restored() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("evening.qs");
    let name = path.display();
    let mut user = TestUser::new();
    user.done("1. e4 e5 2. Nf3 Nc6;; undo;; set extension.check 0;; set pov mover;; go d3");
    user.done(&format!("save \"{name}\""));
    let fen = user.fen();
    let mut other = TestUser::new();
    other.done("d4;; set extension.recapture 1");
    other.done(&format!("restore \"{name}\""));
    assert_eq!(other.fen(), fen);
    assert_eq!(other.setting("extension.check").value, "0");
    assert_eq!(other.setting("pov").value, "mover");
    let recapture = other.setting("extension.recapture");
    assert_eq!(recapture.value, recapture.default);
    other.done("pv;; explain;; redo;; assert turn == white;; undo 4;; undo 1");
    assert_eq!(other.session.timeline.game().ply(), 1, "the game before is still there");
    fs::write(&path, "not a session").unwrap();
    assert!(other.refused(&format!("restore \"{name}\"")).contains("evening.qs"));
    assert!(other.refused("restore /no/such/file").contains("/no/such/file"));
    assert!(other.refused("save /no/such/folder/x").contains("/no/such/folder"));
}

#[test]
fn leaves_are_counted_and_compared() {
    let mut user = TestUser::new();
    let reply = user.done("perft 3 divide expect 8902");
    let perft = reply.of::<PerftAnswer>().unwrap();
    assert_eq!((perft.nodes.0, perft.divide.len()), (8902, 20));
    let error = user.try_to("perft 2 expect 401").unwrap_err();
    assert!(error.is_failed_check());
    assert_eq!(error.to_string(), "400 leaves at depth 2, expected 401");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("perft.epd");
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    fs::write(&file, format!("{fen} ;D1 20 ;D2 400 ;D3 8902\n")).unwrap();
    let line = format!("perft --suite {} --depth 2", file.display());
    let suite = members(&user.done(&line));
    assert_eq!((&suite["positions"], &suite["counts"]), (&1.into(), &2.into()));
    fs::write(&file, format!("{fen} ;D1 20 ;D2 401\n")).unwrap();
    assert!(user.try_to(&line).unwrap_err().is_failed_check());
}

#[test]
fn assertions_fail_with_what_was_found() {
    let mut user = TestUser::new();
    let error = user.try_to("assert turn == black").unwrap_err();
    assert!(error.is_failed_check());
    assert_eq!(error.to_string(), "turn == black does not hold: turn is white");
    user.done("assert turn == White;; assert standing in Open draw");
    assert!(
        user.refused("assert standing != stalmate").contains("open, checkmate, stalemate, draw")
    );
    assert!(user.refused("assert turn != blck").contains("white, black"));
    assert!(user.refused("assert legal == many").contains("cannot be compared"));
    assert!(user.refused("assert best == e4").contains("no search"));
    user.done("go d1");
    assert!(user.refused("assert best == Ke2").contains("king"));
}

#[test]
fn a_setting_with_a_name_of_many_words_is_refused_at_once() {
    // Trying every prefix as a name would build all settings 2^17 times, from 2^34 bytes of words.
    let line = format!("set {}", "a ".repeat(1 << 17));
    assert!(TestUser::new().refused(&line).starts_with("there is no setting"));
}

#[test]
fn exchanges() {
    let mut user = TestUser::new();
    user.done("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    let reply = user.done("see");
    let found = reply.of::<SeeAnswer>().unwrap();
    assert_eq!((found.exchanges.len(), found.exchanges[0].cp), (1, 100));
    assert!(user.done("see d5").of::<SeeAnswer>().is_some());
    assert_eq!(user.refused("see a1"), "White has no capture on a1");
}

#[test]
fn moves_may_have_their_numbers_and_positions_quotation_marks() {
    let mut user = TestUser::new();
    assert!(user.refused("nag !").contains("belongs to a move"));
    for line in ["see 1.e4", "see 1. e4", "why 1.e4 10k", "why 1. e4 10k", "e4", "see 1…e5"] {
        user.done(line);
    }
    user.done("nag !");
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    for head in ["position", "position fen"] {
        user.done(&format!("new;; {head} \"{fen}\""));
        assert_eq!(user.fen(), fen, "{head}");
        user.done(&format!("{head} \"{fen}\" moves a1a2"));
        assert_eq!(user.session.timeline.game().ply(), 1, "{head}");
    }
}

#[test]
fn names_of_files_in_settings_may_begin_at_home() {
    let Some(home) = std::env::var_os("HOME").filter(|home| !home.is_empty()) else { return };
    let named = std::path::Path::new(&home).join("no-such-folder/x.bin").display().to_string();
    let mut user = TestUser::new();
    for option in ["BookFile", "SyzygyPath", "Debug Log File"] {
        let refused = user.refused(&format!("set {option} ~/no-such-folder/x.bin"));
        assert!(refused.contains(&named), "{refused}");
    }
}
