//! Answers and news for people and pipes: which view shows what.

use std::io::{self, Write};

use super::error::{self, Complaint};
use super::proof_table::ProofTable;
use super::search_table::SearchTable;
use super::settings::Settings;
use super::style::Role;
use super::text::{Line, Page};
use super::{
    about, board, evaluation, explain, game, ledger, paint, proof, record, suites, tools, tree,
    verdict,
};
use crate::shell::Reply;
use crate::shell::session::News;

/// Shows answers and news as text.
#[derive(Debug)]
pub struct Human {
    settings: Settings,
    /// The search under way.
    search: Option<SearchTable>,
    /// The mate being looked for.
    proof: Option<Box<ProofTable>>,
}

impl Human {
    /// With these settings.
    pub fn new(settings: Settings) -> Human {
        Human { settings, search: None, proof: None }
    }

    /// Other settings from here on; a table of a search that is under way goes on with them.
    pub fn set(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Shows an answer.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn reply(&self, out: &mut dyn Write, reply: &Reply) -> io::Result<()> {
        paint::page(out, &page(reply, &self.settings), &self.settings)
    }

    /// Shows what a running command tells. What only a bar of progress would show is left to whoever has one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn news(&mut self, out: &mut dyn Write, news: &News<'_>) -> io::Result<()> {
        match news {
            News::SearchBegins { root, .. } => {
                self.search = Some(SearchTable::new(**root));
                Ok(())
            }
            News::Search(event) => {
                let Some(table) = &mut self.search else { return Ok(()) };
                table.event(out, event, &self.settings)?;
                if event.is_last() {
                    self.search = None;
                }
                Ok(())
            }
            News::ProofBegins(inquiry) => {
                self.proof = Some(Box::new(ProofTable::new(inquiry)));
                Ok(())
            }
            News::Proof(event) => {
                let Some(table) = &mut self.proof else { return Ok(()) };
                table.event(out, event, &self.settings)?;
                if event.is_last() {
                    self.proof = None;
                }
                Ok(())
            }
            News::Item { item, row } => {
                paint::page(out, &suites::item(item, row, &self.settings), &self.settings)
            }
            News::Mined(problem) => {
                paint::page(out, &suites::mined(problem, &self.settings), &self.settings)
            }
            News::Explaining(_)
            | News::Counted { .. }
            | News::ItemsBegin { .. }
            | News::ItemsDone(_)
            | News::Ablating { .. } => Ok(()),
        }
    }

    /// Shows what went wrong.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn complain(&self, out: &mut dyn Write, complaint: &Complaint<'_>) -> io::Result<()> {
        paint::page(out, &error::view(complaint, &self.settings), &self.settings)
    }
}

/// The page of an answer.
pub fn page(reply: &Reply, settings: &Settings) -> Page {
    match reply {
        Reply::Done => Page::new(),
        Reply::Changed(changed) => game::changed(changed, settings),
        Reply::Board(reply) => board::view(reply, settings),
        Reply::Fen(position) => Page::of(Line::plain(position.to_fen())),
        Reply::Key(reply) => game::key(reply),
        Reply::Moves(reply) => game::moves(reply, settings),
        Reply::History(reply) => record::history(reply, settings),
        Reply::Pgn(text) | Reply::Text(text) => lines(text),
        Reply::Eval(reply) => evaluation::view(reply, settings),
        Reply::Resolve(reply) => tree::view(reply, settings),
        Reply::Exchanges(reply) => game::exchanges(reply, settings),
        Reply::Pv(reply) => game::pv(reply, settings),
        Reply::Explained(reply) => explain::view(reply, settings),
        Reply::Verdict(reply) => verdict::view(reply, settings),
        Reply::ProofSaved(reply) => verdict::saved(reply, settings),
        Reply::ProofTree(tree) => proof::tree(tree, settings),
        Reply::ProofLine(line) => proof::line(line, settings),
        Reply::Verified(reply) => verdict::verified(reply, settings),
        Reply::SetPlay(reply) => proof::set_play(&reply.root, Some(&reply.lines), settings),
        Reply::Tries(reply) => proof::tries(&reply.root, &reply.tries, reply.moves, settings),
        Reply::Extensions(reply) => ledger::table(reply, settings),
        Reply::Settings(list) => about::settings(list, settings),
        Reply::SettingChanged { setting, before } => {
            about::setting_changed(setting, before, settings)
        }
        Reply::Perft(reply) => tools::perft(reply, settings),
        Reply::PerftSuite(reply) => tools::perft_suite(reply, settings),
        Reply::Bench(reply) => tools::bench(reply, settings),
        Reply::Suite(reply) => suites::suite(reply, settings),
        Reply::Solve(reply) => suites::solve(reply, settings),
        Reply::Mine(reply) => suites::mine(reply, settings),
        Reply::Tune(reply) => tools::tune(reply, settings),
        Reply::Info(reply) => about::info(reply, settings),
        Reply::Saved(reply) => about::saved(reply, settings),
        Reply::Games(reply) => record::games(reply, settings),
        Reply::Variations(reply) => record::variations(reply, settings),
        Reply::Tags(tags) => record::tags(tags),
        Reply::Words(reply) => record::words(reply, settings),
        Reply::Loaded { path, record: number, records, title, changed } => {
            let mut page = about::loaded(path, *number, *records, settings);
            if let Some(title) = title {
                page.append(record::title(title, settings));
            }
            page.append(game::changed(changed, settings));
            page
        }
        Reply::Restored { path, settings: differing, changed } => {
            let mut page = about::restored(path, *differing, settings);
            page.append(game::changed(changed, settings));
            page
        }
        Reply::Help(reply) => about::help(reply, settings),
        Reply::Asserted { found } => {
            Page::of(Line::of(Role::Good, "holds").with(Role::Dim, format!("  it is {found}")))
        }
    }
}

fn lines(text: &str) -> Page {
    let mut page = Page::new();
    text.lines().for_each(|line| page.push(Line::plain(line)));
    page
}
