//! What users of a chess program in a terminal, a script or a GUI can expect of it, each with the test that proves it.
//!
//! The ids are those of the project's list of requirements: A process and streams, U the UCI dialogue, C xboard, D what is
//! typed, E scripts, F what is shown, G mates, H analysis; P0 must be there before anything is shipped, P1 is expected. The
//! words are short on purpose: the tests say exactly. A row without a test says why. `reviews` has the faults that were found
//! in use.

mod reviews;

use std::collections::BTreeSet;

use crate::layering::sources;

/// The tests that prove a requirement, as `file::function`, or why there is none.
enum Proof {
    Tests(&'static [&'static str]),
    Missing(&'static str),
}

use Proof::{Missing, Tests};

/// Id, priority, what is asked for, and what proves it.
const REQUIREMENTS: &[(&str, u8, &str, Proof)] = &[
    (
        "A1",
        0,
        "the first command chooses the dialogue; none needs a flag",
        Tests(&[
            "tests/script.rs::uci_as_the_first_line_is_a_gui",
            "tests/script.rs::uci_later_goes_on_with_the_same_game",
        ]),
    ),
    (
        "A2",
        0,
        "not a byte before the first command",
        Tests(&[
            "tests/uci/life.rs::says_nothing_before_it_is_spoken_to_and_introduces_itself_whenever_asked",
        ]),
    ),
    (
        "A3",
        0,
        "a line is written whole and flushed, without stray spaces",
        Tests(&[
            "tests/uci/lines.rs::numbers_are_whole_and_fields_in_order",
            "src/render/uci.rs::texts_for_people_stay_on_one_line",
            "tests/uci/lines.rs::every_line_is_whole_and_clean",
        ]),
    ),
    (
        "A4",
        0,
        "any bytes and ends of line are read",
        Tests(&[
            "src/front/lines.rs::any_bytes_are_lines",
            "tests/uci/input.rs::bytes_of_any_kind_do_no_harm",
        ]),
    ),
    (
        "A5",
        0,
        "the end of input ends endless searches and waits for others",
        Tests(&[
            "tests/uci/life.rs::a_bounded_search_outlives_its_input",
            "tests/uci/life.rs::an_endless_search_ends_with_its_input",
        ]),
    ),
    (
        "A6",
        0,
        "a closed output ends the program quietly",
        Tests(&[
            "tests/script.rs::a_closed_pipe_ends_the_program_quietly",
            "tests/uci/life.rs::nobody_left_to_read_ends_everything_quietly",
        ]),
    ),
    (
        "A7",
        0,
        "after a panic in a search there is still a move",
        Tests(&["src/front/uci/dialogue.rs::after_a_crash_there_is_still_a_move"]),
    ),
    (
        "A8",
        1,
        "up within a tenth of a second; memory on first use",
        Missing(
            "a time, so a bench and no test: tests/benches/latency.rs, cargo bench --bench latency",
        ),
    ),
    (
        "A9",
        1,
        "threads have stacks for the deepest line",
        Tests(&[
            "src/search/tests/mod.rs::explosions_end",
            "tests/parsers.rs::nesting_and_length_do_not_matter",
        ]),
    ),
    (
        "A10",
        1,
        "Ctrl-C stops what runs, never the sitting; SIGTERM ends with a final line",
        Tests(&[
            "tests/repl_pty.rs::ctrl_c_ends_a_search_and_not_the_sitting",
            "tests/repl_pty.rs::ctrl_c_at_the_prompt_clears_the_line",
            "tests/conversation.rs::a_terminated_search_says_what_it_has",
            "tests/conversation.rs::the_first_ctrl_c_ends_the_command_and_the_script_goes_on",
        ]),
    ),
    (
        "U1",
        0,
        "uci: names, options, uciok last, as often as asked",
        Tests(&[
            "tests/uci/life.rs::says_nothing_before_it_is_spoken_to_and_introduces_itself_whenever_asked",
        ]),
    ),
    (
        "U2",
        0,
        "the author in plain ASCII",
        Tests(&[
            "tests/uci/life.rs::says_nothing_before_it_is_spoken_to_and_introduces_itself_whenever_asked",
        ]),
    ),
    (
        "U3",
        0,
        "isready is answered at once, while searching too",
        Tests(&["tests/uci/life.rs::an_endless_search_gives_no_move_unasked"]),
    ),
    (
        "U4",
        0,
        "one bestmove a go, none without",
        Tests(&[
            "tests/uci/life.rs::idle_stops_and_hits_are_silent",
            "tests/uci/order.rs::random_stops_are_all_answered",
        ]),
    ),
    (
        "U5",
        0,
        "an endless search gives no move unasked",
        Tests(&["tests/uci/life.rs::an_endless_search_gives_no_move_unasked"]),
    ),
    (
        "U6",
        0,
        "without a legal move: the score, and (none)",
        Tests(&["tests/uci/life.rs::without_a_legal_move_the_reason_is_said"]),
    ),
    (
        "U7",
        0,
        "an exact line before every bestmove",
        Tests(&[
            "tests/uci/lines.rs::variations_come_in_blocks",
            "tests/uci/order.rs::stops_that_come_at_once_are_not_lost",
        ]),
    ),
    (
        "U8",
        0,
        "stop is answered within milliseconds",
        Tests(&[
            "tests/uci/order.rs::random_stops_are_all_answered",
            "tests/uci/order.rs::counting_can_be_stopped",
        ]),
    ),
    (
        "U9",
        0,
        "commands in order, none dropped",
        Tests(&["tests/uci/order.rs::commands_while_searching_are_done_in_order"]),
    ),
    (
        "U10",
        0,
        "unknown words are passed over",
        Tests(&["src/shell/parse_uci/tests.rs::unknown_words_are_skipped"]),
    ),
    (
        "U11",
        0,
        "options in any case, with spaces; a wrong value changes nothing",
        Tests(&[
            "src/shell/parse_uci/tests.rs::options_have_words_in_name_and_value",
            "src/engine/options/mod.rs::a_refused_value_leaves_the_old_one",
            "tests/uci/input.rs::options_tell_the_truth",
        ]),
    ),
    (
        "U12",
        0,
        "option lines carry every field",
        Tests(&["src/render/uci.rs::every_option_line_carries_every_field"]),
    ),
    (
        "U13",
        0,
        "no option's name holds a word that GUIs split at",
        Tests(&["src/engine/options/table.rs::names_never_contain_the_words_guis_split_at"]),
    ),
    (
        "U14",
        0,
        "numbers are whole",
        Tests(&["tests/uci/lines.rs::numbers_are_whole_and_fields_in_order"]),
    ),
    (
        "U15",
        0,
        "score cp or mate, for the side to move, in moves",
        Tests(&["src/render/uci.rs::only_exact_mates_are_mates"]),
    ),
    (
        "U16",
        0,
        "mates are exact, with every move to the mate",
        Tests(&[
            "tests/uci/lines.rs::mates_are_told_with_every_move",
            "src/engine/lines.rs::a_line_cut_short_is_completed",
        ]),
    ),
    (
        "U17",
        0,
        "several lines come as a block of one depth",
        Tests(&["tests/uci/lines.rs::variations_come_in_blocks"]),
    ),
    (
        "U18",
        1,
        "bounds are marked, and not the last word",
        Tests(&[
            "src/front/uci/dialogue.rs::a_young_bound_is_not_told",
            "src/render/uci.rs::only_exact_mates_are_mates",
        ]),
    ),
    (
        "U19",
        1,
        "a stop repeats the last finished line",
        Tests(&[
            "src/engine/tests.rs::a_stop_answers_with_what_was_told_last",
            "src/engine/tests.rs::a_search_for_a_mate_that_is_stopped_answers_with_a_searched_move",
        ]),
    ),
    (
        "U20",
        1,
        "a sign of life every second",
        Tests(&[
            "src/engine/teller.rs::silence_is_broken_after_a_second",
            "src/render/uci.rs::without_time_there_is_no_speed",
        ]),
    ),
    (
        "U21",
        1,
        "go: any order, any numbers",
        Tests(&[
            "src/shell/parse_uci/tests.rs::go_takes_its_words_in_any_order",
            "src/shell/parse_uci/tests.rs::numbers_that_make_no_sense_are_taken_as_the_nearest_that_do",
            "src/shell/parse_uci/tests.rs::moves_to_search_end_at_the_next_word_of_go",
            "src/shell/parse_uci/tests.rs::without_a_limit_a_search_is_endless",
        ]),
    ),
    (
        "U22",
        1,
        "go mate: proved for either side, never claimed",
        Tests(&[
            "tests/uci/mates.rs::a_mate_within_so_many_moves_is_announced_for_either_side",
            "tests/uci/mates.rs::where_there_is_none_it_is_said_and_a_move_is_played",
        ]),
    ),
    (
        "U23",
        1,
        "Chess960 read in every spelling, spoken as asked",
        Tests(&[
            "tests/uci/lines.rs::chess960_is_understood_and_spoken",
            "src/chess/fen/tests.rs::castling_is_read_by_side_and_by_file",
        ]),
    ),
    (
        "U24",
        1,
        "an en passant square that means nothing is dropped",
        Tests(&["src/chess/fen/tests.rs::an_en_passant_square_without_a_legal_capture_is_dropped"]),
    ),
    (
        "U25",
        1,
        "a refused position is explained, with its place; the next one is fine",
        Tests(&[
            "tests/uci/input.rs::a_refused_position_is_explained_and_the_next_one_is_fine",
            "src/shell/parse_uci/tests.rs::errors_say_where",
        ]),
    ),
    (
        "U26",
        1,
        "an illegal move in a list is named",
        Tests(&["tests/uci/input.rs::a_refused_position_is_explained_and_the_next_one_is_fine"]),
    ),
    (
        "U27",
        1,
        "memory that cannot be had leaves the old table",
        Tests(&[
            "tests/uci/input.rs::more_memory_than_there_is_keeps_the_old_table",
            "src/engine/tests.rs::a_table_beyond_memory_keeps_the_old_one",
        ]),
    ),
    (
        "U28",
        1,
        "the names that users set blindly exist",
        Tests(&[
            "src/engine/options/table.rs::names_are_found_in_any_case_and_are_all_different",
            "tests/uci/input.rs::options_tell_the_truth",
        ]),
    ),
    (
        "U29",
        1,
        "setting options costs nothing until a search",
        Tests(&[
            "src/engine/options/mod.rs::all_defaults_sent_back_change_nothing",
            "src/engine/tests.rs::options_allocate_nothing",
        ]),
    ),
    (
        "U30",
        1,
        "wdl only when asked for, adding up",
        Tests(&[
            "src/units/wdl.rs::chances_add_up",
            "src/render/uci.rs::chances_are_told_only_when_they_are_wanted",
        ]),
    ),
    (
        "U31",
        1,
        "the move to ponder on is legal",
        Tests(&["src/front/uci/dialogue.rs::a_move_to_ponder_on_that_is_not_legal_is_not_told"]),
    ),
    (
        "U32",
        1,
        "a hit goes on with the same search and its limits",
        Tests(&[
            "tests/uci/life.rs::pondering_goes_on_until_the_hit_and_then_keeps_to_its_limits",
            "src/engine/tests.rs::ponderhit_lets_a_result_go",
        ]),
    ),
    (
        "C1",
        1,
        "protover is answered with features, done=1",
        Tests(&[
            "tests/xboard.rs::moves_are_answered_with_moves",
            "src/render/xboard.rs::features_end_and_name_every_option_once",
        ]),
    ),
    (
        "C2",
        1,
        "ping, setboard, reuse",
        Tests(&[
            "tests/xboard.rs::a_ping_is_answered_behind_the_move",
            "tests/xboard.rs::positions_are_set_up_in_every_way",
        ]),
    ),
    ("C3", 1, "ping in order", Tests(&["tests/xboard.rs::a_ping_is_answered_behind_the_move"])),
    (
        "C4",
        1,
        "what clients send in strange places is survived",
        Tests(&[
            "tests/xboard.rs::what_clients_send_in_strange_places_is_survived",
            "tests/xboard.rs::two_programs_play_a_game_through_a_client",
        ]),
    ),
    (
        "C5",
        1,
        "no line that could be taken for thinking",
        Tests(&[
            "tests/xboard.rs::thinking_is_told_when_it_is_wanted",
            "tests/xboard.rs::moves_are_answered_with_moves",
        ]),
    ),
    (
        "C6",
        1,
        "thinking in four numbers and a tab",
        Tests(&[
            "tests/xboard.rs::thinking_is_told_when_it_is_wanted",
            "src/render/xboard.rs::thinking_has_a_tab_before_the_moves",
        ]),
    ),
    (
        "D1",
        0,
        "positions, records, moves and games typed alone",
        Tests(&[
            "src/shell/parse/tests.rs::positions_stand_alone",
            "src/shell/parse/tests.rs::every_legal_move_is_read_as_itself",
            "src/shell/parse/setup.rs::records_and_fens_are_told_apart",
        ]),
    ),
    (
        "D2",
        0,
        "moves in many spellings",
        Tests(&[
            "src/chess/notation/tests.rs::a_move_can_be_written_in_many_ways",
            "src/chess/notation/tests.rs::castling_can_be_written_in_many_ways",
        ]),
    ),
    (
        "D3",
        0,
        "moves are played all or none; the wrong one is pointed at",
        Tests(&[
            "src/shell/parse/tests.rs::moves_are_read_together",
            "src/chess/notation/tests.rs::a_refusal_says_why_and_what_would_be_right",
        ]),
    ),
    (
        "D4",
        0,
        "everything can be taken back",
        Tests(&[
            "src/shell/session/tests.rs::every_change_is_taken_back",
            "src/shell/session/timeline.rs::everything_is_taken_back_and_made_again",
        ]),
    ),
    (
        "D5",
        0,
        "no command looks like a move",
        Tests(&["src/shell/table/mod.rs::no_name_looks_like_a_move"]),
    ),
    (
        "D6",
        1,
        "lines are remembered between sittings",
        Tests(&[
            "tests/repl_pty.rs::what_was_typed_is_remembered",
            "src/front/repl/history.rs::the_state_folder_is_found",
            "src/front/repl/recall.rs::what_is_typed_is_looked_for_and_what_was_walked_to_is_not",
            "src/front/repl/history.rs::bytes_that_are_no_text_are_mended",
        ]),
    ),
    (
        "D7",
        1,
        "Tab completes commands, words, files, moves",
        Tests(&[
            "tests/repl_pty.rs::tab_completes_commands_and_moves",
            "src/front/repl/complete.rs::arguments_of_commands",
        ]),
    ),
    (
        "D8",
        1,
        "a hint shows what may follow",
        Tests(&["src/front/repl/helper.rs::hints_show_what_may_follow"]),
    ),
    (
        "D9",
        1,
        "what is typed is coloured as it is understood",
        Tests(&[
            "src/front/repl/highlight.rs::nothing_but_colour_is_added",
            "src/front/repl/highlight.rs::only_the_first_illegal_move_is_marked",
        ]),
    ),
    (
        "D10",
        1,
        "a paste is done line by line",
        Tests(&[
            "tests/repl_pty.rs::a_paste_of_several_lines_is_done_line_by_line",
            "src/front/repl/paste.rs::games_are_put_together",
        ]),
    ),
    (
        "D11",
        1,
        "an unknown word gets a suggestion",
        Tests(&[
            "src/shell/parse/tests.rs::unknown_words_get_a_suggestion",
            "src/engine/options/nearest.rs::near_words_are_found_and_far_ones_are_not",
        ]),
    ),
    (
        "E1",
        0,
        "a script's commands wait for one another",
        Tests(&["tests/script.rs::the_same_lines_from_a_pipe_give_the_same"]),
    ),
    (
        "E2",
        0,
        "errors name source and line; the status is 1",
        Tests(&["tests/script.rs::wrong_input_is_told_and_survived", "tests/script.rs::statuses"]),
    ),
    (
        "E3",
        0,
        "strict scripts end at the first error, with 3",
        Tests(&["tests/script.rs::strict_scripts_end_at_the_first_error"]),
    ),
    (
        "E4",
        0,
        "a pipe gets plain text, uncut",
        Tests(&[
            "tests/script.rs::the_sitting_in_a_pipe_is_plain_text_and_status_1",
            "tests/render.rs::the_last_line_of_a_piped_search_is_the_promised_one",
        ]),
    ),
    (
        "E5",
        1,
        "-c, -f, --echo, comments, several commands a line",
        Tests(&[
            "tests/script.rs::echo_shows_what_is_done",
            "tests/script.rs::scripts_call_scripts",
            "src/shell/parse/tests.rs::lines_are_split_outside_quotes",
            "src/shell/parse/tests.rs::nothing_and_comments",
            "tests/script.rs::commands_and_files_are_done_in_the_order_given",
            "tests/script.rs::several_commands_in_quotes_are_done_one_after_the_other",
        ]),
    ),
    (
        "E6",
        1,
        "--json: an object a line that says what it is",
        Tests(&[
            "tests/script.rs::json_is_an_object_a_line",
            "tests/render.rs::every_line_of_json_is_an_object_that_says_what_it_is",
            "tests/render/schema.rs::every_type_of_line_is_held_to_the_schema",
        ]),
    ),
    (
        "E7",
        1,
        "wait, assert, echo, time",
        Tests(&[
            "src/shell/session/tests.rs::assertions_fail_with_what_was_found",
            "tests/uci/order.rs::wait_reads_on_when_the_search_is_done",
            "tests/sitting.rs::time_is_told_behind_the_answer",
        ]),
    ),
    (
        "F1",
        0,
        "a board in every number of colours and in ASCII",
        Tests(&[
            "tests/render.rs::every_view_is_as_it_was_looked_at",
            "tests/render.rs::ascii_is_nothing_but_ascii",
            "src/ink/color.rs::the_nearest_of_256",
        ]),
    ),
    (
        "F2",
        0,
        "no sign that is wider than it says",
        Tests(&[
            "tests/render.rs::every_row_of_a_board_is_as_wide_as_the_others",
            "src/ink/signs.rs::connectors_have_one_width",
        ]),
    ),
    (
        "F3",
        0,
        "colour never carries meaning alone",
        Tests(&[
            "tests/render.rs::without_colour_there_is_no_escape_byte",
            "tests/repl_pty.rs::no_color_means_none_anywhere",
        ]),
    ),
    (
        "F4",
        1,
        "a large board",
        Tests(&[
            "src/render/board.rs::a_big_board_is_drawn_where_there_is_room_and_colour",
            "src/shell/parse/tests.rs::show_takes_a_word",
        ]),
    ),
    (
        "F5",
        1,
        "the evaluation term by term, and piece by piece",
        Tests(&[
            "src/eval/classical/tests.rs::a_report_adds_up",
            "tests/render.rs::every_view_is_as_it_was_looked_at",
        ]),
    ),
    (
        "F6",
        1,
        "the table of a search fits the terminal; a summary always",
        Tests(&[
            "tests/render.rs::no_line_is_wider_than_the_terminal",
            "tests/render.rs::the_live_row_is_taken_back_before_a_row_that_stays",
        ]),
    ),
    (
        "F7",
        1,
        "the quiescence tree, folded and in ASCII too",
        Tests(&[
            "tests/render.rs::every_view_is_as_it_was_looked_at",
            "tests/render.rs::ascii_is_nothing_but_ascii",
        ]),
    ),
    (
        "F8",
        1,
        "progress on a terminal only",
        Tests(&[
            "tests/repl_pty.rs::a_bar_of_progress_is_gone_after_ctrl_c",
            "tests/sitting.rs::time_is_told_behind_the_answer",
        ]),
    ),
    (
        "G1",
        0,
        "proved, refuted or open; the shortest apart; keys and tries",
        Tests(&[
            "src/shell/session/mates/tests.rs::all_keys_are_found",
            "src/shell/session/mates/tests.rs::tries_are_moves_that_all_but_mate",
            "src/render/proof/verdict.rs::the_words_are_those_that_were_agreed",
        ]),
    ),
    (
        "G2",
        0,
        "every defence, grouped by its answer",
        Tests(&[
            "src/layout/tree/tests.rs::defences_are_grouped_by_their_answers",
            "src/render/proof/tree.rs::a_waiting_problem",
        ]),
    ),
    (
        "G3",
        0,
        "a file of problems, a verdict each, status 4",
        Tests(&[
            "src/shell/session/tests/suites.rs::suites_are_solved_and_the_signature_repeats",
            "src/workshop/suite/run.rs::goals_are_judged",
            "tests/script.rs::statuses",
        ]),
    ),
    (
        "G4",
        1,
        "proofs are checked by the rules alone, again at any time",
        Tests(&[
            "tests/proofs.rs::proofs_survive_their_files",
            "src/shell/session/mates/tests.rs::a_proof_is_checked_again_saved_and_loaded",
        ]),
    ),
    (
        "G5",
        1,
        "which draws count is said",
        Tests(&[
            "tests/render.rs::every_view_is_as_it_was_looked_at",
            "src/prove/solvers/tests.rs::in_a_game_nothing_may_come_back_for_the_third_time",
        ]),
    ),
    (
        "G6",
        1,
        "a long proof shows where it is, is stopped, and goes on",
        Tests(&["tests/repl_pty.rs::a_proof_is_shown_alive_stopped_and_gone_on_with"]),
    ),
    (
        "H1",
        1,
        "analysis that follows the board while one types",
        Tests(&[
            "src/shell/session/tests/job.rs::an_analysis_follows_the_board",
            "tests/conversation.rs::commands_are_done_while_a_search_runs_in_the_background",
        ]),
    ),
    (
        "H2",
        1,
        "several lines, some moves only, all but some",
        Tests(&["src/shell/session/tests/job.rs::searches_of_some_moves"]),
    ),
    (
        "H3",
        1,
        "stepping into a line and along a proof",
        Tests(&[
            "src/shell/session/tests/job.rs::a_line_is_played_on_where_the_board_is_on_it",
            "src/shell/session/mates/tests.rs::a_proof_is_played_on_from_where_the_board_stands_in_it",
        ]),
    ),
    (
        "H4",
        1,
        "annotating a game",
        Tests(&[
            "tests/annotate.rs::games_become_pgn_a_page_and_a_picture_and_damaged_ones_are_named",
            "src/workshop/annotate/annotator/tests.rs::a_missed_mate_is_proved_and_a_lost_queen_is_a_blunder",
        ]),
    ),
];

/// How many there are of each letter, P0 and P1 together.
const COUNTS: [(char, usize); 8] =
    [('A', 10), ('U', 32), ('C', 6), ('D', 11), ('E', 7), ('F', 8), ('G', 6), ('H', 4)];

/// What is wrong with a proof: tests that it names and that are not there, or nothing named at all.
fn faults(id: &str, proof: &Proof, sources: &[(String, String)]) -> Vec<String> {
    let exists = |test: &str| {
        let (file, function) = test.split_once("::").unwrap();
        let source = sources.iter().find(|(name, _)| name == file).map(|(_, source)| source);
        source.is_some_and(|source| {
            let head = format!("fn {function}(");
            source.split("#[test]").skip(1).any(|after| {
                // Attributes may stand between the two.
                after
                    .split("fn ")
                    .nth(1)
                    .is_some_and(|rest| format!("fn {rest}").starts_with(&head))
            })
        })
    };
    match proof {
        Missing("") | Tests([]) => vec![format!("{id}: no test and no reason")],
        Missing(_) => Vec::new(),
        Tests(tests) => {
            let missing = tests.iter().filter(|test| !exists(test));
            missing.map(|test| format!("{id}: {test} is not there")).collect()
        }
    }
}

#[test]
fn every_requirement_and_every_fault_has_a_test_or_a_reason() {
    let sources = sources(std::path::Path::new(env!("CARGO_MANIFEST_DIR")));
    let requirements = REQUIREMENTS.iter().map(|(id, _, _, proof)| (*id, proof));
    let mended = reviews::FAULTS.iter().map(|(id, _, proof)| (*id, proof));
    let wrong: Vec<String> =
        requirements.chain(mended).flat_map(|(id, proof)| faults(id, proof, &sources)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_fault_of_a_review_is_forgotten() {
    let ids: Vec<&str> = reviews::FAULTS.iter().map(|(id, ..)| *id).collect();
    let all = [
        ("sitting B", 4),
        ("sitting A", 26),
        ("sitting P", 16),
        ("reliability ", 13),
        ("sitting F", 24),
        ("reliability N", 10),
    ];
    let expected: Vec<String> = all
        .iter()
        .flat_map(|(name, count)| (1..=*count).map(move |number| format!("{name}{number}")))
        .collect();
    assert_eq!(ids, expected);
    assert!(reviews::FAULTS.iter().all(|(_, words, _)| !words.is_empty()));
}

#[test]
fn no_requirement_is_forgotten() {
    let ids: BTreeSet<&str> = REQUIREMENTS.iter().map(|(id, ..)| *id).collect();
    assert_eq!(ids.len(), REQUIREMENTS.len(), "an id stands twice");
    for (letter, count) in COUNTS {
        for number in 1..=count {
            assert!(
                ids.contains(format!("{letter}{number}").as_str()),
                "{letter}{number} has no row"
            );
        }
    }
    assert_eq!(ids.len(), COUNTS.iter().map(|(_, count)| count).sum::<usize>());
    assert!(REQUIREMENTS.iter().all(|(_, priority, words, _)| *priority <= 1 && !words.is_empty()));
}
