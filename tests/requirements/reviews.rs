//! The faults that people found who used the program, or tried to break it, each with the test that keeps it mended.
//!
//! `sitting` is the program in use: B wrong answers and lost work, A what annoyed, P what was missed. `reliability` is
//! random and hostile input. Those numbers are those of the first of each review; F and N
//! are what the second ones found, at ea45023.

use super::Proof::{self, Missing, Tests};

/// Review and number, what was wrong, and what proves that it no longer is.
pub(super) const FAULTS: &[(&str, &str, Proof)] = &[
    (
        "sitting B1",
        "a stop answered with less than the deepest line shown",
        Tests(&[
            "src/engine/tests.rs::a_stop_answers_with_what_was_told_last",
            "src/engine/tests.rs::a_search_that_ends_by_itself_answers_with_what_was_told_last",
            "src/shell/session/tests.rs::a_stopped_search_tells_what_it_has",
            "tests/uci/order.rs::random_stops_are_all_answered",
        ]),
    ),
    (
        "sitting B2",
        "files of others were overwritten",
        Tests(&[
            "tests/script.rs::files_of_somebody_else_are_not_replaced",
            "src/shell/session/tests.rs::files_of_others_are_not_replaced_unless_that_is_said",
            "src/shell/session/tests.rs::what_a_file_is_saved_as_follows_from_its_name",
            "src/store/collection.rs::games_are_added_and_what_was_there_stays",
            "src/store/collection.rs::other_files_are_left_alone",
        ]),
    ),
    (
        "sitting B3",
        "explain printed bounds as exact values",
        Tests(&["src/shell/session/tests.rs::explain_tells_bounds_as_bounds"]),
    ),
    (
        "sitting B4",
        "explain explained another search than the one that was made",
        Tests(&[
            "src/shell/session/tests.rs::explain_keeps_to_the_parameters_of_the_search",
            "src/engine/tests.rs::a_changed_weight_begins_from_nothing",
        ]),
    ),
    (
        "sitting A1",
        "a move after a step back dropped the rest of the game",
        Tests(&[
            "src/chess/game_tree.rs::another_move_begins_a_variation_and_nothing_is_lost",
            "src/shell/session/timeline.rs::a_game_left_in_its_middle_is_found_there",
        ]),
    ),
    (
        "sitting A2",
        "a pasted game with comments over several lines was errors",
        Tests(&[
            "src/shell/session/tests.rs::a_pasted_game_is_taken_whole",
            "src/front/repl/paste.rs::games_are_put_together",
            "src/shell/parse/unfinished.rs::games_with_headers_are_one_command",
        ]),
    ),
    (
        "sitting A3",
        "a piped game with comments over several lines was errors",
        Tests(&["tests/conversation.rs::a_game_is_piped_in_any_wrapping"]),
    ),
    (
        "sitting A4",
        "tags, comments, glyphs and variations were lost by load and save",
        Tests(&[
            "src/shell/session/tests.rs::a_loaded_game_keeps_all_that_it_has",
            "src/chess/pgn/tests.rs::all_that_a_record_holds_is_kept",
            "src/chess/pgn/tests.rs::every_tree_comes_back",
            "src/chess/pgn/tests.rs::headers_that_others_write_differently_are_kept",
        ]),
    ),
    (
        "sitting A5",
        "there was no analysis while one types",
        Tests(&[
            "tests/repl_pty.rs::an_analysis_runs_while_one_types_and_follows_the_board",
            "tests/repl_pty.rs::the_prompt_tells_how_far_an_analysis_is_while_nobody_types",
            "tests/repl_pty.rs::a_search_in_the_background_can_be_watched_and_left",
        ]),
    ),
    (
        "sitting A6",
        "settings were forgotten at the end",
        Tests(&[
            "tests/script.rs::kept_settings_are_there_the_next_time",
            "tests/sitting.rs::the_init_file_is_done_before_the_prompt",
            "src/store/settings.rs::comments_stay_and_damage_is_never_written_over",
            "src/shell/session/tests/job.rs::the_threat_is_what_the_other_side_would_play",
        ]),
    ),
    (
        "sitting A7",
        "nodes and time of the prover were counted as the search's",
        Tests(&[
            "src/engine/tests.rs::the_prover_is_counted_apart",
            "src/engine/schedule.rs::the_prover_has_its_share_and_neither_waits_long",
        ]),
    ),
    (
        "sitting A8",
        "a light terminal was not recognised",
        Tests(&["src/ink/style.rs::a_light_background_is_recognised"]),
    ),
    (
        "sitting A9",
        "pieces could hardly be seen on their squares",
        Tests(&[
            "src/ink/palette.rs::every_piece_can_be_read_on_every_square",
            "src/ink/palette.rs::neither_squares_nor_sides_are_mistaken_for_each_other",
            "src/ink/palette.rs::all_text_can_be_read_on_its_background",
        ]),
    ),
    (
        "sitting A10",
        "long answers ran off the screen",
        Tests(&[
            "tests/sitting.rs::a_long_answer_is_shown_by_a_pager",
            "src/shell/table/topics.rs::a_group_is_told_by_its_printed_name",
        ]),
    ),
    (
        "sitting A11",
        "a FEN with too few ranks was refused without saying why",
        Tests(&["src/chess/fen/tests.rs::an_error_names_its_field_and_points_at_it"]),
    ),
    (
        "sitting A12",
        "FENs as problemists and people write them were refused",
        Tests(&[
            "src/chess/fen/tests.rs::problemists_write_knights_as_s",
            "src/chess/fen/tests.rs::fields_may_be_missing_or_joined_by_underscores",
            "src/shell/parse/setup.rs::boards_are_read_as_people_write_them",
        ]),
    ),
    (
        "sitting A13",
        "addresses and records with six fields were refused",
        Tests(&[
            "src/shell/parse/setup.rs::addresses_hold_positions",
            "src/shell/parse/setup.rs::six_fields_may_have_operations_behind_them",
            "src/shell/parse/setup.rs::records_and_fens_are_told_apart",
        ]),
    ),
    (
        "sitting A14",
        "one bad record ended a file",
        Tests(&[
            "src/workshop/suite/run.rs::bad_records_never_end_a_file",
            "src/workshop/suite/run.rs::records_without_a_solution_are_named",
            "src/workshop/perft/suite.rs::a_bad_record_is_named_and_does_not_end_the_file",
        ]),
    ),
    (
        "sitting A15",
        "after a refused FEN the position before it was answered for",
        Tests(&[
            "tests/conversation.rs::what_follows_a_refused_position_is_not_answered_for_another",
        ]),
    ),
    (
        "sitting A16",
        "the rest of a paste went on after Ctrl-C",
        Tests(&["tests/repl_pty.rs::ctrl_c_drops_the_rest_of_a_paste"]),
    ),
    (
        "sitting A17",
        "Tab offered no moves, and hints left debris",
        Tests(&[
            "src/front/repl/complete.rs::moves_are_offered_at_once_where_one_must_follow",
            "src/front/repl/helper.rs::a_hint_keeps_to_its_line",
        ]),
    ),
    (
        "sitting A18",
        "Up did not look for what was begun",
        Tests(&[
            "src/front/repl/recall.rs::what_is_typed_is_looked_for_and_what_was_walked_to_is_not",
        ]),
    ),
    (
        "sitting A19",
        "README's first search did not show what the text said",
        Tests(&["tests/readme.rs::the_first_sitting_happens"]),
    ),
    (
        "sitting A20",
        "a proof's tree did not open level by level, and had groups without words",
        Tests(&[
            "src/layout/tree/tests.rs::only_what_is_asked_for_is_laid_out",
            "src/layout/tree/tests.rs::threats_checks_and_short_mates_are_told",
            "src/render/proof/tree.rs::levels_open_one_below_the_other",
        ]),
    ),
    (
        "sitting A21",
        "a line or a proof could be played on once only",
        Tests(&[
            "src/shell/session/tests/job.rs::a_line_is_played_on_where_the_board_is_on_it",
            "src/shell/session/mates/tests.rs::a_proof_is_played_on_from_where_the_board_stands_in_it",
        ]),
    ),
    (
        "sitting A22",
        "-c and -f were not done in the order given",
        Tests(&[
            "tests/script.rs::commands_and_files_are_done_in_the_order_given",
            "tests/script.rs::several_commands_in_quotes_are_done_one_after_the_other",
        ]),
    ),
    (
        "sitting A23",
        "JSON had no schema",
        Tests(&[
            "tests/render/schema.rs::every_type_of_line_is_held_to_the_schema",
            "tests/render/schema.rs::the_schema_lists_each_type_once_and_refers_to_nothing_that_is_missing",
        ]),
    ),
    (
        "sitting A24",
        "SIGTERM ended a search without a word",
        Tests(&["tests/conversation.rs::a_terminated_search_says_what_it_has"]),
    ),
    (
        "sitting A25",
        "goto 24 was a ply, not the move",
        Tests(&["src/shell/session/tests.rs::places_in_a_game"]),
    ),
    (
        "sitting A26",
        "mate in 2 was not understood, and subcommands had no help",
        Tests(&[
            "src/shell/parse/tests.rs::a_mate_to_find_is_no_comment",
            "src/shell/parse/mates.rs::a_usage_line_is_that_of_the_subcommand_and_fits_in_a_line",
            "src/shell/table/topics.rs::every_name_is_understood",
        ]),
    ),
    (
        "sitting P1",
        "bc4 was taken for a pawn or a bishop without a word",
        Tests(&[
            "src/shell/parse/tests.rs::a_small_b_is_told_how_it_was_taken",
            "src/chess/notation/tests.rs::a_small_letter_is_a_piece_only_if_nothing_else_can_be_meant",
        ]),
    ),
    (
        "sitting P2",
        "HELP, Show, bye and :q were unknown",
        Tests(&["src/shell/parse/tests.rs::commands_are_understood_in_capitals_and_with_a_colon"]),
    ),
    (
        "sitting P3",
        "what a record says besides the position was not shown",
        Tests(&[
            "src/shell/session/tests.rs::files_of_games_and_positions",
            "tests/render.rs::every_view_is_as_it_was_looked_at",
        ]),
    ),
    (
        "sitting P4",
        "the end of a game was not said",
        Tests(&["src/shell/session/tests.rs::ends_of_games_are_known"]),
    ),
    (
        "sitting P5",
        "the live row showed the depth that was done",
        Tests(&["tests/render.rs::the_live_row_shows_the_depth_that_runs"]),
    ),
    (
        "sitting P6",
        "replies without a mate were listed one by one in set play",
        Tests(&["tests/render.rs::every_view_is_as_it_was_looked_at"]),
    ),
    (
        "sitting P7",
        "keys of different lengths were not told apart",
        Tests(&["tests/render.rs::every_view_is_as_it_was_looked_at"]),
    ),
    (
        "sitting P8",
        "a proof that runs did not say what it looks for",
        Tests(&["src/render/proof_table.rs::what_is_known_is_said_in_words"]),
    ),
    (
        "sitting P9",
        "misses are written beside the input unasked",
        Missing("wanted: --from reads it"),
    ),
    (
        "sitting P10",
        "signs beyond ASCII in pipes",
        Missing("wanted: UTF-8 is what pipes carry, and --ascii is there"),
    ),
    (
        "sitting P11",
        "not tried again by any review",
        Missing("the review that would say what it was is no longer there"),
    ),
    (
        "sitting P12",
        "the page of a proof had no tries and no set play",
        Tests(&[
            "src/render/proof/export/tests.rs::tries_and_set_play_stand_on_the_page",
            "tests/pages.rs::what_a_page_asks_for_is_in_it",
        ]),
    ),
    (
        "sitting P13",
        "the summary of a search contradicted its last row",
        Tests(&["tests/render.rs::the_last_line_of_a_piped_search_is_the_promised_one"]),
    ),
    (
        "sitting P14",
        "Tab behind set lists all settings without headings",
        Missing("the line editor draws one list"),
    ),
    (
        "sitting P15",
        "a capture of pawns by files alone, such as fg, was unknown",
        Tests(&["src/chess/notation/tests.rs::a_move_can_be_written_in_many_ways"]),
    ),
    (
        "sitting P16",
        "the large board could not be asked for",
        Tests(&[
            "src/shell/parse/tests.rs::show_takes_a_word",
            "src/render/board.rs::a_big_board_is_drawn_where_there_is_room_and_colour",
        ]),
    ),
    (
        "reliability 1",
        "a stop threw the search away",
        Tests(&[
            "src/engine/tests.rs::a_stop_answers_with_what_was_told_last",
            "src/engine/tests.rs::a_search_for_a_mate_that_is_stopped_answers_with_a_searched_move",
        ]),
    ),
    (
        "reliability 2",
        "a byte that is no text ended the sitting",
        Tests(&[
            "tests/repl_pty.rs::a_byte_that_is_no_text_does_not_end_the_sitting",
            "tests/script.rs::bytes_that_are_no_text_are_survived",
        ]),
    ),
    (
        "reliability 3",
        "quiescence on boards full of queens had no end and no bound of memory",
        Tests(&["src/search/tests/mod.rs::explosions_end"]),
    ),
    (
        "reliability 4",
        "wait behind an endless search was deaf to everything",
        Tests(&[
            "tests/conversation.rs::who_waits_for_what_never_ends_still_hears_the_end",
            "tests/conversation.rs::what_never_ends_and_is_waited_for_ends_with_its_input",
        ]),
    ),
    (
        "reliability 5",
        "SIGTERM left the terminal raw",
        Tests(&["tests/repl_pty.rs::a_terminal_is_left_as_it_was_by_a_signal"]),
    ),
    (
        "reliability 6",
        "long lines cost quadratic time",
        Tests(&[
            "tests/parsers.rs::nesting_and_length_do_not_matter",
            "src/chess/pgn/tests.rs::many_short_lines_are_read_in_linear_time",
            "src/shell/session/tests.rs::a_setting_with_a_name_of_many_words_is_refused_at_once",
        ]),
    ),
    (
        "reliability 7",
        "tune read a line of any length",
        Tests(&[
            "src/front/lines.rs::a_long_line_is_passed_over",
            "tests/stream.rs::a_line_without_end_is_answered_and_memory_is_bounded",
        ]),
    ),
    (
        "reliability 8",
        "work went on when its output was closed",
        Tests(&[
            "tests/conversation.rs::what_nobody_reads_is_not_worked_on",
            "tests/uci/life.rs::nobody_left_to_read_ends_everything_quietly",
        ]),
    ),
    (
        "reliability 9",
        "reading a file could not be interrupted",
        Tests(&["tests/conversation.rs::a_file_that_never_speaks_can_be_left"]),
    ),
    (
        "reliability 10",
        "the hard limit of time was looked at too seldom",
        Tests(&[
            "src/control/clock.rs::the_plan_is_stretched_and_the_hard_limit_is_not",
            "src/engine/tests.rs::a_search_that_ends_by_itself_answers_with_what_was_told_last",
            "tests/uci/clocks.rs::whatever_limits_are_given_one_legal_move_is_answered",
        ]),
    ),
    (
        "reliability 11",
        "an old table was freed while the user waited",
        Missing("a time: tests/benches/latency.rs"),
    ),
    (
        "reliability 12",
        "tables larger than the machine were taken",
        Tests(&[
            "src/engine/memory.rs::two_tables_are_no_more_than_the_machine",
            "src/shell/session/tests.rs::a_table_beyond_memory_is_refused_and_the_old_one_kept",
            "tests/script.rs::a_table_beyond_memory_leaves_the_old_one",
        ]),
    ),
    (
        "reliability 13",
        "a name of a file with a byte that is no text was another name; the last move before the control got no time",
        Tests(&[
            "src/shell/parse/tests.rs::a_name_of_a_file_is_text",
            "src/control/time_plan.rs::the_last_move_before_the_control_may_use_nearly_all",
        ]),
    ),
    (
        "sitting F1",
        "the first search of a process zeroed its whole table on its own clock",
        Tests(&["tests/memory.rs::short_work_takes_little_memory_and_none_ahead"]),
    ),
    (
        "sitting F2",
        "proof export, proof save, solve --misses, lab, mine and log wrote into files of others",
        Tests(&[
            "tests/files.rs::no_command_writes_a_file_of_anybody_elses",
            "tests/files.rs::trials_made_otherwise_are_not_mixed_and_a_lab_goes_on_by_itself",
        ]),
    ),
    (
        "sitting F3",
        "a level set one clock and left the other",
        Tests(&["src/shell/session/tests/play.rs::every_level_that_is_given_sets_both_clocks"]),
    ),
    (
        "sitting F4",
        "an agreed draw did not end the game, and was agreed to too early",
        Tests(&[
            "src/shell/session/tests/play.rs::a_draw_is_agreed_to_when_the_opening_is_over_and_the_score_was_even",
            "src/shell/session/tests/play.rs::a_side_that_resigns_has_lost",
            "src/shell/session/tests/play.rs::who_runs_out_of_time_has_lost_unless_the_other_cannot_mate",
        ]),
    ),
    (
        "sitting F5",
        "undo against the engine gave the move straight back",
        Tests(&[
            "src/shell/session/tests/play.rs::taking_back_takes_the_engines_answer_too_and_waits",
        ]),
    ),
    (
        "sitting F6",
        "what was typed while the program started was lost",
        Missing("given up: a package asks the terminal now, and passes keys over"),
    ),
    (
        "sitting F7",
        "README compared a cold search with a warm one",
        Tests(&["tests/readme.rs::the_first_sitting_happens"]),
    ),
    (
        "sitting F8",
        "the last line before bestmove was a bound of one move",
        Tests(&["src/engine/teller.rs::who_stops_hears_the_last_exact_line_again"]),
    ),
    (
        "sitting F9",
        "wait did not wait for a search begun with go ponder",
        Tests(&["tests/uci/life.rs::after_a_ponderhit_everything_is_answered"]),
    ),
    (
        "sitting F10",
        "a blunder was told at a depth that cannot know",
        Tests(&[
            "src/workshop/annotate/annotator/tests.rs::a_fault_that_a_deeper_search_does_not_see_is_none",
        ]),
    ),
    (
        "sitting F11",
        "save counted plies up to the board and called them moves",
        Tests(&["tests/script.rs::a_saved_game_counts_its_moves_wherever_the_board_is"]),
    ),
    (
        "sitting F12",
        "forward along a game was the sideline entered last",
        Tests(&["src/shell/session/tests/play.rs::forward_is_along_the_main_line"]),
    ),
    (
        "sitting F13",
        "a level of 5 was five nodes",
        Tests(&["src/shell/parse/opponent.rs::clocks_are_read_as_players_write_them"]),
    ),
    (
        "sitting F14",
        "an open comment was told as an unknown word",
        Tests(&["src/shell/parse/tests.rs::what_is_left_open_is_told_as_such"]),
    ),
    (
        "sitting F15",
        "a pinned capture in passing was told as no capture",
        Tests(&["src/chess/notation/tests.rs::a_refusal_says_why_and_what_would_be_right"]),
    ),
    (
        "sitting F16",
        "quit dropped an unsaved game without a word",
        Tests(&["tests/repl_pty.rs::what_nobody_saved_is_kept_for_the_next_sitting"]),
    ),
    (
        "sitting F17",
        "limits were written differently for each command",
        Tests(&["src/shell/parse/tests.rs::limits_are_said_alike_everywhere"]),
    ),
    (
        "sitting F18",
        "label and solve gave scores of different views without a word",
        Missing(
            "wanted: labels are White's view, as their help says; solve counts the moves of who mates",
        ),
    ),
    (
        "sitting F19",
        "clear forgot what searching had learned and said nothing",
        Tests(&["tests/script.rs::clear_says_what_it_forgets"]),
    ),
    (
        "sitting F20",
        "suggestions were comic, and words of other programs unknown",
        Tests(&["src/shell/parse/tests.rs::unknown_words_get_a_suggestion"]),
    ),
    (
        "sitting F21",
        "a pager's line was broken within a word at 40 columns",
        Missing("the pager is the user's own now"),
    ),
    (
        "sitting F22",
        "pictures had letters for pieces",
        Tests(&["tests/render/pictures.rs::the_pictures_are_those_of_the_views"]),
    ),
    (
        "sitting F23",
        "the figures of making a table were not those of the table",
        Missing("figures of a run, whose command stands beside them in src/oracle/README.md"),
    ),
    (
        "sitting F24",
        "half of the first second was the prover's",
        Tests(&[
            "src/engine/schedule.rs::whenever_a_stop_comes_the_prover_had_no_more_than_its_share",
        ]),
    ),
    (
        "reliability N1",
        "an event was drawn on the board of another search, and the program ended",
        Tests(&[
            "src/front/conversation/tests.rs::events_are_never_drawn_on_another_board",
            "tests/render.rs::an_event_is_drawn_only_from_its_own_root",
        ]),
    ),
    (
        "reliability N2",
        "xboard: behind a ping, quit was not heard",
        Tests(&["tests/xboard.rs::who_leaves_is_heard_behind_a_ping"]),
    ),
    (
        "reliability N3",
        "absurd times and levels overflowed",
        Tests(&[
            "src/shell/parse/tests/numbers.rs::every_number_of_every_command_is_bounded",
            "src/shell/parse/tests/numbers.rs::what_a_program_says_is_clamped",
        ]),
    ),
    (
        "reliability N4",
        "a pipe: behind play nothing was heard until the engine had moved",
        Tests(&["tests/conversation.rs::what_is_urgent_is_heard_whatever_stands_before_it"]),
    ),
    (
        "reliability N5",
        "data read a line of any length",
        Tests(&["tests/stream.rs::a_line_without_end_is_answered_and_memory_is_bounded"]),
    ),
    (
        "reliability N6",
        "a line of brackets cost quadratic time",
        Tests(&["src/shell/parse/tests/numbers.rs::lines_of_brackets_are_read_once"]),
    ),
    (
        "reliability N7",
        "a FIFO where settings are expected blocked the start",
        Tests(&["tests/script.rs::a_pipe_in_place_of_settings_is_refused"]),
    ),
    (
        "reliability N8",
        "direction marks and C1 of a file reached terminals and JSON",
        Tests(&["tests/hostile.rs::nothing_that_steers_leaves_the_program"]),
    ),
    (
        "reliability N9",
        "a cell of lab's table was a formula",
        Tests(&["tests/hostile.rs::a_cell_is_no_formula"]),
    ),
    (
        "reliability N10",
        "play during an analysis did not move",
        Tests(&["tests/conversation.rs::a_game_ends_an_analysis_and_says_so"]),
    ),
];
