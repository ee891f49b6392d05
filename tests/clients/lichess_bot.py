#!/usr/bin/env python3
"""A game through lichess-bot, in its default configuration, against the stand-in for the server that lichess-bot has for its tests.

    git clone https://github.com/lichess-bot-devs/lichess-bot DIR
    pip install -r DIR/requirements.txt
    tests/clients/lichess_bot.py --lichess-bot DIR [--program target/release/quarterply] [--protocol uci|xboard] [--seed 1]

Only the token and the path and protocol of the engine differ from config.yml.default, so the engine gets the options that a new
bot has: a move overhead, four threads, a folder of Syzygy tables that is not there, WDL, and pondering. White plays random moves;
the program has ten seconds and 0.1 a move. Told at the end: plies, the result, the program's clock, and its slowest move.
Status 0 if every move was legal, none came late, and the game ended in a mate by the program.
"""

import argparse
import datetime
import logging
import os
import random
import sys
import threading
import time
from multiprocessing import Manager

START = 10.0
INCREMENT = 0.1


def seconds(amount):
    return datetime.timedelta(seconds=amount)


def serve(queues, seed, outcome):
    """Plays White at random and keeps the clocks until the game is over, as the server would."""
    import chess

    moves, boards, clocks = queues
    chance, board, left, slowest = random.Random(seed), chess.Board(), START, 0.0

    def tell():
        boards.put(board)
        clocks.put((seconds(START), seconds(left), seconds(INCREMENT)))

    while not board.is_game_over():
        if board.turn == chess.WHITE:
            board.push(chance.choice(list(board.legal_moves)))
            if not board.is_game_over():
                tell()
            continue
        begun = time.monotonic()
        # The stream of the game was opened anew: it wants the board again.
        while (move := moves.get()) is None:
            tell()
            moves.task_done()
        moves.task_done()
        took = time.monotonic() - begun
        # The clock begins to run with the second move, as on the server.
        if len(board.move_stack) > 1:
            slowest = max(slowest, took)
            left += INCREMENT - took
        if move not in board.legal_moves or left < 0:
            outcome.update(fault=f"{move} in {board.fen()} with {left:.2f} s left")
            os._exit(tell_end(outcome))
        board.push(move)
    outcome.update(plies=len(board.move_stack), result=board.result(), left=left, slowest=slowest, mate=board.is_checkmate())
    tell()


def tell_end(outcome):
    if "fault" in outcome:
        print("illegal or late:", outcome["fault"], flush=True)
        return 1
    print("{plies} plies, {result}, {left:.1f} s left, slowest move {slowest:.2f} s".format(**outcome), flush=True)
    return 0 if outcome["result"] == "0-1" and outcome["mate"] else 1


def play(options):
    import test_bot.lichess
    import yaml
    from lib import config, lichess_bot

    with open("config.yml.default", encoding="utf-8") as file:
        raw = yaml.safe_load(file)
    folder, name = os.path.split(options.program)
    raw["token"] = ""
    raw["engine"].update(dir=folder, name=name, protocol=options.protocol)
    config.insert_default_values(raw)
    manager = Manager()
    queues = [manager.Queue() for _ in range(3)]
    outcome = {}
    server = threading.Thread(target=serve, args=(queues, options.seed, outcome))
    server.start()
    bot = test_bot.lichess.Lichess(*queues)
    lichess_bot.logging_configurer(logging.WARNING, None, True)
    lichess_bot.disable_restart()
    lichess_bot.start(bot, bot.get_profile(), config.Configuration(raw), logging.WARNING, None, True, one_game=True)
    server.join()
    return tell_end(outcome)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lichess-bot", required=True, metavar="DIR")
    parser.add_argument("--program", default="target/release/quarterply")
    parser.add_argument("--protocol", choices=["uci", "xboard"], default="uci")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    os.chdir(options.lichess_bot)
    sys.path.insert(0, os.getcwd())
    return play(options)


if __name__ == "__main__":
    sys.exit(main())
