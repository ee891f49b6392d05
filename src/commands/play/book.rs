//! `book`: the opening books' moves for the position, and edits of them.

use std::path::PathBuf;

use crate::chess::{Game, Move, Position, san};
use crate::commands::prelude::*;
use crate::commands::settings::set;
use crate::control::quantity::{self, MOST_NODES};
use crate::engine::book::{BookPage, BookPageMove};
use crate::ink::json::{Fen, FilePath, OpeningForm, PlayedMove, SidedScore};
use crate::ink::movetext;
use crate::ink::number::{counted, grouped, per_mille};
use crate::ink::title::opening;
use crate::oracle::book::{BookChange, Results, polyglot};
use crate::oracle::{Opening, opening_at, opening_of};

pub(super) const ROW: CommandSpec = row!(Play Reveals "book" | "bk", "[NODES|on|off|forget] | add MOVE [N] | weight MOVE N | remove|reset MOVE | save FILE [--force]":
    "the moves of the opening book here, with weights, results and our own score; change them",
    details: "Shows the books of BookFile; the engine plays from them with OwnBook (`book on`). Each move is searched for NODES \
              (10k; 0 for none). Edits go to the file of BookEdits, not into the books, and `reset` undoes them. With BookLearn, \
              games change which moves are played; `forget` undoes that. `save FILE` writes books and edits as one Polyglot \
              file.",
    examples: &[("book", "the moves here", "from lines · the engine does not play from it…"),
        ("book add h4 2", "play it now and then", ""),
        ("book weight e4 0", "known and answered, never played", "")],
    completer: Completer::Words(&[
        "on", "off", "add", "weight", "remove", "reset", "forget", "save", "--force",
    ]),
    terms: free(Concurrent),
    answers: &[LineSchema::of::<BookAnswer>(), LineSchema::of::<BookForgotten>(), LineSchema::of::<BookSaved>()],
    read: read);

/// Default nodes per move of a list.
const NODES: u64 = 10_000;

fn read(reader: &mut Reader<'_>) -> Parsed {
    let list = |reader: &mut Reader<'_>, nodes: u64| -> Command {
        reader.terms = needs(Concurrent);
        Box::new(move |session| page(session, nodes))
    };
    let Some(word) = reader.take() else { return Ok(list(reader, NODES)) };
    const MOST: u64 = u16::MAX as u64;
    Ok(match word.text {
        "on" | "off" => {
            let value = if word.text == "on" { "true" } else { "false" };
            let option = ("OwnBook".to_owned(), value.to_owned());
            Box::new(|session| set::act(session, option))
        }
        "add" => {
            let mv = legal_move(reader)?;
            let weight = reader.take().map(|word| within(word, "the weight", 0, MOST));
            let weight = weight.transpose()?.map(|weight| weight as u16);
            Box::new(move |session| add(session, mv, weight))
        }
        "weight" => {
            let mv = legal_move(reader)?;
            let weight = reader.number("the weight", 0, MOST)? as u16;
            Box::new(move |session| change_known(session, mv, BookChange::Weight(weight)))
        }
        "remove" => {
            let mv = legal_move(reader)?;
            Box::new(move |session| change_known(session, mv, BookChange::Removed))
        }
        "reset" => {
            let mv = legal_move(reader)?;
            Box::new(move |session| change(session, mv, None))
        }
        "forget" => Box::new(|session| {
            let moves = session.engine.own_book()?.notebook().update(|edits| edits.forget())?;
            Ok(BookForgotten { moves }.into())
        }),
        "save" => {
            let path = reader.path()?;
            Box::new(|session| save(session, path))
        }
        text if quantity::count(text).is_some() => {
            list(reader, within(word, "the number of nodes", 0, MOST_NODES)?)
        }
        _ => return Err(reader.unexpected(word)),
    })
}

fn legal_move(reader: &mut Reader<'_>) -> Result<Move, ParseError> {
    let word = reader.require("a move")?;
    reader.legal_move(word)
}

/// Adds a move to the book, with this weight or that of the heaviest move here.
fn add(session: &mut Session, mv: Move, weight: Option<u16>) -> Acted {
    let page = known_moves(session)?;
    if let Some(known) = page.moves.iter().find(|row| row.found.mv == mv) {
        let (san, weight) = (san(session.position(), mv), known.found.weight);
        return Err(CommandError::refused(format!(
            "{san} is in the book here already, with weight {weight}; `book weight {san} N` changes that"
        )));
    }
    let heaviest = page.moves.iter().map(|row| row.found.weight).max();
    let weight = weight.or(heaviest).unwrap_or(1).max(u16::from(weight.is_none()));
    change(session, mv, Some(BookChange::Weight(weight)))
}

/// Writes the books in use, with all edits, as one Polyglot book.
fn save(session: &mut Session, path: PathBuf) -> Acted {
    let book = session.engine.own_book()?.merged();
    let book = book.map_err(|error| CommandError::content(&path, error))?;
    let bytes = polyglot::write(&book);
    session.files.written.make(&path, &bytes)?;
    let (moves, positions) = (book.entries().len(), book.positions());
    Ok(BookSaved { path: FilePath(path), moves, positions }.into())
}

fn known_moves(session: &mut Session) -> Result<BookPage, CommandError> {
    let variety = session.engine.options().book_variety;
    let game = session.timeline.game().clone();
    Ok(session.engine.own_book()?.page(&game, variety))
}

fn change_known(session: &mut Session, mv: Move, changed: BookChange) -> Acted {
    if known_moves(session)?.moves.iter().any(|row| row.found.mv == mv) {
        return change(session, mv, Some(changed));
    }
    let san = san(session.position(), mv);
    Err(CommandError::refused(format!(
        "{san} is not in the book here; `book add {san}` puts it there"
    )))
}

/// Edits the entry of a move; `None` undoes the edits.
fn change(session: &mut Session, mv: Move, change: Option<BookChange>) -> Acted {
    let position = *session.position();
    let update = session.engine.own_book()?.notebook().update(|edits| {
        let known = edits.of(&position).iter().find(|edited| edited.mv == mv);
        let changed = known.is_some_and(|edited| edited.change.is_some());
        edits.change(&position, mv, change);
        changed
    });
    if !update? && change.is_none() {
        let san = san(&position, mv);
        return Err(CommandError::refused(format!(
            "nothing about {san} was changed here; `book` lists what the books have"
        )));
    }
    page(session, 0)
}

/// Lists the moves of the position, each searched for `nodes` nodes; zero searches none.
pub fn page(session: &mut Session, nodes: u64) -> Acted {
    let mut page = known_moves(session)?;
    let (game, chess960) = (session.timeline.game().clone(), session.is_chess960());
    let options = session.engine.options().clone();
    if nodes == 0 || page.moves.is_empty() {
        return Ok(BookAnswer::of(&game, page, options.own_book, chess960).into());
    }
    session.start_task(move |context| {
        let items = page.moves.len();
        context.begin("book", items);
        page.score(&game, (&options, nodes), &context.stop, &mut |done| context.done(done));
        Ok(BookAnswer::of(&game, page, options.own_book, chess960).into())
    })
}

/// The moves of the books in a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(with = "BookForm"))]
#[serde(into = "BookForm")]
pub struct BookAnswer {
    pub position: Position,
    pub opening: Option<Opening>,
    pub page: BookPage,
    /// The opening after each of them, if its name changes.
    pub names: Vec<Option<Opening>>,
    /// The engine plays from the book.
    pub plays: bool,
    pub chess960: bool,
}

impl BookAnswer {
    fn of(game: &Game, page: BookPage, plays: bool, chess960: bool) -> BookAnswer {
        let position = *game.position();
        let opening = opening_of(game).cloned();
        let name_after = |mv: Move| {
            let name = opening_at(&position.play(mv))?;
            (opening.as_ref() != Some(name)).then(|| name.clone())
        };
        let names = page.moves.iter().map(|row| name_after(row.found.mv)).collect();
        BookAnswer { position, opening, page, names, plays, chess960 }
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct BookForm {
    fen: Fen,
    source: Option<String>,
    opening: Option<OpeningForm>,
    /// The engine plays from the book.
    own_book: bool,
    moves: Vec<BookMoveForm>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "book-move"))]
struct BookMoveForm {
    #[serde(flatten)]
    mv: PlayedMove,
    weight: u16,
    permille: u32,
    results: ResultsForm,
    /// Of games that were played with BookLearn.
    learned: ResultsForm,
    score: Option<SidedScore>,
    /// What the opening is called after it, where that is another name.
    opening: Option<OpeningForm>,
}

/// how games ended, as the side that made the move sees it
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "results"))]
struct ResultsForm {
    wins: u32,
    draws: u32,
    losses: u32,
}

impl From<Results> for ResultsForm {
    fn from(Results { wins, draws, losses }: Results) -> ResultsForm {
        ResultsForm { wins, draws, losses }
    }
}

impl From<BookAnswer> for BookForm {
    fn from(answer: BookAnswer) -> BookForm {
        let BookAnswer { position, opening, page, names, plays, chess960 } = answer;
        let moves = page.moves.into_iter().zip(names).map(|(row, name)| BookMoveForm {
            mv: PlayedMove { before: position, mv: row.found.mv, chess960 },
            weight: row.found.weight,
            permille: row.permille,
            results: row.found.results.into(),
            learned: row.found.learned.into(),
            score: row.score.map(|score| SidedScore::exact(score, position.turn())),
            opening: name.map(OpeningForm::from),
        });
        BookForm {
            fen: Fen(position),
            source: page.source,
            opening: opening.map(OpeningForm::from),
            own_book: plays,
            moves: moves.collect(),
        }
    }
}

impl Answer for BookAnswer {
    const TYPE: &str = "book";

    fn page(&self, settings: &Settings) -> Page {
        let mut facts = Vec::new();
        facts.extend(self.opening.as_ref().map(opening));
        let source = match (&self.page.source, self.page.moves.is_empty()) {
            (Some(source), _) => format!("from {source}"),
            (None, true) => "no book knows this position".to_owned(),
            (None, false) => "added by hand".to_owned(),
        };
        facts.push(Line::of(Role::Dim, source));
        let plays = if self.plays {
            "the engine plays from it"
        } else {
            "the engine does not play from it (`book on`)"
        };
        facts.push(Line::of(Role::Dim, plays));
        let mut page = Page::of_facts(facts, settings);
        if !self.page.moves.is_empty() {
            page.append(moves(self, settings));
        }
        page
    }
}

/// A column: whether it is shown, its heading, and its text for a move.
type Column<'a> = (bool, &'static str, &'a dyn Fn(usize, &BookPageMove) -> Line);

fn moves(reply: &BookAnswer, settings: &Settings) -> Page {
    let rows = &reply.page.moves;
    let turn = reply.position.turn();
    let [narrow, middle, wide] = [36, 60, 80].map(|columns| !settings.narrower_than(columns));
    let games = middle && rows.iter().any(|row| row.found.results.games() > 0);
    let learned = middle && rows.iter().any(|row| row.found.learned.games() > 0);
    let scored = narrow && rows.iter().any(|row| row.score.is_some());
    let name = |place: usize| reply.names.get(place).and_then(Option::as_ref);
    let columns: [Column<'_>; 8] = [
        (true, "move", &|_, row| movetext::numbered(&reply.position, row.found.mv, settings)),
        (narrow, "weight>", &|_, row| Line::plain(row.found.weight.to_string())),
        (true, "played>", &|_, row| share(row.permille)),
        (games, "games>", &|_, row| Line::plain(grouped(row.found.results.games()))),
        (games && wide, "won/drawn/lost>", &|_, row| results(row.found.results)),
        (learned, "learned>", &|_, row| results(row.found.learned)),
        (scored, "score>", &|_, row| {
            row.score.map_or_else(Line::new, |score| settings.score(score, turn))
        }),
        (middle, "", &|place, _| name(place).map_or_else(Line::new, opening)),
    ];
    let shown: Vec<&Column<'_>> = columns.iter().filter(|(is_shown, ..)| *is_shown).collect();
    let heads: Vec<&str> = shown.iter().map(|(_, head, _)| *head).collect();
    let mut table = TextTable::headed(&heads.join("|"));
    for (place, row) in rows.iter().enumerate() {
        table.row(shown.iter().map(|(.., cell)| cell(place, row)).collect());
    }
    table.page(settings.width)
}

fn share(permille: u32) -> Line {
    match permille {
        0 => Line::of(Role::Dim, "0%"),
        permille => Line::of(Role::Strong, per_mille(permille)),
    }
}

fn results(results: Results) -> Line {
    match results.games() {
        0 => Line::new(),
        _ => Line::plain(format!("+{} ={} -{}", results.wins, results.draws, results.losses)),
    }
}

/// What was learned of so many moves is forgotten.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BookForgotten {
    pub moves: usize,
}

impl Answer for BookForgotten {
    const TYPE: &str = "book-forgotten";

    fn page(&self, _settings: &Settings) -> Page {
        Page::of(Line::plain(match self.moves {
            0 => "nothing had been learned".to_owned(),
            moves => format!("what was learned of {} is forgotten", counted(moves, "move")),
        }))
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BookSaved {
    pub path: FilePath,
    pub moves: usize,
    pub positions: usize,
}

impl Answer for BookSaved {
    const TYPE: &str = "book-saved";

    fn page(&self, settings: &Settings) -> Page {
        let facts = [
            Line::named("saved ", self.path.0.display().to_string()),
            Line::plain(counted(self.moves, "move")),
            Line::plain(counted(self.positions, "position")),
        ];
        Page::of_facts(facts, settings)
    }
}
