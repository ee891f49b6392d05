//! Sample answers about networks.

use quarterply::commands::settings::network::NetworkAnswer;
use quarterply::eval::Network;
use quarterply::eval::network::shape::HEADS;
use quarterply::eval::network::{NetworkRole, weight_count};
use quarterply::shell::Reply;
use quarterply::store::{NetworkOrigin, SavedNetwork};

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
        Network::new(64, &vec![1; weight_count(64)], [0; HEADS], 190, NetworkRole::Value).unwrap();
    let saved = SavedNetwork { origin, network };
    vec![("network", NetworkAnswer::of(Some("gen2.qpn".into()), saved, true).into())]
}
