//! Answers and news for people and pipes: which view shows what.

use std::io::{self, Write};

use super::background::BackgroundRows;
use super::proof_table::ProofTable;
use super::search_table::SearchTable;
use super::{
    about, board, book, evaluation, explain, game, inspect, learning, ledger, opponent, proof,
    record, status, tables, tools, tree, verdict,
};
use crate::engine::Event;
use crate::ink::{Line, Page, Role, Settings, paint};
use crate::shell::Reply;
use crate::shell::session::{JobId, News, OfJob};
use crate::tools::tool::ToolNews;

#[derive(Debug)]
pub struct Human {
    settings: Settings,
    /// The search under way, unless it is for a move of the engine in a game.
    search: OfJob<SearchView>,
    /// `watch` is on: a search in the background is drawn as if it were in the foreground.
    looks_on: bool,
    proof: OfJob<Box<ProofTable>>,
}

#[derive(Debug)]
struct SearchView {
    table: SearchTable,
    /// Rows of a background search that is not being watched.
    rows: Option<BackgroundRows>,
}

impl Human {
    pub fn new(settings: Settings) -> Human {
        Human { settings, search: OfJob::default(), looks_on: false, proof: OfJob::default() }
    }

    /// Other settings from here on; a table of a search that is under way goes on with them.
    pub fn set(&mut self, settings: Settings) {
        self.settings = settings;
    }

    pub fn reply(&self, out: &mut dyn Write, reply: &Reply) -> io::Result<()> {
        paint::page(out, &page(reply, &self.settings), &self.settings)
    }

    /// Shows a running command's progress. What only a progress bar would show is left to dialects that have one.
    pub fn news(&mut self, out: &mut dyn Write, job: JobId, news: &News) -> io::Result<()> {
        match news {
            News::EngineMoved(moved) => {
                paint::page(out, &opponent::moved(moved, &self.settings), &self.settings)
            }
            News::PlayEnded(end) => paint::page(out, &opponent::ended(*end), &self.settings),
            // What the engine thinks of its own game is not shown.
            News::SearchBegins(begun) if begun.plays => {
                self.search.end();
                Ok(())
            }
            News::SearchBegins(begun) => {
                let rows = begun.background.then(|| BackgroundRows::new(begun.root));
                self.search.begin(job, SearchView { table: SearchTable::new(begun.root), rows });
                match begun.strength {
                    Some(elo) => paint::page(out, &opponent::limited(elo), &self.settings),
                    None => Ok(()),
                }
            }
            News::Search(event) => self.search(out, job, event),
            News::ProofBegins(inquiry) => {
                self.proof.begin(job, Box::new(ProofTable::new(inquiry)));
                Ok(())
            }
            News::Proof(event) => {
                let Some(table) = self.proof.of(job) else { return Ok(()) };
                table.event(out, event, &self.settings)?;
                if event.is_last() {
                    self.proof.end();
                }
                Ok(())
            }
            News::Tool(ToolNews::Event(event)) => {
                paint::page(out, &event.page(&self.settings), &self.settings)
            }
            News::Explaining | News::Counted { .. } | News::Tool(_) => Ok(()),
        }
    }

    fn search(&mut self, out: &mut dyn Write, job: JobId, event: &Event) -> io::Result<()> {
        let Some(SearchView { table, rows }) = self.search.of(job) else { return Ok(()) };
        let page = rows.as_mut().map(|rows| rows.event(event, &self.settings));
        match page {
            Some(page) if !self.looks_on => {
                page.map_or(Ok(()), |page| paint::page(out, &page, &self.settings))?;
            }
            _ => table.event(out, event, &self.settings)?,
        }
        if event.is_last() {
            self.search.end();
        }
        Ok(())
    }

    /// `watch` begins or ends.
    pub fn look_on(&mut self, out: &mut dyn Write, on: bool) -> io::Result<()> {
        self.looks_on = on;
        match self.search.current_mut() {
            Some(search) if !on => search.table.leave(out),
            _ => Ok(()),
        }
    }
}

pub fn page(reply: &Reply, settings: &Settings) -> Page {
    match reply {
        Reply::Done => Page::new(),
        Reply::Tool(answer) => answer.page(settings),
        Reply::Changed(changed) => game::changed(changed, settings),
        Reply::Board(reply) => board::view(reply, settings),
        Reply::Fen(position) => Page::of(Line::plain(position.to_fen())),
        Reply::Key(reply) => game::key(reply),
        Reply::Moves(reply) => game::moves(reply, settings),
        Reply::History(reply) => record::history(reply, settings),
        Reply::Pgn(text) | Reply::Text(text) => Page::of_text(text),
        Reply::Eval(reply) => evaluation::view(reply, settings),
        Reply::Inspected(reply) => inspect::view(reply, settings),
        Reply::Resolve(reply) => tree::view(reply, settings),
        Reply::Exchanges(reply) => game::exchanges(reply, settings),
        Reply::SearchEnded => Page::new(),
        Reply::Opponent(reply) => opponent::view(reply, settings),
        Reply::DrawAnswer(accepts) => opponent::draw(*accepts),
        Reply::PlayEnded(end) => opponent::ended(*end),
        Reply::Hint(reply) => status::hint(reply, settings),
        Reply::Status(reply) => status::view(reply, settings),
        Reply::Ready(None) => Page::of(Line::plain("ready")),
        Reply::Ready(Some(fault)) => Page::of(Line::of(Role::Caution, fault.as_str())),
        Reply::ProofExport(export) => Page::of(Line::plain(export.path.display().to_string())),
        Reply::Pv(reply) => game::pv(reply, settings),
        Reply::Explained(reply) => explain::view(reply, settings),
        Reply::Verdict(reply) => verdict::view(reply, settings),
        Reply::ProofSaved(reply) => verdict::saved(reply, settings),
        Reply::ProofTree(tree) => proof::tree(tree, settings),
        Reply::ProofLine(line) => proof::line(line, settings),
        Reply::Verified(reply) => verdict::verified(reply, settings),
        Reply::SetPlay(reply) => proof::set_play(&reply.root, Some(&reply.lines), settings),
        Reply::Tries(reply) => proof::tries(reply, settings),
        Reply::Problem(reply) => proof::problem(reply, settings),
        Reply::Extensions(reply) => ledger::table(reply, settings),
        Reply::Settings(list) => about::settings(list, settings),
        Reply::SettingChanged { setting, before } => {
            about::setting_changed(setting, before, settings)
        }
        Reply::Perft(reply) => tools::perft(reply, settings),
        Reply::Bench(reply) => tools::bench(reply, settings),
        Reply::Book(reply) => book::view(reply, settings),
        Reply::Network(reply) => learning::network(reply, settings),
        Reply::Tables(reply) => tables::view(reply, settings),
        Reply::Info(reply) => about::info(reply, settings),
        Reply::Saved(reply) => about::saved(reply, settings),
        Reply::Games(reply) => record::games(reply, settings),
        Reply::Variations(reply) => record::variations(reply, settings),
        Reply::Tags(tags) => record::tags(tags),
        Reply::Words(reply) => record::words(reply, settings),
        Reply::Loaded { path, record: number, records, title, changed, viewed } => {
            let mut page = about::loaded(path, *number, *records, settings);
            if let Some(title) = title {
                page.append(crate::ink::title::title(title, settings));
            }
            page.append(match viewed {
                Some(viewed) => board::view(viewed, settings),
                None => game::changed(changed, settings),
            });
            page
        }
        Reply::Restored { path, settings: differing, changed } => {
            let mut page = about::restored(path, *differing, settings);
            page.append(game::changed(changed, settings));
            page
        }
        Reply::Aliases(aliases) => about::aliases(aliases, settings),
        Reply::Log(path) => about::log(path.as_deref(), settings),
        Reply::Took(elapsed) => about::took(*elapsed),
        Reply::Help(reply) => about::help(reply, settings),
        Reply::Asserted { found } => {
            Page::of(Line::of(Role::Good, "holds").with(Role::Dim, format!("  it is {found}")))
        }
    }
}
