#!/usr/bin/env python3
"""Damaged files of games, read by python-chess and by the program: which of them keeps more moves and headers?

    pip install chess
    tests/clients/pgn_damage.py [--program target/release/quarterply] [--games FILE.pgn] [--files 5000] [--intact 20000] [--seed 1]

Each file has three games; one place of it is damaged, by one of twelve kinds. A reader keeps of a game the moves up to the first
that differs from the intact game, and the headers that are equal. Intact games, those of the file and others made by chance with
comments, variations, glyphs and starts of their own, must come out the same from both. Status 0 if the program keeps at least as
much in 99.5 % of the files, and no intact game differs.

With 5,000 files and 20,000 intact games (seed 1): see the commit that changed this file last.
"""

import argparse
import collections
import json
import logging
import os
import random
import subprocess
import sys
import tempfile

import chess
import chess.pgn

GAMES = 3
DERIVED = {"fen", "setup", "variant"}
# What a header of the roster is if it is not there.
UNKNOWN = dict.fromkeys(["event", "site", "round", "white", "black"], "?") | {"date": "????.??.??", "result": "*"}
CONTROL = dict.fromkeys([*range(32), *range(127, 160)], "\ufffd")


class Random(random.Random):
    def cut(self, text, longest):
        at = self.randrange(len(text))
        return text[:at] + text[at + 1 + self.randrange(longest):]

    def spot(self, text, letters):
        """The place of one of the letters, at random; anywhere if there is none."""
        places = [at for at, letter in enumerate(text) if letter in letters]
        return self.choice(places) if places else self.randrange(len(text))


def made_by_chance(rng, number):
    """A legal game with all that a record may have."""
    game = chess.pgn.Game()
    game.headers.update(Event=f"Made {number}", White=rng.choice(["Müller, K", "O'Hara \"Jo\"", "Žižka [1]"]), Round=str(number))
    if rng.random() < 0.1:
        game.setup(chess.Board("4k3/P6p/8/2pP4/8/8/1p5P/R3K2R w KQ c6 0 30"))
    node = game
    for _ in range(rng.randrange(20, 90)):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        last, node = node, node.add_variation(rng.choice(moves))
        if rng.random() < 0.08:
            node.comment = rng.choice(["fine", "[%clk 0:01:02]", "see (here) 1. e4; 1-0", "after\n\n[Event \"x\"]\n\n* none", "50 % {of"])
        if rng.random() < 0.08:
            node.nags.add(rng.randrange(1, 20))
        if rng.random() < 0.06 and len(moves) > 1:
            side = last.add_variation(rng.choice([move for move in moves if move != node.move]), starting_comment=rng.choice(["", "or"]))
            if (replies := list(side.board().legal_moves)):
                side.add_variation(rng.choice(replies))
    over = node.board().result()
    game.headers["Result"] = over if over != "*" else rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    columns = rng.choice([None, 60, 80, 80])
    return game.accept(chess.pgn.StringExporter(columns=columns)) + "\n\n"


def lines(rng, text, change):
    parts = text.split("\n")
    change(parts, rng.randrange(len(parts) - 1))
    return "\n".join(parts)


def glued(rng, text):
    at = rng.spot(text, " \n")
    return text[:at] + text[at + 1:]


def glued_result(rng, text):
    for result in ("1-0", "0-1", "1/2-1/2", "*"):
        text = text.replace(f" {result}\n", f"{result}\n").replace(f"\n{result}\n", f"{result}\n")
    return text


def doubled(rng, text):
    if rng.random() < 0.5:
        return lines(rng, text, lambda parts, at: parts.insert(at, parts[at]))
    words = text.split(" ")
    at = rng.randrange(len(words))
    return " ".join(words[:at] + [words[at]] + words[at:])


def unclosed(rng, text):
    at = rng.spot(text, "]\"})")
    return text[:at] + text[at + 1:]


def stray(rng, text):
    at = rng.randrange(len(text))
    return text[:at] + rng.choice(list("{}()[];\"*$<|%,=") + [" 1-0 ", " zz ", "<br>", "\0", "…", " -- "]) + text[at:]


def reordered(rng, text):
    def swap(parts, at):
        parts[at], parts[at + 1] = parts[at + 1], parts[at]
    return lines(rng, text, swap)


def wrapped(rng, text):
    width = rng.randrange(30, 76)
    wrap = lambda line: "\n".join(line[at:at + width] for at in range(0, len(line), width)) or line
    if rng.random() < 0.5:
        at = rng.spot(text, " ")
        return text[:at] + "\n" + text[at + 1:]
    return lines(rng, text, lambda parts, at: parts.__setitem__(at, wrap(parts[at])))


def spaced(rng, text):
    at = rng.randrange(len(text))
    return text[:at] + rng.choice([" ", "\n", "\n\n", "\t", "\u00a0"]) + text[at:]


def respelled(rng, text):
    old, new = rng.choice([("O-O", "0-0"), ("-", "–"), ("1/2-1/2", "½-½"), ("1-0", "1 - 0"), (".", ". "), ("x", ":"), ("\"", "“"),
                           ("=", ""), ("+", ""), ("[", "[ "), (" [", "["), ("+", "†"), ("1/2-1/2", "0.5-0.5"), ("\n", "\r\n"), (".", ")")])
    count = rng.choice([1, -1])
    return text.replace(old, new, count) if old != "\"" else text.replace(old, new, 2)


def recoded(rng, text):
    codec = rng.choice(["latin-1", "cp1252", "utf-16", "utf-8-sig", "cr", "mojibake", "nul"])
    if codec == "cr":
        return text.replace("\n", "\r").encode()
    if codec == "mojibake":
        return text.encode().decode("latin-1").encode()
    if codec == "nul":
        return text.replace("\n", "\n\0").encode()
    return text.encode(codec, "replace")


KINDS = {
    "glued": glued, "result glued": glued_result, "cut": lambda rng, text: rng.cut(text, 12), "hole": lambda rng, text: rng.cut(text, 200),
    "doubled": doubled, "unclosed": unclosed, "stray": stray, "reordered": reordered, "wrapped": wrapped, "spaced": spaced,
    "respelled": respelled, "re-encoded": recoded,
}


def by_python_chess(path):
    found = []
    with open(path, encoding="utf-8-sig", errors="replace") as file:
        try:
            while (game := chess.pgn.read_game(file)) is not None:
                headers = {name: value.translate(CONTROL) for name, value in game.headers.items()}
                found.append((headers, [move.uci() for move in game.mainline_moves()]))
        except (IndexError, ValueError):
            pass  # It breaks off at a parenthesis that closes too much.
    return found


def by_the_program(program, paths, games):
    """The games of each file, at most so many."""
    with tempfile.TemporaryFile("w+") as script:
        for path in paths:
            for number in range(1, games + 1):
                script.write(f"load \"{path}\" {number}\nhistory\ntags\n")
        script.seek(0)
        out = subprocess.run([program, "--json"], stdin=script, capture_output=True, text=True, encoding="utf-8").stdout
    found = collections.defaultdict(list)
    for line in out.splitlines():
        answer = json.loads(line)
        match answer["type"]:
            case "loaded":
                found[answer["path"]].append(({}, []))
                last = found[answer["path"]][-1]
            case "error":
                last = ({}, [])
            case "history":
                last[1].extend(step["move"] or "0000" for step in answer["steps"])
            case "tags":
                last[0].update((tag["name"], tag["value"]) for tag in answer["tags"])
    return [found[path] for path in paths]


def kept(intact, found):
    """Moves and headers of the intact games that were found, in their order."""
    def of(game, other):
        moves = 0
        for one, two in zip(game[1], other[1]):
            if one != two:
                break
            moves += 1
        known = (UNKNOWN | {name.lower(): value for name, value in other[0].items()}).items()
        headers = sum((name.lower(), value) in known for name, value in game[0].items() if name.lower() not in DERIVED)
        return moves, headers
    best = [[(0, 0)] * (len(found) + 1) for _ in range(len(intact) + 1)]
    for i, game in enumerate(intact):
        for j, other in enumerate(found):
            moves, headers = of(game, other)
            both = (best[i][j][0] + moves, best[i][j][1] + headers)
            best[i + 1][j + 1] = max(both, best[i][j + 1], best[i + 1][j], key=sum)
    return best[-1][-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/release/quarterply")
    parser.add_argument("--games")
    parser.add_argument("--files", type=int, default=5000)
    parser.add_argument("--intact", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="folder for the files in which the program keeps less")
    options = parser.parse_args()
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    rng = Random(options.seed)
    sources = []
    if options.games:
        text = open(options.games, encoding="utf-8", errors="replace").read()
        sources = ["[Event " + game.strip() + "\n\n" for game in text.split("[Event ")[1:]]
    made = [made_by_chance(rng, number) for number in range(max(options.intact - len(sources), options.files // 4))]
    with tempfile.TemporaryDirectory() as folder:
        differ = intact(options, folder, sources + made)
        worse = damaged(options, rng, folder, sources, made)
    return int(differ > 0 or worse > options.files * 0.005)


def intact(options, folder, games):
    differ = checked = 0
    paths = []
    for begin in range(0, options.intact, 50):
        paths.append(os.path.join(folder, f"intact{begin}.pgn"))
        with open(paths[-1], "w") as file:
            file.write("".join(games[begin:begin + 50]))
    theirs = [by_python_chess(path) for path in paths]
    for path, expected, ours in zip(paths, theirs, by_the_program(options.program, paths, 51)):
        if len(expected) != len(ours):
            print(f"{path}: {len(ours)} games of {len(expected)}")
            differ += 1
        for number, ((headers, moves), (tags, played)) in enumerate(zip(expected, ours), 1):
            checked += 1
            tags = {name: value for name, value in tags.items()}
            headers = {name: value for name, value in headers.items() if name.lower() not in DERIVED}
            if moves != played or headers != tags:
                differ += 1
                print(f"{path}, game {number}: {len(played)} moves of {len(moves)}; {set(headers.items()) ^ set(tags.items())}")
    print(f"intact: {checked} games, {differ} differ")
    return differ


def damaged(options, rng, folder, sources, made):
    files, names = [], []
    for number in range(options.files):
        kind = list(KINDS)[number % len(KINDS)]
        games = [rng.choice(rng.choice([sources or made, made])) for _ in range(GAMES)]
        whole = os.path.join(folder, f"whole{number}.pgn")
        path = os.path.join(folder, f"{number}.pgn")
        text = "".join(games)
        for name, content in ((whole, text), (path, KINDS[kind](rng, text))):
            with open(name, "wb") as file:
                file.write(content if isinstance(content, bytes) else content.encode())
        files.append((kind, whole, path))
        names.append(path)
    table = collections.defaultdict(lambda: [0, 0, 0, 0, 0])
    for (kind, whole, path), ours in zip(files, by_the_program(options.program, names, GAMES + 2)):
        games = by_python_chess(whole)
        theirs, mine = kept(games, by_python_chess(path)), kept(games, ours)
        row = table[kind]
        row[0] += 1
        row[1] += sum(theirs)
        row[2] += sum(mine)
        row[3] += mine > theirs
        if mine[0] < theirs[0] or mine[1] < theirs[1]:
            row[4] += 1
            print(f"less: {kind}, {os.path.basename(path)}: {mine}, python-chess {theirs}")
            if options.keep:
                os.makedirs(options.keep, exist_ok=True)
                os.system(f"cp '{whole}' '{path}' '{options.keep}'")
    print(f"{'kind':14} files  python-chess  quarterply  more  less")
    for kind, row in table.items():
        print(f"{kind:14} {row[0]:5} {row[1]:13} {row[2]:11} {row[3]:5} {row[4]:5}")
    worse = sum(row[4] for row in table.values())
    print(f"at least as much in {100 - 100 * worse / options.files:.2f} % of {options.files} files")
    return worse


if __name__ == "__main__":
    sys.exit(main())
