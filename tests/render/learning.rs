//! Made-up answers about networks.

use std::sync::Arc;
use std::time::Duration;

use quarterply::eval::Network;
use quarterply::eval::network::{NetworkRole, weight_count};
use quarterply::shell::Reply;
use quarterply::shell::learning::{
    LearningReply, MovedWeight, NetworkReply, TrainReply, WeightsDone, WeightsReply,
};
use quarterply::store::learned_weights::LearnedWeights;
use quarterply::store::{NetworkOrigin, SavedNetwork};
use quarterply::workshop::data::{DataAnswer, DatasetStatistics};
use quarterply::workshop::learn::td_leaf::TdLeafStep;
use quarterply::workshop::relabel::view::RelabelAnswer;
use quarterply::workshop::train::Rounding;

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
    let shown = NetworkReply { path: Some("gen2.qpn".into()), saved, in_use: true };
    let trained = TrainReply {
        path: "gen2.qpn".into(),
        origin,
        positions: (11_400_000, 100_000),
        losses: vec![(0.081, 0.072), (0.069, 0.068), (0.066, 0.067)],
        rounding: Some((
            Rounding {
                mean_error: 0.71,
                largest_error: 6.2,
                classical_error: 0.0719,
                agreement: 0.931,
            },
            190,
        )),
        speed: 412_345.0,
        elapsed: Duration::from_secs(830),
        chart: "gen2.svg".into(),
    };
    let stopped = TrainReply { rounding: None, ..trained.clone() };
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
        weights.lessons()[0].clone()
    };
    let step = TdLeafStep { games: 48, positions: 3_904, error: 0.021_732 };
    let elapsed = Duration::from_secs(17);
    let weights = WeightsReply {
        path: "mine.qpw".into(),
        done: WeightsDone::Learned { step, games: 100, passed_over: 2, elapsed },
        lessons: vec![lesson("games against itself", 200, 16_012), lesson("club.pgn", 48, 3_904)],
        moved: vec![
            MovedWeight { group: ("TEMPO", 0), tuned: [19.0, 15.0], now: [21.375, 14.5] },
            MovedWeight { group: ("MATERIAL", 3), tuned: [450.0, 850.0], now: [449.25, 851.0] },
        ],
        in_use: true,
    };
    let (done, in_use) = (WeightsDone::Shown, false);
    let shown_weights = WeightsReply { done, in_use, moved: Vec::new(), ..weights.clone() };
    let done = WeightsDone::Undone(weights.lessons[1].clone());
    let lessons = weights.lessons[..1].to_vec();
    let undone = WeightsReply { done, lessons, ..weights.clone() };
    let learning = |reply| Reply::Learning(reply);
    vec![
        ("network", learning(LearningReply::Network(Box::new(shown)))),
        ("data", Reply::Tool(Arc::new(counted()))),
        ("relabel", Reply::Tool(Arc::new(searched.clone()))),
        ("relabel-stopped", Reply::Tool(Arc::new(broken_off))),
        ("learn", learning(LearningReply::Weights(Box::new(weights.clone())))),
        ("learn-show", learning(LearningReply::Weights(Box::new(shown_weights)))),
        ("learn-undo", learning(LearningReply::Weights(Box::new(undone)))),
        ("train", learning(LearningReply::Train(Box::new(trained)))),
        ("train-stopped", learning(LearningReply::Train(Box::new(stopped)))),
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
