#!/usr/bin/env python3
"""What the prover beside a search costs: nodes of searches with `Prove Mates` against those of searches without it.

    pip install chess
    tests/clients/prover_cost.py [--program target/release/quarterply ...] [--games 6] [--plies 40] [--ms 230]

Every program searches the same positions for the same time, once with the prover and once without, in turn: those of games
that begin with eight random plies (seed 1) and that the first program plays without it. Run it on an idle machine. Told at
the end for each program: nodes with the prover in per cent of nodes without it, as the last report of each search has them.
"""

import argparse
import random

import chess
import chess.engine


def opening(chance):
    board = chess.Board()
    for _ in range(8):
        board.push(chance.choice(list(board.legal_moves)))
        if board.is_game_over():
            return opening(chance)
    return board


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", nargs="+", default=["target/release/quarterply"])
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--plies", type=int, default=40)
    parser.add_argument("--ms", type=int, default=230, help="`movetime` of each search")
    asked = parser.parse_args()
    engines = []
    for program in asked.program:
        for proves in (False, True):
            engine = chess.engine.SimpleEngine.popen_uci(program)
            engine.configure({"Hash": 64, "Prove Mates": proves})
            engines.append(engine)
    nodes = [0] * len(engines)
    chance = random.Random(1)
    for game in range(asked.games):
        board = opening(chance)
        for _ in range(asked.plies):
            if board.is_game_over():
                break
            limit = chess.engine.Limit(time=asked.ms / 1000)
            played = [
                engine.play(board, limit, game=game, info=chess.engine.INFO_BASIC)
                for engine in engines
            ]
            for number, result in enumerate(played):
                nodes[number] += result.info.get("nodes", 0)
            board.push(played[0].move)
    for engine in engines:
        engine.quit()
    for number, program in enumerate(asked.program):
        without, with_prover = nodes[2 * number : 2 * number + 2]
        print(f"{program}: {100 * with_prover / without:.1f} % of {without} nodes")


if __name__ == "__main__":
    main()
