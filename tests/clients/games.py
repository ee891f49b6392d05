#!/usr/bin/env python3
"""Games between two copies of the program through the clients of python-chess, each copy watched as a GUI would.

    pip install chess
    tests/clients/games.py [--program target/release/quarterply] [--uci 200] [--xboard 100] [--chess960 20]

UCI games go through SimpleEngine over UCI, xboard games through SimpleEngine over CECP; --chess960 of each kind begin at a
start position of Chess960. The clocks are real: 1 second and 0.01 a move for each side unless --time and --increment say
otherwise. Told at the end, as exact counts: games, plies, illegal moves, losses on time, crashes, and warnings (whatever
python-chess logs as one, and whatever the program writes to standard error). Status 0 if the last four are all zero.
"""

import argparse
import asyncio
import collections
import logging
import random
import sys
import time

import chess
import chess.engine

# Plies after which a game is called a draw: the clocks, not the chess, are tested.
LONGEST = 300


class Counting(logging.Handler):
    """Counts what python-chess warns about, and prints each warning once."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.seen = collections.Counter()

    def emit(self, record):
        text = record.getMessage()
        if not self.seen[text]:
            print(f"warning: {text}", file=sys.stderr)
        self.seen[text] += 1


async def start(program, protocol):
    # Which protocol it is the first line says.
    popen = chess.engine.popen_uci if protocol == "uci" else chess.engine.popen_xboard
    transport, engine = await popen([program])
    # One table each of a size that two programs on a small machine can have.
    await engine.configure({"Hash": 16} if protocol == "uci" else {"memory": 16})
    return transport, engine


class Game:
    """One game on the clock, and what went wrong in it."""

    def __init__(self, board, seconds, increment):
        self.board = board
        self.clocks = {chess.WHITE: seconds, chess.BLACK: seconds}
        self.increment = increment
        self.least = seconds

    def limit(self):
        return chess.engine.Limit(
            white_clock=self.clocks[chess.WHITE],
            black_clock=self.clocks[chess.BLACK],
            white_inc=self.increment,
            black_inc=self.increment,
        )

    async def play(self, engines, number):
        """How the game ended: 'over', 'time', 'illegal' or 'crash'."""
        while not self.board.is_game_over(claim_draw=True) and len(self.board.move_stack) < LONGEST:
            turn = self.board.turn
            began = time.monotonic()
            try:
                played = await engines[turn].play(self.board, self.limit(), game=number)
            except chess.engine.EngineTerminatedError as error:
                print(f"crash: {error}", file=sys.stderr)
                return "crash"
            except chess.engine.EngineError as error:
                print(f"illegal: {error} in {self.board.fen()}", file=sys.stderr)
                return "illegal"
            self.clocks[turn] -= time.monotonic() - began
            self.least = min(self.least, self.clocks[turn])
            if self.clocks[turn] < 0:
                print(f"time: {self.clocks[turn]:.3f} s in {self.board.fen()}", file=sys.stderr)
                return "time"
            if played.move is None or played.move not in self.board.legal_moves:
                print(f"illegal: {played.move} in {self.board.fen()}", file=sys.stderr)
                return "illegal"
            self.clocks[turn] += self.increment
            self.board.push(played.move)
        return "over"


def opening(random_, is_chess960):
    """A start position and a few random moves, so that no two games are alike."""
    board = chess.Board.from_chess960_pos(random_.randrange(960)) if is_chess960 else chess.Board()
    for _ in range(random_.choice([4, 5, 6, 7])):
        board.push(random_.choice(list(board.legal_moves)))
        if board.is_game_over():
            return opening(random_, is_chess960)
    # The client is told the position as it stands, with no moves before it.
    return chess.Board(board.fen(en_passant="fen"), chess960=is_chess960)


async def series(options, protocol, games):
    counts = collections.Counter()
    least = options.time
    random_ = random.Random(f"{protocol} {options.seed}")
    started = [await start(options.program, protocol) for _ in range(2)]
    for number in range(games):
        is_chess960 = number < min(options.chess960, games)
        game = Game(opening(random_, is_chess960), options.time, options.increment)
        first = number % 2
        engines = {chess.WHITE: started[first][1], chess.BLACK: started[1 - first][1]}
        ended = await game.play(engines, (protocol, number))
        counts[ended] += 1
        counts["plies"] += len(game.board.move_stack)
        counts["960"] += is_chess960
        least = min(least, game.least)
        if ended == "crash":
            started = [await start(options.program, protocol) for _ in range(2)]
    for _, engine in started:
        await engine.quit()
    return counts, least


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="target/release/quarterply")
    parser.add_argument("--uci", type=int, default=200, help="games over UCI")
    parser.add_argument("--xboard", type=int, default=100, help="games over xboard's protocol")
    parser.add_argument("--chess960", type=int, default=20, help="of each kind, from Chess960")
    parser.add_argument("--time", type=float, default=1.0, help="seconds on each clock")
    parser.add_argument("--increment", type=float, default=0.01, help="seconds a move")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    warnings = Counting()
    logger = logging.getLogger("chess.engine")
    logger.addHandler(warnings)
    logger.propagate = False
    print(f"{'':8}{'games':>7}{'of 960':>8}{'plies':>8}{'illegal':>9}{'on time':>9}{'crashes':>9}{'least left':>12}")
    bad = 0
    for protocol, games in [("uci", options.uci), ("xboard", options.xboard)]:
        if not games:
            continue
        counts, least = asyncio.run(series(options, protocol, games))
        wrong = [counts["illegal"], counts["time"], counts["crash"]]
        bad += sum(wrong)
        columns = "".join(f"{count:>9}" for count in wrong)
        print(f"{protocol:8}{games:>7}{counts['960']:>8}{counts['plies']:>8}{columns}{least:>11.3f}s")
    told = sum(warnings.seen.values())
    print(f"warnings {told}")
    return 0 if bad + told == 0 else 1


if __name__ == "__main__":
    asyncio.set_event_loop_policy(chess.engine.EventLoopPolicy())
    sys.exit(main())
