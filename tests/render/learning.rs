//! Made-up answers about networks.

use std::sync::Arc;
use std::time::Duration;

use quarterply::eval::Network;
use quarterply::eval::network::{NetworkRole, weight_count};
use quarterply::shell::Reply;
use quarterply::shell::learning::NetworkReply;
use quarterply::store::learned_weights::LearnedWeights;
use quarterply::store::{NetworkOrigin, SavedNetwork};
use quarterply::tools::data::{DataAnswer, DatasetStatistics};
use quarterply::tools::learn::view::{
    MovedWeight, WeightHalves, WeightsAnswer, WeightsLearned, WeightsLesson,
};
use quarterply::tools::relabel::view::RelabelAnswer;
use quarterply::tools::train::view::{RoundingErrors, TrainAnswer, origin_members};

/// Every answer with the name of its file.
pub(super) fn replies() -> Vec<(&'static str, Reply)> {
    let origin = NetworkOrigin {
        generation: 2,
        seed: 7,
        positions: 11_400_000,
        data: "gen2.qpd (12000000 positions, checksum 0123456789abcdef)".to_owned(),
        commands: vec!["train gen2.qpd --width 64 --generation 2".to_owned()],
        written_by: "quarterply 0.1.0".to_owned(),
    };
    let network =
        Network::new(64, &vec![1; weight_count(64)], [0; 4], 190, NetworkRole::Value).unwrap();
    let saved = SavedNetwork { origin: origin.clone(), network };
    let shown = NetworkReply { path: Some("gen2.qpn".into()), saved, in_use: true, neuron: None };
    let neuron = NetworkReply { neuron: Some(5), ..shown.clone() };
    let trained = TrainAnswer {
        path: "gen2.qpn".into(),
        origin: origin_members(&origin),
        positions: 11_400_000,
        held_out: 100_000,
        finished: true,
        errors: vec![(0.081, 0.072), (0.069, 0.068), (0.066, 0.067)],
        begin_error: None,
        scale: Some(190),
        classical_error: Some(0.0719),
        agreement: Some(0.931),
        rounding: Some(RoundingErrors { mean: 0.71, largest: 6.2 }),
        positions_per_second: 412_345,
        elapsed: Duration::from_secs(830),
        chart: "gen2.svg".into(),
    };
    let stopped = TrainAnswer {
        finished: false,
        begin_error: Some(0.0665),
        scale: None,
        classical_error: None,
        agreement: None,
        rounding: None,
        ..trained.clone()
    };
    let searched = RelabelAnswer {
        path: "trees.qpd".into(),
        statistics: DatasetStatistics {
            games: [0; 3],
            results: [0; 3],
            unplayed: 73_000,
            ..counted().statistics
        },
        searched: 101_000,
        positions: 101_000,
        elapsed: Duration::from_secs(61),
        kept: None,
    };
    let kept = Some("trees.qpd.journal".into());
    let broken_off = RelabelAnswer { searched: 25_600, kept, ..searched.clone() };
    let lesson = |source: &str, games, positions| {
        let mut weights = LearnedWeights::tuned("quarterply 0.1.0".to_owned());
        weights.begin_lesson(source.to_owned(), "lambda 0.7, rate 5, nodes 1000".to_owned());
        let values = weights.values().to_vec();
        weights.learn(&values, games, positions);
        WeightsLesson::from(&weights.lessons()[0])
    };
    let learned = WeightsLearned {
        games: 48,
        positions: 3_904,
        error: 0.021_732,
        stopped: true,
        passed_over: 2,
        elapsed: Duration::from_secs(17),
        of: 100,
    };
    let moved = |group: &str, index, [tuned, now]: [[f64; 2]; 2]| {
        let [tuned, now] = [tuned, now].map(|[mg, eg]| WeightHalves { mg, eg });
        MovedWeight { group: group.to_owned(), index, tuned, now }
    };
    let weights = WeightsAnswer {
        path: "mine.qpw".into(),
        learned: Some(learned),
        undone: None,
        lessons: vec![lesson("games against itself", 200, 16_012), lesson("club.pgn", 48, 3_904)],
        moved: vec![
            moved("tempo", 0, [[19.0, 15.0], [21.375, 14.5]]),
            moved("material", 3, [[450.0, 850.0], [449.25, 851.0]]),
        ],
        in_use: true,
    };
    let (learned, in_use, moved) = (None, false, Vec::new());
    let shown_weights = WeightsAnswer { learned, in_use, moved, ..weights.clone() };
    let (learned, undone) = (None, Some(weights.lessons[1].clone()));
    let lessons = weights.lessons[..1].to_vec();
    let undone = WeightsAnswer { learned, undone, lessons, ..weights.clone() };
    vec![
        ("network", Reply::Network(Box::new(shown))),
        ("network-neuron", Reply::Network(Box::new(neuron))),
        ("data", Reply::Tool(Arc::new(counted()))),
        ("relabel", Reply::Tool(Arc::new(searched.clone()))),
        ("relabel-stopped", Reply::Tool(Arc::new(broken_off))),
        ("learn", Reply::Tool(Arc::new(weights.clone()))),
        ("learn-show", Reply::Tool(Arc::new(shown_weights))),
        ("learn-undo", Reply::Tool(Arc::new(undone))),
        ("train", Reply::Tool(Arc::new(trained))),
        ("train-stopped", Reply::Tool(Arc::new(stopped))),
    ]
}

fn counted() -> DataAnswer {
    let scores =
        std::array::from_fn(|band: usize| 9_u64.saturating_sub(band.abs_diff(8) as u64) * 1_000);
    DataAnswer {
        path: "gen2.qpd".into(),
        statistics: DatasetStatistics {
            games: [400, 350, 390],
            left_out: [11_400, 4_100, 21_000, 900],
            duplicates: 320,
            taken: 73_000,
            held_out: 3_500,
            results: [26_000, 22_000, 20_000],
            unplayed: 5_000,
            phases: [9_000, 20_000, 24_000, 20_000],
            scores,
        },
        cut: vec!["games.qpr: at byte 1944, after 5 whole games: the file is cut short".to_owned()],
    }
}
