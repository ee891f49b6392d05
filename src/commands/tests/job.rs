//! Commands during a running search. Searches end by depth or are stopped.

use super::*;
use crate::prove::Ended;

#[test]
fn commands_are_done_beside_a_search_in_the_background() {
    let mut user = TestUser::new();
    let Effect::Running { job, .. } = user.begin("go inf &").unwrap() else { panic!() };
    user.done("e4;; show;; eval;; perft 2;; undo;; moves;; status");
    assert!(user.session.jobs.is_running(job) && !user.session.jobs.is_bounded());
    assert!(
        user.session.jobs.glimpse(user.session.position()).is_some()
            && user.session.jobs.following().is_none()
    );
    user.done("stop");
    user.end_of(job).unwrap();
    assert_eq!(user.session.analysis.last.as_ref().unwrap().game.ply(), 0);
}

/// Waits until `analyze` has reported an iteration.
fn followed(user: &mut TestUser) -> Position {
    let (job, news) = user.session.follow().expect("the board is to be followed");
    let News::SearchBegins(begun) = news else { panic!("{news:?}") };
    while user
        .session
        .jobs
        .glimpse(user.session.position())
        .is_none_or(|glimpse| glimpse.depth == 0)
    {
        let (of, message) = user.events.recv().unwrap();
        assert!(of <= job);
        user.session.receive(of, message);
    }
    begun.root
}

#[test]
fn an_analysis_follows_the_board() {
    let mut user = TestUser::new();
    assert!(user.session.follow().is_none());
    user.done("analyze");
    assert_eq!(followed(&mut user), *user.session.position());
    assert!(user.session.follow().is_none(), "it is under way");
    assert!(user.done("hint").of::<HintAnswer>().is_some());
    user.done("e4 e5");
    assert_eq!(followed(&mut user), *user.session.position());
    user.done("undo");
    assert_eq!(followed(&mut user), *user.session.position());
    // A command that needs the engine interrupts `analyze`, which goes on afterwards.
    user.done("go d2;; assert depth == 2");
    assert_eq!(followed(&mut user), *user.session.position());
    user.done("analyze off");
    assert!(user.session.follow().is_none());
    while !user.session.jobs.is_idle() {
        let (job, message) = user.events.recv().unwrap();
        user.session.receive(job, message);
    }
}

#[test]
fn strength_is_limited_where_a_move_is_played_and_nowhere_else() {
    let mut user = TestUser::new();
    for limit in ["strength 1", "Skill Level 0", "UCI_LimitStrength true"] {
        user.done(&format!("set {limit}"));
    }
    user.done("go d7;; assert depth == 7");
    let reply = user.done("play black");
    let reply = reply.of::<OpponentAnswer>().unwrap();
    assert_eq!(reply.elo, Some(800));
    user.session.follow().expect("it is the engine's turn");
    assert!(user.session.jobs.thinking().is_some_and(|search| search.limited));
    user.done("force");
    user.done("analyze");
    user.session.follow().expect("the board is to be followed");
    assert!(user.session.jobs.searches().all(|(_, search)| !search.limited));
    user.done("analyze off;; go d7;; assert depth == 7");
}

#[test]
fn the_threat_is_what_the_other_side_would_play() {
    let mut user = TestUser::new();
    // 1…Qxh2# is threatened.
    user.done("6k1/8/8/4b3/7q/8/5PPP/5RK1 w - - 0 1");
    let Effect::Running { job, news } = user.begin("threat d3").unwrap() else { panic!() };
    let Some(News::SearchBegins(begun)) = news.as_deref() else { panic!("{news:?}") };
    assert_eq!(begun.root.turn(), crate::chess::Color::Black);
    user.end_of(job).unwrap();
    assert!(user.session.analysis.last.as_ref().is_none(), "it is no analysis of the board");
    user.done("7k/8/8/8/8/8/1r6/K7 w - - 0 1");
    assert!(user.try_to("7k/8/8/8/8/8/r7/K7 w - - 0 1;; threat").is_err());
}

#[test]
fn a_line_is_played_on_where_the_board_is_on_it() {
    let mut user = TestUser::new();
    user.done("go d6");
    let reply = user.done("pv");
    let pv = reply.of::<PvAnswer>().unwrap();
    let length = pv.lines[0].pv.len();
    for played in 1..=length {
        user.done("pv play");
        assert_eq!(user.session.timeline.game().ply(), played);
    }
    assert!(user.refused("pv play").contains("the line ends here"));
    user.done("undo;; hint;; pv play");
}

#[test]
fn searches_of_some_moves() {
    let mut user = TestUser::new();
    user.done("go d3 only a3;; assert best == a3");
    user.done("go d3 only a3 h3 except a3;; assert best == h3");
    assert!(user.refused("go d3 only a3 except a3").contains("no legal move is left"));
    user.done("top 3 d3");
    let reply = user.done("pv");
    let pv = reply.of::<PvAnswer>().unwrap();
    assert_eq!(pv.lines.len(), 3);
}

#[test]
fn a_stop_goes_for_what_a_job_would_still_begin() {
    let mut user = TestUser::new();
    // Before the proof a short search determines who is mated.
    let Effect::Running { job, .. } = user.begin("proof 12 1M").unwrap() else { panic!() };
    user.session.jobs.stop(job);
    let reply = user.end_of(job).unwrap();
    let verdict = reply.of::<VerdictAnswer>().unwrap();
    assert_eq!(verdict.outcome.ended, Ended::Stopped);
}
