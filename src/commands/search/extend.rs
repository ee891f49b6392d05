//! `extend`: user-defined extension rules.

use crate::commands::prelude::*;
use crate::ink::json::Quarters;
use crate::search::typed_rules::{RuleText, TypedRule, TypedRules};

pub(super) const ROW: CommandSpec = row!(Search Safe "extend", "[NAME CONDITIONS... WEIGHT | NAME off | off]":
    "rules of extension of your own: which moves to look deeper at, and by how much",
    details: "All conditions must hold: letters of pieces (BN) or any; takes, takes QR; gives check; near king; \
              passed (a pawn); protected; same-square (where the opponent just moved); from and to with squares, \
              files or ranks (h7, f-h, 6-7), ranks from the mover's side. The weight is ¼ to 2 plies, or 1/½/0 for \
              PV, cut and all nodes.",
    examples: &[
        ("extend sac BN takes P near king ¾", "a bishop or knight takes a pawn beside the king", "sac  BN takes P near king ¾"),
        ("extend h7 any to h7 ½", "whatever goes to h7", "h7  any to h7 ½"),
        ("extend passer P to 6-7 passed ¼", "a passed pawn on its last ranks", "passer  P to 6-7 passed ¼"),
        ("extend storm P to f-h 1/½/0", "by kind of node", "storm  P to f-h 1/½/0"),
        ("extend quiet Q gives check protected ½", "checks by a queen that is guarded", "quiet  Q gives check protected ½"),
        ("extend back takes same-square ¼", "any capture of what has just moved", "back  takes same-square ¼"),
        ("extend heavy QR takes QR ½", "heavy pieces taking heavy pieces", "heavy  QR takes QR ½"),
        ("extend lift R from 1 to 3 ¼", "a rook comes into play over the third rank", "lift  R from 1 to 3 ¼"),
        ("extend sac off", "without that one", ""),
        ("extend", "which there are", ""),
    ],
    completer: Completer::Words(&["off", "any", "takes", "gives", "check", "near", "king", "passed", "protected", "same-square", "from", "to"]),
    terms: free(Concurrent),
    answers: &[LineSchema::of::<TypedAnswer>()],
    read: read);

enum Extend {
    List,
    Add(RuleText),
    Remove(String),
    Clear,
}

fn read(reader: &mut Reader<'_>) -> Result<Command, ParseError> {
    if reader.words.peek().is_none() {
        return Ok(Box::new(|session| Extend::List.act(session)));
    }
    let rest = reader.require_rest("a rule")?;
    match rest.text.split_whitespace().collect::<Vec<_>>()[..] {
        ["off"] => return Ok(Box::new(|session| Extend::Clear.act(session))),
        [name, "off"] => {
            let name = name.to_owned();
            return Ok(Box::new(|session| Extend::Remove(name).act(session)));
        }
        _ => {}
    }
    let rule = RuleText::read(rest.text).map_err(|error| {
        let start = rest.span().start;
        let span = start + error.span.start..start + error.span.end;
        ParseError::at(span, Fault::Argument(error.to_string()))
    })?;
    Ok(Box::new(|session| Extend::Add(rule).act(session)))
}

impl Extend {
    fn act(self, session: &mut Session) -> Result<Effect, CommandError> {
        let now = session.engine.options().params.typed;
        let (rules, shown) = match self {
            Extend::List => return Ok(TypedAnswer::of(now.iter()).into()),
            Extend::Clear => (TypedRules::NONE, None),
            Extend::Remove(name) => match now.iter().find(|typed| typed.rule.name() == name) {
                Some(typed) => (now.without(typed.rule), None),
                None => {
                    let why = format!("no rule is called \"{name}\"; `extend` lists them");
                    return Err(CommandError::refused(why));
                }
            },
            Extend::Add(rule) => {
                let name = rule.name().to_owned();
                (now.with(rule).map_err(CommandError::refused)?, Some(name))
            }
        };
        session.set("extension.typed", &rules.to_string())?;
        // Only a new rule is shown, as `alias` does.
        let is_shown =
            |typed: &&TypedRule| shown.as_deref().is_none_or(|name| typed.rule.name() == name);
        Ok(TypedAnswer::of(rules.iter().filter(is_shown)).into())
    }
}

/// User-defined extension rules.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TypedAnswer {
    rules: Vec<TypedRow>,
}

/// a rule of extension that was typed
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "typed-rule"))]
struct TypedRow {
    rule: &'static str,
    /// As it was typed, with its weight.
    conditions: &'static str,
    /// What it adds at PV, cut and all nodes.
    quarters: [Quarters; 3],
}

impl TypedAnswer {
    fn of<'a>(rules: impl Iterator<Item = &'a TypedRule>) -> TypedAnswer {
        let row = |typed: &TypedRule| TypedRow {
            rule: typed.rule.name(),
            conditions: typed.text,
            quarters: typed.weights().map(Quarters),
        };
        TypedAnswer { rules: rules.map(row).collect() }
    }
}

impl Answer for TypedAnswer {
    const TYPE: &str = "typed-rules";

    fn page(&self, settings: &Settings) -> Page {
        if self.rules.is_empty() {
            let none = Line::plain("no rules of your own; see `help extend`");
            return Page::of_wrapped(none, settings, 2);
        }
        let mut table = TextTable::new(&[Align::Left, Align::Left]);
        for row in &self.rules {
            table.row(vec![Line::of(Role::Extension, row.rule), Line::plain(row.conditions)]);
        }
        table.page(settings.width)
    }
}
