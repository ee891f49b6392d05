//! `book`: what the opening books have here, and changes to them.

use std::path::Path;

use super::{CommandError, Effect, News, Session};
use crate::chess::{Game, Move, san};
use crate::engine::book::BookPage;
use crate::oracle::book::choice::Variety;
use crate::oracle::book::{BookChange, openings, polyglot};
use crate::shell::book::{BookPageReply, BookReply, BookUse};
use crate::shell::reply::Reply;
use crate::tools::tool::{ToolError, ToolNews};

impl Session {
    pub(super) fn book(&mut self, usage: BookUse) -> Result<Effect, CommandError> {
        match usage {
            BookUse::Show { nodes } => self.book_page(nodes),
            BookUse::Add { mv, weight } => {
                let page = self.known_moves()?;
                if let Some(known) = page.moves.iter().find(|row| row.found.mv == mv) {
                    return Err(CommandError::InBook {
                        san: san(self.position(), mv),
                        weight: known.found.weight,
                    });
                }
                let heaviest = page.moves.iter().map(|row| row.found.weight).max();
                let weight = weight.or(heaviest).unwrap_or(1).max(u16::from(weight.is_none()));
                self.change_book(mv, Some(BookChange::Weight(weight)))
            }
            BookUse::Weigh { mv, weight } => {
                self.require_in_book(mv)?;
                self.change_book(mv, Some(BookChange::Weight(weight)))
            }
            BookUse::Remove(mv) => {
                self.require_in_book(mv)?;
                self.change_book(mv, Some(BookChange::Removed))
            }
            BookUse::Reset(mv) => self.change_book(mv, None),
            BookUse::Forget => {
                let forgotten =
                    self.engine.own_book()?.notebook().update(|edits| edits.forget())?;
                Ok(Reply::Book(BookReply::Forgotten(forgotten)).into())
            }
            BookUse::Save(path) => self.save_book(&path),
        }
    }

    fn known_moves(&mut self) -> Result<BookPage, CommandError> {
        let variety = Variety::percent(self.engine.options().book_variety);
        let game = self.game().clone();
        Ok(self.engine.own_book()?.page(&game, variety))
    }

    fn require_in_book(&mut self, mv: Move) -> Result<(), CommandError> {
        if self.known_moves()?.moves.iter().any(|row| row.found.mv == mv) {
            return Ok(());
        }
        Err(CommandError::NotInBook { san: san(self.position(), mv) })
    }

    fn change_book(
        &mut self,
        mv: Move,
        change: Option<BookChange>,
    ) -> Result<Effect, CommandError> {
        let position = *self.position();
        let update = self.engine.own_book()?.notebook().update(|edits| {
            let known = edits.of(&position).iter().find(|edited| edited.mv == mv);
            let changed = known.is_some_and(|edited| edited.change.is_some());
            edits.change(&position, mv, change);
            changed
        });
        if !update? && change.is_none() {
            return Err(CommandError::NoBookChange { san: san(&position, mv) });
        }
        self.book_page(0)
    }

    fn book_page(&mut self, nodes: u64) -> Result<Effect, CommandError> {
        let mut page = self.known_moves()?;
        let game = self.game().clone();
        let options = self.engine.options().clone();
        if nodes == 0 || page.moves.is_empty() {
            return Ok(page_reply(&game, page, options.own_book).into());
        }
        self.start_task(move |context| {
            let items = page.moves.len();
            context.tell(News::Tool(ToolNews::Begin { what: "book".to_owned(), items }));
            page.score(&game, (&options, nodes), &context.stop, &mut |done| {
                context.tell(News::Tool(ToolNews::Done(done)));
            });
            Ok(page_reply(&game, page, options.own_book).into())
        })
    }

    fn save_book(&mut self, path: &Path) -> Result<Effect, CommandError> {
        let book = self.engine.own_book()?.merged();
        let book = book.map_err(|error| ToolError::content(path, error))?;
        self.write_file(path, &polyglot::write(&book), self.files.is_forced())?;
        let (moves, positions) = (book.entries().len(), book.positions());
        let path = path.to_owned();
        Ok(Reply::Book(BookReply::Saved { path, moves, positions }).into())
    }
}

fn page_reply(game: &Game, page: BookPage, plays: bool) -> Reply {
    let position = *game.position();
    let opening = openings().ok().and_then(|lines| lines.opening_of(game)).cloned();
    let name_after = |mv: Move| {
        let name = openings().ok()?.name(&position.play(mv))?;
        (opening.as_ref() != Some(name)).then(|| name.clone())
    };
    let names = page.moves.iter().map(|row| name_after(row.found.mv)).collect();
    Reply::Book(BookReply::Page(Box::new(BookPageReply { position, opening, page, names, plays })))
}
