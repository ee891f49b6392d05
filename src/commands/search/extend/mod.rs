//! `extend`: user-defined extension rules, and whether a rule helps.

pub mod trial;

#[cfg(test)]
mod tests;

use trial::{RuleTrial, RuleTrialAnswer};

use crate::commands::prelude::*;
use crate::ink::json::Quarters;
use crate::search::Params;
use crate::search::rule_reach::Reach;
use crate::search::typed_rules::{RuleText, TypedRule, TypedRules};

pub(super) const ROW: CommandSpec = row!(Search Safe "extend", "[NAME CONDITIONS... WEIGHT | NAME off | off | test RULE FILE [NODES]]":
    "rules of extension of your own: which moves to look deeper at, and by how much",
    details: "Conditions, all required: pieces (BN) or any; takes, takes QR; gives check; near king; passed; protected; \
              same-square (where the opponent moved); from, to with squares, files or ranks (f-h, 6-7) of the \
              mover. Weight: ¼ to 2 plies, or 1/½/0 at PV, cut and all nodes. `test` counts gain on bm, am, dm \
              records and cost on quiet positions.",
    examples: &[
        ("extend sac BN takes P near king ¾", "a bishop or knight takes a pawn beside the king", "sac  BN takes P near king ¾"),
        ("extend h7 any to h7 ½", "whatever goes to h7", "h7  any to h7 ½"),
        ("extend passer P to 6-7 passed ¼", "a passed pawn on its last ranks", "passer  P to 6-7 passed ¼"),
        ("extend storm P to f-h 1/½/0", "by kind of node", "storm  P to f-h 1/½/0"),
        ("extend guarded Q gives check protected 1¼", "a guarded queen's checks, more than `check` gives", "guarded  Q gives check protected 1¼"),
        ("extend back takes same-square ¼", "any capture of what has just moved", "back  takes same-square ¼"),
        ("extend heavy QR takes QR ½", "heavy pieces taking heavy pieces", "heavy  QR takes QR ½"),
        ("extend lift R from 1 to 3 ¼", "a rook comes into play over the third rank", "lift  R from 1 to 3 ¼"),
        ("extend test sac wac.epd 1k", "what it gains and costs, with 1,000 nodes each", ""),
        ("extend sac off", "without that one", ""),
        ("extend", "which there are", ""),
    ],
    completer: Completer::Words(&["off", "test", "any", "takes", "gives", "check", "near", "king", "passed", "protected", "same-square", "from", "to"]),
    terms: free(Concurrent),
    answers: &[LineSchema::of::<TypedAnswer>(), LineSchema::of::<RuleTrialAnswer>()],
    read: read);

enum Extend {
    List,
    Add(RuleText),
    Remove(String),
    Clear,
    Test(RuleTrial),
}

fn read(reader: &mut Reader<'_>) -> Parsed {
    if reader.words.peek().is_none() {
        return Ok(Box::new(|session| Extend::List.act(session)));
    }
    if reader.words.next_if("test") {
        let trial = RuleTrial::read(reader)?;
        return Ok(Box::new(|session| Extend::Test(trial).act(session)));
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
    fn act(self, session: &mut Session) -> Acted {
        let params = &session.engine.options().params;
        let now = params.typed;
        let (rules, shown) = match self {
            Extend::List => return Ok(TypedAnswer::of(params, None).into()),
            Extend::Test(trial) => {
                let rows = TypedAnswer::of(params, Some(&trial.rule)).rules;
                let verdict = rows.iter().find_map(|row| row.verdict().filter(|_| row.is_idle()));
                return match verdict {
                    Some(verdict) => Err(CommandError::refused(verdict)),
                    None => trial.begin(session),
                };
            }
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
        Ok(TypedAnswer::of(&session.engine.options().params, shown.as_deref()).into())
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
    /// Whether it can change a search there: whether no other rules add as much wherever it fires.
    can_matter: [bool; 3],
    /// The other rules that add as much where it cannot. None are named if no move meets the conditions.
    covered_by: Vec<&'static str>,
}

impl TypedAnswer {
    /// The typed rules in force, or the one of this name.
    fn of(params: &Params, name: Option<&str>) -> TypedAnswer {
        let row = |typed: &TypedRule| {
            let Reach { kinds, covered_by } = params.typed.reach(&params.extensions, typed);
            TypedRow {
                rule: typed.rule.name(),
                conditions: typed.text,
                quarters: typed.weights().map(Quarters),
                can_matter: kinds,
                covered_by: covered_by.iter().map(|rule| rule.name()).collect(),
            }
        };
        let shown =
            params.typed.iter().filter(|typed| name.is_none_or(|name| typed.rule.name() == name));
        TypedAnswer { rules: shown.map(row).collect() }
    }
}

impl TypedRow {
    fn is_idle(&self) -> bool {
        self.can_matter == [false; 3]
    }

    /// Says where the rule cannot change a search, and why.
    fn verdict(&self) -> Option<String> {
        let kinds = ["PV", "cut", "all"].iter().zip(self.can_matter);
        let idle: Vec<&str> = kinds.filter(|(_, can)| !can).map(|(kind, _)| *kind).collect();
        let at = if self.is_idle() {
            String::new()
        } else {
            format!(" at {} nodes", idle.join(" and "))
        };
        let why = match &self.covered_by[..] {
            [] if self.is_idle() => "no move meets its conditions, or its weight is 0".to_owned(),
            [] => return None,
            rules => {
                format!("as much comes from {}, and only the largest counts", rules.join(" and "))
            }
        };
        Some(format!("{} cannot matter{at}: {why}", self.rule))
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
        let mut page = table.page(settings.width);
        for verdict in self.rules.iter().filter_map(TypedRow::verdict) {
            page.wrapped(Line::of(Role::Caution, verdict), settings, 2);
        }
        page
    }
}
