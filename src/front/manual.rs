//! Shell completions and the man page, made from the options and the table of commands and topics.

use std::io::{self, Write};

use clap::builder::EnumValueParser;
use clap::{Arg, ArgAction, Command, ValueHint};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, italic, roman};

use crate::commands::spec::{OptionText, option_meaning};
use crate::commands::topics::TOPICS;
use crate::commands::{COMMANDS, CommandSpec, Group};

/// Writes the completions for a shell: options, and commands in the place of a command.
pub fn completions(options: Command, shell: Shell, out: &mut dyn Write) -> io::Result<()> {
    let name = options.get_name().to_owned();
    // Commands are subcommands of clap here only; the prompt has its own grammar.
    let subcommand = |spec: &CommandSpec| {
        let arguments = Arg::new("arguments").num_args(0..).value_hint(ValueHint::AnyPath);
        let command = Command::new(spec.name).about(spec.summary);
        command.arg(arguments.help(spec.arguments)).args(spec.options().iter().filter_map(option))
    };
    // These two are handled before any input is read.
    let shell_name = Arg::new("shell").value_parser(EnumValueParser::<Shell>::new());
    let written = [
        Command::new("completions").about("write what a shell needs to complete").arg(shell_name),
        Command::new("man").about("write the manual page"),
    ];
    let plain = options.mut_arg("words", |words| words.hide(true));
    let mut whole = plain
        .disable_help_subcommand(true)
        .subcommands(COMMANDS.iter().map(subcommand))
        .subcommands(written);
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut whole, name, &mut bytes);
    out.write_all(&bytes)
}

/// An option of a command, as clap knows options; `None` for what is no option.
fn option((typed, what, _): &OptionText) -> Option<Arg> {
    let (name, value) =
        typed.split_once(' ').map_or((*typed, None), |(name, value)| (name, Some(value)));
    let name = name.strip_prefix("--")?;
    let option = Arg::new(name).long(name).help(*what);
    Some(match value {
        None => option.action(ArgAction::SetTrue),
        Some(value @ ("FILE" | "DIR")) => option.value_name(value).value_hint(ValueHint::AnyPath),
        Some(value) => option.value_name(value),
    })
}

pub fn man(options: Command, out: &mut dyn Write) -> io::Result<()> {
    let status = options.get_after_help().map(ToString::to_string).unwrap_or_default();
    let man = Man::new(options).title("QUARTERPLY").section("1");
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    commands().to_writer(out)?;
    topics().to_writer(out)?;
    let mut page = Roff::new();
    page.control("SH", ["EXIT STATUS"]);
    page.text([roman(status)]);
    page.to_writer(out)
}

fn commands() -> Roff {
    let mut page = Roff::new();
    page.control("SH", ["COMMANDS"]);
    page.text([roman("At the prompt, in a script, or as arguments.")]);
    for group in Group::ALL {
        page.control("SS", [group.name()]);
        for spec in COMMANDS.iter().filter(|spec| spec.group == group) {
            page.control("TP", []);
            let mut heading = vec![bold(spec.name)];
            spec.aliases.iter().for_each(|alias| heading.extend([roman(", "), bold(*alias)]));
            if !spec.arguments.is_empty() {
                heading.extend([roman(" "), italic(spec.arguments)]);
            }
            page.text(heading);
            page.text([roman(spec.summary)]);
            if !spec.details.is_empty() {
                page.control("IP", []);
                page.text([roman(spec.details)]);
            }
            for &option in spec.options() {
                page.control("IP", []);
                page.text([bold(option.0), roman(" "), roman(option_meaning(option))]);
            }
        }
    }
    page
}

fn topics() -> Roff {
    let mut page = Roff::new();
    page.control("SH", ["TOPICS"]);
    for topic in TOPICS {
        page.control("SS", [topic.name]);
        for paragraph in topic.text {
            page.control("PP", []);
            page.text([roman(*paragraph)]);
        }
    }
    page
}
