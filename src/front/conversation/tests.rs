//! Sessions at a prompt without a keyboard: events between typed lines, and panics.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

use super::super::dialect::Urgent;
use super::super::screen::{Appearance, Screen};
use super::super::terminal::Streams;
use super::*;
use crate::commands::grammar;
use crate::ink::answer::Text;
use crate::shell::Request;

/// A conversation whose lines and events are taken one by one.
struct TestUser {
    conversation: Conversation,
    /// Output printed above the line.
    printed: Receiver<String>,
}

impl TestUser {
    fn with(dialect: Box<dyn Dialect>) -> TestUser {
        let (sender, inbox) = mpsc::channel();
        let jobs = sender.clone();
        let mut session =
            Session::new(move |job, told| drop(jobs.send(Message::Job(job, Box::new(told)))));
        for setting in ["set hash 1", "set threads 1"] {
            session.execute(grammar::parse(setting, session.position()).unwrap()).unwrap();
        }
        let (prompt, printed) = Prompt::unattended();
        let both = (inbox, sender);
        let mut conversation = Conversation::new(session, dialect, both, RunOptions::default());
        conversation.source = LineSource::Prompt { prompt, typing: false };
        TestUser { conversation, printed }
    }

    fn drawn(json: bool) -> TestUser {
        let streams = Streams { input: true, output: true, error: true, capable: false };
        let look = Appearance { json, ..Appearance::default() };
        let (out, error) = (Box::new(io::sink()), Box::new(io::sink()));
        TestUser::with(Box::new(Screen::new(look, streams, out, error)))
    }

    fn types(&self, line: &str) {
        self.conversation.sender.send(Message::Typed(vec![line.to_owned()], None)).unwrap();
    }

    /// Takes all steps that need no message.
    fn advance(&mut self) {
        while self.conversation.leaving.is_none() && self.conversation.advance().unwrap() {}
        self.printed.try_iter().for_each(drop);
    }

    /// Takes at most `most` messages; returns `false` if there was none.
    fn take(&mut self, most: usize) -> bool {
        let mut taken = 0;
        while taken < most
            && let Ok(message) = self.conversation.inbox.try_recv()
        {
            self.conversation.take(message).unwrap();
            self.advance();
            taken += 1;
        }
        taken > 0
    }
}

/// Knuth's MMIX generator: the high bits are good.
fn random(seed: &mut u64, below: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % below
}

/// Rows of a dropped analysis were drawn from another position, and the program ended.
#[test]
fn events_are_never_drawn_on_another_board() {
    const LINES: [&str; 22] = [
        "analyze",
        "analyze",
        "stop",
        "play white d3",
        "play black d4",
        "play black 300",
        "force",
        "ponder on",
        "ponder off",
        "go inf &",
        "go d4 &",
        "8/8/8/3k4/8/8/4P3/4K3 w - - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "new",
        "undo",
        "redo",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
        "hint",
        "status",
        "pv",
    ];
    for (json, mut seed) in [(false, 1), (true, 2), (false, 3), (true, 4)] {
        let mut user = TestUser::drawn(json);
        for _ in 0..150 {
            let line = match random(&mut seed, 3) {
                0 => {
                    let moves = user.conversation.session.position().legal_moves();
                    let legal = moves.get(random(&mut seed, moves.len().max(1)));
                    legal.map_or("new".to_owned(), |legal| crate::chess::uci(legal.mv, false))
                }
                _ => LINES[random(&mut seed, LINES.len())].to_owned(),
            };
            user.types(&line);
            user.advance();
            let most = 1 + random(&mut seed, 30);
            user.take(most);
            std::thread::yield_now();
            user.take(random(&mut seed, 4));
        }
        user.conversation.session.abandon_all();
        while user.take(usize::MAX) {}
    }
}

/// Prints nothing, and panics at one word.
#[derive(Default)]
struct Mistaken {
    told: Arc<std::sync::Mutex<Vec<String>>>,
}

impl Dialect for Mistaken {
    fn read(&mut self, text: &str, session: &Session) -> Result<Request, CommandError> {
        assert_ne!(text, "mistake");
        Ok(grammar::parse(text, session.position())?)
    }

    fn urgent(&self, _: &str) -> Option<Urgent> {
        None
    }

    fn is_protocol(&self) -> bool {
        false
    }

    fn reply(&mut self, reply: &Reply, _: &Session) -> io::Result<()> {
        if let Some(Text { text }) = reply.of() {
            self.told.lock().unwrap().push(text.clone());
        }
        Ok(())
    }

    fn news(&mut self, _: JobId, _: &News) -> io::Result<()> {
        Ok(())
    }

    fn failed(&mut self, _: &Part, error: &CommandError) -> io::Result<()> {
        self.told.lock().unwrap().push(error.to_string());
        Ok(())
    }
}

#[test]
fn a_mistake_of_the_program_does_not_cost_the_session() {
    let path = std::env::temp_dir().join(format!("quarterply-session-{}", std::process::id()));
    let dialect = Mistaken::default();
    let told = dialect.told.clone();
    let mut user = TestUser::with(Box::new(dialect));
    user.conversation.session.files.autosave = Some(path.clone());
    for line in ["e4", "mistake", "e5", "echo on"] {
        user.types(line);
    }
    user.conversation.sender.send(Message::End).unwrap();
    assert_eq!(user.conversation.main_loop().unwrap(), 0);
    assert_eq!(user.conversation.session.timeline.game().ply(), 2, "the prompt goes on");
    let told = told.lock().unwrap();
    assert!(told[0].starts_with("internal error"), "{told:?}");
    assert_eq!(&told[1..], [KEPT, "on"]);
    // Both the state at the panic and later changes are kept.
    let kept = crate::files::SavedSession::load(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(format!("{kept:?}").contains("1. e4 e5 *"), "{kept:?}");
}

/// Two terminals of one user: each destroyed the saved session of the other.
#[test]
fn two_sessions_and_two_games_of_one_lose_nothing() {
    fn play(user: &mut TestUser, line: &str) {
        let session = &mut user.conversation.session;
        session.execute(grammar::parse(line, session.position()).unwrap()).unwrap();
        session.autosave().unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    let [last, earlier] =
        ["last-session.qs", "earlier-session.qs"].map(|name| folder.path().join(name));
    let has = |path: &std::path::Path, moves: &str| {
        let kept = format!("{:?}", crate::files::SavedSession::load(path).unwrap());
        assert!(kept.contains(moves), "{moves}: {kept}");
    };
    let [mut one, mut other] = [(); 2].map(|()| TestUser::drawn(false));
    for user in [&mut one, &mut other] {
        user.conversation.session.files.autosave = Some(last.clone());
    }
    play(&mut one, "e4");
    play(&mut other, "d4");
    has(&earlier, "1. e4 *");
    play(&mut one, "e5");
    has(&last, "1. e4 e5 *");
    has(&earlier, "1. d4 *");
    play(&mut one, "Nf3");
    has(&earlier, "1. d4 *");
    play(&mut one, "new");
    play(&mut one, "c4");
    has(&last, "1. c4 *");
    has(&earlier, "1. e4 e5 2. Nf3 *");
}

#[test]
fn a_game_that_cannot_be_kept_is_not_left_at_once() {
    let dialect = Mistaken::default();
    let told = dialect.told.clone();
    let mut user = TestUser::with(Box::new(dialect));
    let nowhere = std::path::PathBuf::from("/no/such/folder/last-session.qs");
    user.conversation.session.files.autosave = Some(nowhere);
    for line in ["e4", "quit", "echo on", "quit", "echo off"] {
        user.types(line);
    }
    assert_eq!(user.conversation.main_loop().unwrap(), 0);
    let told = told.lock().unwrap();
    let [first, asked, on] = &told[..] else { panic!("{told:?}") };
    assert!(first.contains("/no/such/folder") && !first.contains("`quit` again"), "{told:?}");
    assert!(asked.contains("`quit` again leaves without it"), "{told:?}");
    assert_eq!(on, "on");
}
