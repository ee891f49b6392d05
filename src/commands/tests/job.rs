//! Sessions in which a search runs beside what is typed. Searches end by depth or are stopped.

use super::*;
use crate::prove::task::Ended;

#[test]
fn commands_are_done_beside_a_search_in_the_background() {
    let mut sitting = Sitting::new();
    let Effect::Running { job, .. } = sitting.begin("go inf &").unwrap() else { panic!() };
    sitting.done("e4;; show;; eval;; perft 2;; undo;; moves;; status");
    assert!(sitting.session.is_running(job) && !sitting.session.is_bounded());
    assert!(sitting.session.glimpse().is_some() && sitting.session.following().is_none());
    sitting.done("stop");
    sitting.end_of(job).unwrap();
    assert_eq!(sitting.session.analysis.as_ref().unwrap().game.ply(), 0);
}

/// Waits until the search that follows the board has told an iteration.
fn followed(sitting: &mut Sitting) -> Position {
    let (job, news) = sitting.session.follow().expect("the board is to be followed");
    let News::SearchBegins(begun) = news else { panic!("{news:?}") };
    while sitting.session.glimpse().is_none_or(|glimpse| glimpse.depth == 0) {
        let (of, message) = sitting.events.recv().unwrap();
        assert!(of <= job);
        sitting.session.receive(of, message);
    }
    begun.root
}

#[test]
fn an_analysis_follows_the_board() {
    let mut sitting = Sitting::new();
    assert!(sitting.session.follow().is_none());
    sitting.done("analyze");
    assert_eq!(followed(&mut sitting), *sitting.session.position());
    assert!(sitting.session.follow().is_none(), "it is under way");
    assert!(sitting.done("hint").of::<HintAnswer>().is_some());
    sitting.done("e4 e5");
    assert_eq!(followed(&mut sitting), *sitting.session.position());
    sitting.done("undo");
    assert_eq!(followed(&mut sitting), *sitting.session.position());
    // What needs the engine interrupts it, and it goes on afterwards.
    sitting.done("go d2;; assert depth == 2");
    assert_eq!(followed(&mut sitting), *sitting.session.position());
    sitting.done("analyze off");
    assert!(sitting.session.follow().is_none());
    while !sitting.session.is_idle() {
        let (job, message) = sitting.events.recv().unwrap();
        sitting.session.receive(job, message);
    }
}

#[test]
fn strength_is_limited_where_a_move_is_played() {
    let mut sitting = Sitting::new();
    sitting.done("set strength 1");
    sitting.done("go d7;; assert depth == 2");
    let reply = sitting.done("play black");
    let reply = reply.of::<OpponentAnswer>().unwrap();
    assert_eq!(reply.elo, Some(800));
    sitting.done("force");
    sitting.done("analyze");
    let (_, news) = sitting.session.follow().expect("the board is to be followed");
    let News::SearchBegins(begun) = news else { panic!("{news:?}") };
    assert_eq!(begun.strength, None);
    sitting.done("analyze off;; set strength 100;; go d7;; assert depth == 7");
}

#[test]
fn the_threat_is_what_the_other_side_would_play() {
    let mut sitting = Sitting::new();
    // 1…Qxh2# is threatened.
    sitting.done("6k1/8/8/4b3/7q/8/5PPP/5RK1 w - - 0 1");
    let Effect::Running { job, news } = sitting.begin("threat d3").unwrap() else { panic!() };
    let Some(News::SearchBegins(begun)) = news.as_deref() else { panic!("{news:?}") };
    assert_eq!(begun.root.turn(), crate::chess::Color::Black);
    sitting.end_of(job).unwrap();
    assert!(sitting.session.analysis.as_ref().is_none(), "it is no analysis of the board");
    sitting.done("7k/8/8/8/8/8/1r6/K7 w - - 0 1");
    assert!(sitting.try_to("7k/8/8/8/8/8/r7/K7 w - - 0 1;; threat").is_err());
}

#[test]
fn a_line_is_played_on_where_the_board_is_on_it() {
    let mut sitting = Sitting::new();
    sitting.done("go d6");
    let reply = sitting.done("pv");
    let pv = reply.of::<PvAnswer>().unwrap();
    let length = pv.lines[0].pv.len();
    for played in 1..=length {
        sitting.done("pv play");
        assert_eq!(sitting.session.game().ply(), played);
    }
    assert!(sitting.refused("pv play").contains("the line ends here"));
    sitting.done("undo;; hint;; pv play");
}

#[test]
fn searches_of_some_moves() {
    let mut sitting = Sitting::new();
    sitting.done("go d3 only a3;; assert best == a3");
    sitting.done("go d3 only a3 h3 except a3;; assert best == h3");
    assert!(sitting.refused("go d3 only a3 except a3").contains("no legal move is left"));
    sitting.done("top 3 d3");
    let reply = sitting.done("pv");
    let pv = reply.of::<PvAnswer>().unwrap();
    assert_eq!(pv.lines.len(), 3);
}

#[test]
fn a_stop_goes_for_what_a_job_would_still_begin() {
    let mut sitting = Sitting::new();
    // Before the proof begins a short search says who is mated.
    let Effect::Running { job, .. } = sitting.begin("proof 12 1M").unwrap() else { panic!() };
    sitting.session.stop(job);
    let reply = sitting.end_of(job).unwrap();
    let verdict = reply.of::<VerdictAnswer>().unwrap();
    assert_eq!(verdict.outcome.ended, Ended::Stopped);
}
