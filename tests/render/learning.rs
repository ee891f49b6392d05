//! Made-up answers about networks.

use std::time::Duration;

use quarterply::commands::settings::network::NetworkAnswer;
use quarterply::eval::Network;
use quarterply::eval::network::{NetworkRole, weight_count};
use quarterply::ink::json::{FilePath, Milliseconds};
use quarterply::shell::Reply;
use quarterply::store::learned_weights::LearnedWeights;
use quarterply::store::{NetworkOrigin, SavedNetwork};
use quarterply::tools::learn::TdLeafStep;
use quarterply::tools::learn::view::{
    MovedWeight, WeightHalves, WeightsAnswer, WeightsLearned, WeightsLesson,
};

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
    let saved = SavedNetwork { origin, network };
    let network =
        |neuron| NetworkAnswer::of(Some("gen2.qpn".into()), saved.clone(), true, neuron).into();
    let lesson = |source: &str, games, positions| {
        let mut weights = LearnedWeights::tuned("quarterply 0.1.0".to_owned());
        weights.begin_lesson(source.to_owned(), "lambda 0.7, rate 5, nodes 1000".to_owned());
        let values = weights.values().to_vec();
        weights.learn(&values, games, positions);
        WeightsLesson::from(&weights.lessons()[0])
    };
    let learned = WeightsLearned {
        step: TdLeafStep { games: 1, positions: 39, error: 0.021_732 },
        elapsed: Milliseconds(Duration::from_secs(17)),
    };
    let moved = |group: &str, index, [tuned, now]: [[f64; 2]; 2]| {
        let [tuned, now] = [tuned, now].map(|[mg, eg]| WeightHalves { mg, eg });
        MovedWeight { group: group.to_owned(), index, tuned, now }
    };
    let weights = WeightsAnswer {
        path: FilePath("mine.qpw".into()),
        learned: Some(learned),
        lessons: vec![
            lesson("games against itself", 200, 16_012),
            lesson("a game at the prompt", 1, 39),
        ],
        moved: vec![
            moved("tempo", 0, [[19.0, 15.0], [21.375, 14.5]]),
            moved("material", 3, [[450.0, 850.0], [449.25, 851.0]]),
        ],
        in_use: true,
    };
    let (learned, in_use, moved) = (None, false, Vec::new());
    let shown_weights = WeightsAnswer { learned, in_use, moved, ..weights.clone() };
    vec![
        ("network", network(None)),
        ("network-neuron", network(Some(5))),
        ("learn", weights.into()),
        ("learn-show", shown_weights.into()),
    ]
}
