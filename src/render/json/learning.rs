//! Networks as objects.

use serde_json::{Value, json};

use crate::eval::network::NetworkRole;
use crate::shell::learning::NetworkReply;
use crate::tools::train::view::origin_members;

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
