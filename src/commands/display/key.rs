//! `key`: the hash keys of the position.

use crate::commands::prelude::*;
use crate::ink::json::HashKey;

pub(super) const ROW: CommandSpec = row!(Display Safe "key":
"the hash keys of the position",
answers: &[LineSchema::of::<KeyAnswer>()],
read: |_| Ok(Box::new(|session| {
    let position = session.position();
    let (key, pawn_key) = (HashKey(position.key()), HashKey(position.pawn_key()));
    Ok(KeyAnswer { key, pawn_key }.into())
})));

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct KeyAnswer {
    pub key: HashKey,
    pub pawn_key: HashKey,
}

impl Answer for KeyAnswer {
    const TYPE: &str = "key";

    fn page(&self, _settings: &Settings) -> Page {
        let mut page = Page::new();
        for (name, key) in [("position", self.key), ("pawns", self.pawn_key)] {
            page.push(Line::named(format!("{name:<9}"), format!("{:016x}", key.0)));
        }
        page
    }
}
