//! Every command, option and proof format of 4a0d37d still exists, or was removed on purpose.

use std::collections::BTreeSet;

use quarterply::commands;
use quarterply::commands::mates::proof::export::ProofFormat;

use super::program::{Run, bare, out};

const COMMANDS: &str = "new,position,fen,undo,redo,goto,moves,history,variation,tag,comment,nag,pgn,games,load,view,mirror,pass,show,flip,\
    picture,isatty,key,eval,resolve,see,tt,go,top,analyze,threat,hint,status,watch,stop,wait,pv,tb,tb make,tb check,explain,extensions,\
    proof,tries,proof resume,proof set,proof show,proof tree,proof line,proof play,proof verify,proof save,proof load,proof export,solve,\
    sound,play,force,level,ponder,now,draw,resign,book,book build,book check,set,get,hash,threads,profile,auto,clear,network,perft,bench,\
    info,check,time,suite,compare,lab,mine,openings,data,relabel,learn,train,selfplay,tune,tune spsa,annotate,why,label,save,restore,source,\
    alias,log,license,echo,assert,help,uci,xboard,quit";

const OPTIONS: &str = "Hash,Threads,Pin,Clear Hash,Ponder,MultiPV,Move Overhead,Persist,OwnBook,BookFile,BookVariety,BookSeed,BookLearn,\
    BookEdits,Prove Mates,UCI_Chess960,UCI_AnalyseMode,UCI_ShowWDL,UCI_ShowCurrLine,UCI_LimitStrength,UCI_Elo,Strength,Skill Level,\
    StrengthSeed,Profile,SyzygyPath,SyzygyProbeDepth,SyzygyProbeLimit,Syzygy50MoveRule,OwnTables,TablePath,Debug Log File,EvalFile,Evaluation,\
    WeightsFile,UCI_Opponent,UCI_EngineAbout,Extension check,Extension pawn-to-seventh,Extension pawn-to-sixth,Extension single-reply,\
    Extension two-replies,Extension mate-threat,Extension recapture,Extension pawn-ending,Extension king-attack,Extension singular";

const PROOF_FORMATS: &str = "html,pgn,json,dot,svg";

/// Self-play and learning are in the second program, which is built on demand. It alone reads the files of self-play, and `view`
/// and `load` do not show their positions (.qpd, .quick) any more.
const LABORATORY: &str = "for the authors: the program `workshop` has it";

/// The typed line is still accepted.
const TYPED: &str = "every setting can be typed by its name alone, as `hash 1G`";

/// What was removed, and why.
const GONE: &[(&str, &str)] = &[
    ("selfplay", LABORATORY),
    ("data", LABORATORY),
    (
        "relabel",
        "`workshop data --soft N` searches positions again, `--tree` those that searches evaluate",
    ),
    ("train", LABORATORY),
    ("learn", LABORATORY),
    ("tune", "`workshop spsa`"),
    ("tune spsa", "`workshop spsa`"),
    ("book build", "`workshop book`"),
    ("book check", "for makers of books only"),
    (
        "mine",
        "for the authors: the files in positions/ are made, and their headers name the commit",
    ),
    ("lab", "for the authors; `suite FILE --profiles all` compares profiles, `extend test` rules"),
    ("openings", "for the authors; `games` filters by opening"),
    ("tb make", "tables of five men; Syzygy's are read"),
    ("TablePath", "tables of five men; Syzygy's are read"),
    ("tb check", "compares built-in tables with Syzygy's: `cargo bench --bench tables` does it"),
    ("dot", "a picture of a proof for Graphviz; .html shows more"),
    ("svg", "a picture of a proof; .html shows more"),
    ("json", "a graph of a proof; .jsonl has every position, .html shows more"),
    ("hash", TYPED),
    ("threads", TYPED),
    ("profile", TYPED),
    ("isatty", TYPED),
    (
        "WeightsFile",
        "`workshop learn` writes the table of the classical evaluation, which is compiled in",
    ),
    ("Pin", "no gain was measured; systems have tools for it (`taskset`)"),
];

/// Asserts that everything of `before` still exists, except what was removed.
fn assert_kept(kind: &str, before: &str, is_there: impl Fn(&str) -> bool) {
    for name in before.split(',') {
        let gone = GONE.iter().any(|(other, _)| *other == name);
        assert_ne!(is_there(name), gone, "{kind} {name:?}: gone by the list is {gone}");
    }
}

#[test]
fn nothing_is_lost_unsaid() {
    assert_kept("command", COMMANDS, |name| commands::find(name).is_some());
    assert_kept("form of a proof", PROOF_FORMATS, |name| {
        ProofFormat::ALL.iter().any(|(format, _)| *format == name)
    });
    let text = out(&bare().given("uci\nquit\n"));
    let offered: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("option name ")?.split_once(" type "))
        .map(|(name, _)| name)
        .collect();
    assert_kept("option", OPTIONS, |name| offered.contains(name));
    for (name, reason) in GONE {
        let before = [COMMANDS, OPTIONS, PROOF_FORMATS]
            .iter()
            .any(|list| list.split(',').any(|item| item == *name));
        assert!(before && !reason.is_empty(), "{name} was never there, or has no reason");
    }
}
