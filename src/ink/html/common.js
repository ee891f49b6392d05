const byId = id => document.getElementById(id);
const make = (tag, name, text) => { const made = document.createElement(tag); if (name) made.className = name; if (text !== undefined) made.textContent = text; return made; };
const data = JSON.parse(byId("data").textContent);

/* Light or dark: the other than what is shown now. */
byId("theme").onclick = () => {
  const root = document.documentElement, dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
};

/* Positions: 64 squares from a1, a letter for each man. */
const square = text => text.charCodeAt(0) - 97 + (text.charCodeAt(1) - 49) * 8;
const squareName = index => "abcdefgh"[index & 7] + ((index >> 3) + 1);
const isUpper = letter => letter === letter.toUpperCase();
/* Where a FEN begins: its squares, whether White moves, and the number of that move. */
function startOf(fen) {
  const [men, turn, , , , number] = fen.split(" "), squares = Array(64).fill("");
  men.split("/").forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) { if (letter >= "1" && letter <= "8") file += +letter; else squares[(7 - row) * 8 + file++] = letter; }
  });
  return { squares, white: turn === "w", number: +(number || 1) };
}
/* The squares after a move; castling is the king taking its rook, and a move without coordinates is a pass. */
function play(squares, uci, san) {
  if (!uci) return squares;
  const from = square(uci), to = square(uci.slice(2)), next = squares.slice(), man = next[from];
  next[from] = "";
  if (san.startsWith("O-O")) {
    const home = from & 56, rook = next[to], long = san.startsWith("O-O-O");
    next[to] = ""; next[home + (long ? 2 : 6)] = man; next[home + (long ? 3 : 5)] = rook;
    return next;
  }
  if (man.toLowerCase() === "p" && !squares[to] && (from & 7) !== (to & 7)) next[(from & 56) + (to & 7)] = "";
  next[to] = uci[4] ? (man === "P" ? uci[4].toUpperCase() : uci[4]) : man;
  return next;
}
/* Who moves so many plies after a start, and what stands before that move: a black one has a number only where it comes first. */
const whiteMoves = (start, ply) => start.white === (ply % 2 === 0);
function numberAt(start, ply, first) {
  const move = start.number + ((ply + (start.white ? 0 : 1)) >> 1);
  return whiteMoves(start, ply) ? move + "." : first ? move + "…" : "";
}

/* Draws squares, the move that led there (`uci` and `san`, if any) and the check that it gives to the side that is to move. */
const manNames = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
function drawBoard(squares, { uci, san, white, turned }) {
  const last = uci ? [square(uci), square(uci.slice(2))] : [], checked = /[+#]$/.test(san || "") ? (white ? "K" : "k") : null;
  const parts = [], words = [];
  squares.forEach((man, index) => {
    const file = index & 7, rank = index >> 3, light = (file + rank) % 2 === 1;
    const x = (turned ? 7 - file : file) * 45, y = (turned ? rank : 7 - rank) * 45, ink = light ? "#5d6f83" : "#f3f5f8";
    parts.push(`<rect x="${x}" y="${y}" width="45" height="45" fill="var(--${light ? "light" : "dark"})"/>`);
    if (last.includes(index)) parts.push(`<rect x="${x}" y="${y}" width="45" height="45" fill="var(--last)" opacity=".5"/>`);
    if (man && man === checked) parts.push(`<circle cx="${x + 22.5}" cy="${y + 22.5}" r="20" fill="var(--check)" opacity=".75"/>`);
    if (y === 315) parts.push(`<text x="${x + 42.6}" y="${y + 42.6}" text-anchor="end" fill="${ink}">${squareName(index)[0]}</text>`);
    if (x === 0) parts.push(`<text x="2.4" y="${y + 8}" fill="${ink}">${rank + 1}</text>`);
    if (!man) return;
    parts.push(`<use href="#${isUpper(man) ? "w" : "b"}${man.toLowerCase()}" x="${x}" y="${y}" width="45" height="45"/>`);
    words.push(`${isUpper(man) ? "White" : "Black"} ${manNames[man.toLowerCase()]} ${squareName(index)}`);
  });
  const board = byId("board");
  board.innerHTML = parts.join("");
  board.setAttribute("aria-label", words.join(", "));
}

