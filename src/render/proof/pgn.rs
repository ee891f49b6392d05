//! A proof as one game of PGN: the longest line is the game, every other defence a variation.

use super::export;
use crate::chess::{Color, Position, san};
use crate::layout::exhibit::Exhibit;
use crate::layout::tree::{Attack, Continuation, Defence, DefenceGroup, Threat, Trunk};
use crate::proof::PositionId;
use crate::proof::position_id::PositionSet;

/// Lines are no longer than this, as the standard has it.
const COLUMNS: usize = 80;

pub(super) fn text(exhibit: &Exhibit) -> String {
    let mut tokens = PgnTokens::default();
    match &exhibit.tree.trunk {
        Trunk::Attack(attack) => tokens.attack(&exhibit.tree.start, attack),
        Trunk::Defence(defence) => tokens.defence(defence),
    }
    let mut about = PgnTokens::default();
    about.comment(&export::known(exhibit));
    let (shown, all) = (tokens.shown.len(), exhibit.proof.positions());
    if shown < all {
        about.comment(&format!(
            "{shown} of the {all} positions of the proof; the .jsonl form holds all of them"
        ));
    }
    tokens.words.splice(..0, about.words);
    let result = if exhibit.proof.attacker() == Color::White { "1-0" } else { "0-1" };
    tokens.words.push(result.to_owned());
    format!("{}\n{}", headers(exhibit, result), tokens.wrapped())
}

fn headers(exhibit: &Exhibit, result: &str) -> String {
    let variant = if exhibit.chess960 { "[Variant \"Chess960\"]\n" } else { "" };
    format!(
        "[Event \"{}\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n\
         [Result \"{result}\"]\n{variant}[SetUp \"1\"]\n[FEN \"{}\"]\n[Annotator \"{}\"]\n",
        export::title(exhibit),
        exhibit.proof.root().to_fen(),
        export::program(),
    )
}

struct PgnTokens {
    words: Vec<String>,
    /// The next move needs its number, whoever makes it.
    numbered: bool,
    /// Positions of the attacker that are played from.
    shown: PositionSet,
}

impl Default for PgnTokens {
    fn default() -> PgnTokens {
        PgnTokens { words: Vec::new(), numbered: true, shown: PositionSet::default() }
    }
}

impl PgnTokens {
    fn mv(&mut self, position: &Position, mv: crate::chess::Move) {
        let number = position.fullmoves();
        if position.turn() == Color::White {
            self.words.push(format!("{number}."));
        } else if self.numbered {
            self.words.push(format!("{number}..."));
        }
        self.numbered = false;
        self.words.push(san(position, mv));
    }

    fn comment(&mut self, text: &str) {
        // A brace would end the comment; no text of the program has one.
        let text = text.replace(['{', '}'], "");
        self.words.extend(format!("{{{text}}}").split(' ').map(str::to_owned));
        self.numbered = true;
    }

    fn attack(&mut self, position: &Position, attack: &Attack) {
        self.mv(position, attack.mv);
        self.shown.insert(PositionId::of(position));
        if !attack.duals.is_empty() {
            let duals: Vec<String> = attack.duals.iter().map(|&mv| san(position, mv)).collect();
            self.comment(&format!("or {}", duals.join(", ")));
        }
        match &attack.play {
            Continuation::Mate => {}
            Continuation::Folded(_) => {
                self.comment(&format!("mate in {}, left out here", attack.mate))
            }
            Continuation::Open(defence) => self.defence(defence),
        }
    }

    fn defence(&mut self, defence: &Defence) {
        match &defence.threat {
            Threat::Zugzwang => self.comment("zugzwang"),
            Threat::Mate { moves, .. } => {
                if let Some(passed) = defence.position.pass() {
                    let sans: Vec<String> = moves.iter().map(|&mv| san(&passed, mv)).collect();
                    self.comment(&format!("threat {}", sans.join(", ")));
                }
            }
            Threat::Check | Threat::Unknown => {}
        }
        let Some((main, others)) = defence.groups.split_first() else { return };
        self.reply(defence, main);
        for other in others {
            self.words.push("(".to_owned());
            self.numbered = true;
            self.reply(defence, other);
            self.answer(defence, other);
            self.words.push(")".to_owned());
            self.numbered = true;
        }
        self.answer(defence, main);
    }

    /// The first defence of a group; the others are named beside it.
    fn reply(&mut self, defence: &Defence, group: &DefenceGroup) {
        self.mv(&defence.position, group.defences[0]);
        if group.defences.len() > 1 {
            let others = group.defences[1..].iter().map(|&mv| san(&defence.position, mv));
            self.comment(&format!("likewise {}", others.collect::<Vec<_>>().join(", ")));
        }
    }

    fn answer(&mut self, defence: &Defence, group: &DefenceGroup) {
        self.attack(&defence.position.play(group.defences[0]), &group.answer);
    }

    /// Words in lines, parentheses close to what they enclose.
    fn wrapped(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut opened = false;
        for word in &self.words {
            match words.last_mut() {
                Some(last) if opened || word == ")" => last.push_str(word),
                _ => words.push(word.clone()),
            }
            opened = word == "(";
        }
        let mut text = String::new();
        let mut column = 0;
        for word in words {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > COLUMNS {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(&word);
            column += width;
        }
        text.push('\n');
        text
    }
}
