#!/usr/bin/env python3
"""Finds sacrifices that won in games, judged by another engine; positions/combinations.epd was made by it.

    pip install chess
    tests/clients/combinations.py --engine stockfish GAMES.pgn [--binary target/release/quarterply] > combinations.epd

A row is a move that was played from move 8 on, in no check and with eight legal moves or more, which loses 90 centipawns or more
by exchange (pieces of 1, 3, 3, 5 and 9 pawns here, and `see` of the program). With two lines of 60,000 nodes it has to be one of
the engine's two, and with 600,000 the best, at 1.50 or more and as much better than the second, which is at most 2.50.
"""

import argparse
import json
import subprocess
import sys

import chess
import chess.engine
import chess.pgn

WORTH = {chess.PAWN: 100, chess.KNIGHT: 300, chess.BISHOP: 300, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 10000}
LOSS, LEAST, MOST = -90, 150, 250


def exchange(board, move):
    """What the side to move gains by the exchange on the target square."""
    target, captured = move.to_square, board.piece_at(move.to_square)
    gains = [WORTH[captured.piece_type] if captured else 100 * board.is_en_passant(move)]
    board, side = board.copy(stack=False), not board.turn
    worth = WORTH[board.piece_type_at(move.from_square)]
    board.set_piece_at(target, board.remove_piece_at(move.from_square))
    while attackers := list(board.attackers(side, target)):
        square = min(attackers, key=lambda square: WORTH[board.piece_type_at(square)])
        if board.piece_type_at(square) == chess.KING and board.attackers(not side, target):
            break
        gains.append(worth - gains[-1])
        worth = WORTH[board.piece_type_at(square)]
        board.set_piece_at(target, board.remove_piece_at(square))
        side = not side
    for place in range(len(gains) - 1, 0, -1):
        gains[place - 1] = -max(-gains[place - 1], gains[place])
    return gains[0]


def judged(engine, board, move):
    """The scores of the move and of the second, if the engine agrees."""

    def best_two(nodes):
        lines = engine.analyse(board, chess.engine.Limit(nodes=nodes), multipv=2)
        return [(line["pv"][0], line["score"].relative.score(mate_score=10000)) for line in lines]

    if move not in dict(best_two(60_000)):
        return None
    (best, first), (_, second) = best_two(600_000)
    agrees = best == move and first >= LEAST and first - second >= LEAST and second <= MOST
    return (first, second) if agrees else None


def combinations(engine, games):
    seen = set()
    while game := chess.pgn.read_game(games):
        board = game.board()
        for move in game.mainline_moves():
            may_be = board.fullmove_number >= 8 and not board.is_check() and board.legal_moves.count() >= 8
            if may_be and exchange(board, move) <= LOSS and board.epd() not in seen:
                seen.add(board.epd())
                if scores := judged(engine, board, move):
                    yield game.headers, board.copy(stack=False), move, scores
            board.push(move)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games")
    parser.add_argument("--engine", required=True)
    parser.add_argument("--binary", default="target/release/quarterply")
    arguments = parser.parse_args()
    with chess.engine.SimpleEngine.popen_uci(arguments.engine) as engine:
        games = open(arguments.games, encoding="utf-8", errors="replace")
        for headers, board, move, scores in combinations(engine, games):
            san = board.san(move)
            lines = f"{board.fen()}\nsee {move.uci()}\n"
            told = subprocess.run([arguments.binary, "--json"], input=lines, stdout=subprocess.PIPE, text=True).stdout
            see = next(line for line in map(json.loads, told.splitlines()) if line["type"] == "see")
            if see["exchanges"][0]["cp"] <= LOSS:
                year = headers.get("Date", "").split(".")[0].strip("?/")
                who = ", ".join(filter(None, [f"{headers.get('White')} - {headers.get('Black')}", year[:4]]))
                best, second = (f"{score / 100:+.2f}" for score in scores)
                fen = " ".join(board.fen().split()[:4])
                print(f'{fen} bm {san}; id "{who}, move {board.fullmove_number}"; c0 "best and second {best} {second} at 600k";', flush=True)


if __name__ == "__main__":
    sys.exit(main())
