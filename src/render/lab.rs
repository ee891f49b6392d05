//! The lab: profiles side by side, over a suite or over the position on the board. The plot is `plot.rs`.

use super::movetext;
use crate::ink::number::{counted, percent, short, time_with_unit};
use crate::ink::settings::Settings;
use crate::ink::style::Role;
use crate::ink::table::{Align, Table};
use crate::ink::text::{Line, Page};
use crate::search::Rule;
use crate::shell::lab::{CompareReply, LabReply};
use crate::workshop::lab::{LabSetup, Opinion, SetupTally};
use crate::workshop::suite::Without;

/// `lab`: what the trials of each setup add up to, and where the nodes of each profile went.
pub fn lab(reply: &LabReply, settings: &Settings) -> Page {
    let mut page = Page::new();
    let mut title =
        Line::of(Role::Dim, "lab ").with(Role::Plain, reply.path.display().to_string()).with(
            Role::Dim,
            format!(
                "  {}, {} nodes a trial",
                counted(reply.positions, "position"),
                short(reply.nodes)
            ),
        );
    if reply.stopped {
        title.push(Role::Caution, "  stopped before the end; --from goes on");
    }
    page.push_wrapped(title, settings.width, 2);
    page.append(tallies(reply, settings));
    page.append(shares(reply));
    let mut files = vec![Line::of(Role::Dim, "trials ").with(
        Role::Plain,
        format!(
            "{}{}",
            reply.table.display(),
            match reply.resumed {
                0 => String::new(),
                held => format!(" ({held} were there)"),
            }
        ),
    )];
    if let Some(plot) = &reply.plot {
        files.push(Line::of(Role::Dim, "plot ").with(Role::Plain, plot.display().to_string()));
    }
    files.push(Line::plain(time_with_unit(reply.elapsed)));
    page.push_facts(files, settings.signs().dot, settings.width, 2);
    page
}

fn tallies(reply: &LabReply, settings: &Settings) -> Page {
    let wide = !settings.narrower_than(76);
    let columns = if wide { 9 } else { 4 };
    let mut table =
        Table::new(&[&[Align::Left][..], &[Align::Right].repeat(8)].concat()[..columns])
            .indented(1);
    let heads = [
        "profile",
        "solved",
        "to solution",
        "nodes",
        "time",
        "depth",
        "branching",
        "first",
        "extended",
    ];
    table.head(&heads[..columns]);
    for (setup, tally) in &reply.setups {
        let mut row = vec![
            name(setup),
            Line::of(Role::Strong, format!("{}/{}", tally.solved, tally.tried)),
            cell(tally.median_solution().map(short), settings),
            Line::plain(short(tally.nodes)),
            Line::plain(time_with_unit(tally.elapsed)),
            cell(tally.depth().map(|depth| format!("{depth:.1}")), settings),
            cell(tally.branching().map(|factor| format!("{factor:.2}")), settings),
            Line::plain(percent(tally.cutoffs.1, tally.cutoffs.0)),
            Line::plain(percent(tally.extended(), tally.nodes)),
        ];
        row.truncate(columns);
        table.row(row);
    }
    table.page(None)
}

/// The name of a setup: its profile, and what it is without.
fn name(setup: &LabSetup) -> Line {
    let profile = Line::plain(setup.profile);
    match setup.without {
        Without::Nothing => profile,
        Without::Rule(rule) => Line::of(Role::Dim, "  without ").with(Role::Extension, rule.name()),
        Without::AnyExtension => Line::of(Role::Dim, "  without any"),
    }
}

fn cell(text: Option<String>, settings: &Settings) -> Line {
    text.map_or_else(|| Line::of(Role::Dim, settings.signs().dash), Line::plain)
}

/// Share of each profile's nodes below each rule; rules that fired nowhere are left out.
fn shares(reply: &LabReply) -> Page {
    let whole: Vec<&(LabSetup, SetupTally)> =
        reply.setups.iter().filter(|(setup, _)| setup.without == Without::Nothing).collect();
    let rules: Vec<Rule> = Rule::ALL
        .into_iter()
        .filter(|rule| whole.iter().any(|(_, tally)| tally.rules[rule.index()] > 0))
        .collect();
    if rules.is_empty() {
        return Page::new();
    }
    let columns = [&[Align::Left][..], &[Align::Right].repeat(whole.len())].concat();
    let mut table = Table::new(&columns).indented(1);
    let mut heads = vec!["nodes below"];
    heads.extend(whole.iter().map(|(setup, _)| setup.profile));
    table.head(&heads);
    for rule in rules {
        let share = |(_, tally): &&(LabSetup, SetupTally)| {
            Line::plain(percent(tally.rules[rule.index()], tally.nodes))
        };
        let mut row = vec![Line::of(Role::Extension, rule.name())];
        row.extend(whole.iter().map(share));
        table.row(row);
    }
    let mut page = Page::of(Line::new());
    page.append(table.page(None));
    page
}

/// `compare`: what each profile sees in the position, and at what cost.
pub fn compare(reply: &CompareReply, settings: &Settings) -> Page {
    let mut table = Table::new(&[
        Align::Left,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Right,
        Align::Left,
    ])
    .indented(1);
    table.head(&["profile", "depth", "score", "nodes", "time", "branching", "first", "line"]);
    for opinion in &reply.opinions {
        table.row(opinion_row(reply, opinion, settings));
    }
    table.page(settings.width)
}

fn opinion_row(reply: &CompareReply, opinion: &Opinion, settings: &Settings) -> Vec<Line> {
    let (position, trial) = (&reply.position, &opinion.trial);
    let (score, line) = match &opinion.line {
        Some(line) => (
            settings.bounded(line.score, line.bound, position.turn()),
            movetext::line(position, &line.pv, settings),
        ),
        None => (cell(None, settings), cell(None, settings)),
    };
    vec![
        Line::plain(opinion.profile),
        Line::plain(format!("{}/{}", trial.depth.0, opinion.seldepth)),
        score,
        Line::plain(short(trial.nodes)),
        Line::plain(time_with_unit(trial.elapsed)),
        cell(trial.branching().map(|factor| format!("{factor:.2}")), settings),
        Line::plain(percent(trial.cutoffs.1, trial.cutoffs.0)),
        line,
    ]
}
