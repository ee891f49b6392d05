//! Networks as objects.

use serde_json::{Value, json};

use crate::eval::network::NetworkRole;
use crate::shell::learning::NetworkReply;
use crate::store::NetworkOrigin;

pub(super) fn network(reply: &NetworkReply) -> Value {
    json!({
        "path": reply.path.as_ref().map(|path| path.display().to_string()),
        "width": reply.saved.network.width(),
        "scale": reply.saved.network.scale(),
        "residual": reply.saved.network.role() == NetworkRole::Residual,
        "in_use": reply.in_use,
        "origin": origin_members(&reply.saved.origin),
        "neuron": reply.shown().map(|(number, weights)| json!({ "number": number, "weights": weights })),
    })
}

/// Where a network comes from.
fn origin_members(origin: &NetworkOrigin) -> Value {
    let NetworkOrigin { generation, seed, positions, data, commands, written_by } = origin;
    json!({
        "generation": generation,
        "seed": seed.to_string(),
        "positions": positions,
        "data": data,
        "commands": commands,
        "written_by": written_by,
    })
}
