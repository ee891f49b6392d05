const PARENT = 0, UCI = 1, SAN = 2, NAGS = 3, BEFORE = 4, AFTER = 5, SCORE = 6, POINTS = 7, JUDGEMENT = 8;
const glyphs = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 10: " =", 13: " ∞", 14: " ⩲", 15: " ⩱", 16: " ±", 17: " ∓", 18: " +−", 19: " −+" };

/* One game: its moves with their children, and the position behind each, worked out when it is first shown. */
let game, flipped = false, at = -1;
function open(place) {
  const { moves, fen } = data.games[place];
  game = { ...data.games[place], place, start: startOf(fen), children: new Map([[-1, []]]), plies: [], boards: new Map() };
  moves.forEach((move, index) => {
    const parent = move[PARENT] ?? -1;
    game.children.set(index, []);
    game.children.get(parent).push(index);
    game.plies.push(parent < 0 ? 0 : game.plies[parent] + 1);
  });
  game.main = [];
  for (let index = game.children.get(-1)[0]; index !== undefined; index = game.children.get(index)[0]) game.main.push(index);
  game.ends = new Map(game.main.map((index, ply) => [index, ply + 1]));
  byId("head").replaceChildren(byId("head" + place).content.cloneNode(true));
  document.querySelectorAll(".proofs").forEach(box => { box.hidden = box.id !== "proofs" + place; });
  const graph = byId("graph"), curve = byId("curve" + place).content.querySelector("svg");
  graph.innerHTML = curve.innerHTML + '<path class="cursor" d=""/>';
  graph.setAttribute("aria-valuemax", game.main.length);
  if (byId("chooser")) byId("chooser").value = place;
  list();
  go(-1);
}
function board(index) {
  const path = [];
  while (index >= 0 && !game.boards.has(index)) { path.push(index); index = game.moves[index][PARENT] ?? -1; }
  let squares = index < 0 ? game.start.squares : game.boards.get(index);
  while (path.length) { const next = path.pop(); squares = play(squares, game.moves[next][UCI], game.moves[next][SAN]); game.boards.set(next, squares); }
  return squares;
}
const number = (ply, first) => numberAt(game.start, ply, first);
const marks = move => move[NAGS].map(nag => glyphs[nag] || "").join("");
/* Where in the main line one is, or left it. */
function mainPly(index) { while (index >= 0 && !game.ends.has(index)) index = game.moves[index][PARENT] ?? -1; return index < 0 ? 0 : game.ends.get(index); }

function draw() {
  const move = at < 0 ? null : game.moves[at], white = whiteMoves(game.start, at < 0 ? 0 : game.plies[at] + 1);
  drawBoard(board(at), { uci: move && move[UCI], san: move && move[SAN], white, turned: flipped });
  /* What is said about the move. */
  const caption = byId("caption"), name = make("b");
  name.textContent = move ? `${number(game.plies[at], true)} ${move[SAN]}${marks(move)}` : `${white ? "White" : "Black"} to move`;
  caption.replaceChildren(name);
  const score = move ? move[SCORE] : game.score;
  if (score) caption.append(make("span", "score", score.replace(/^(?=\d)(?!0\.00)/, "+")));
  for (const text of move ? [...move[BEFORE], ...move[AFTER]] : game.comments) caption.append(make("p", move && move[JUDGEMENT] || "", text));
  /* The bar and the graph follow the main line. */
  const main = mainPly(at), points = main ? game.moves[game.main[main - 1]][POINTS] : game.points;
  const bar = byId("bar");
  bar.classList.toggle("turned", flipped);
  bar.firstElementChild.style.height = `${100 * points}%`;
  const graph = byId("graph"), x = game.main.length ? 720 * main / game.main.length : 0;
  graph.querySelector(".cursor").setAttribute("d", `M${x} -7V167`);
  graph.setAttribute("aria-valuenow", main);
  graph.setAttribute("aria-valuetext", name.textContent + (score ? ", " + score : ""));
}
function go(index, shows = true) {
  const before = byId("moves").querySelector(".now");
  if (before) { before.classList.remove("now"); before.removeAttribute("aria-current"); }
  at = index;
  const button = game.buttons.get(at);
  if (button) {
    button.classList.add("now");
    button.setAttribute("aria-current", "true");
    if (shows && innerWidth > 960) button.scrollIntoView({ block: "nearest" });
  }
  draw();
}
/* The moves: the main line, and beneath a move what is said of it and what else could be played. */
function list() {
  const box = byId("moves");
  box.replaceChildren();
  game.buttons = new Map();
  for (const text of game.comments) box.append(make("span", "note block", text));
  const add = (into, index, first, isMain) => {
    const move = game.moves[index];
    for (const text of move[BEFORE]) into.append(make("span", "note", text), " ");
    const shown = number(game.plies[index], first || move[BEFORE].length > 0);
    const together = make("span", "pair");
    if (shown) together.append(make("span", "number", shown), "\u00a0");
    const button = make("button", (isMain ? "main " : "") + (move[JUDGEMENT] || ""), move[SAN] + marks(move));
    button.type = "button";
    button.onclick = () => go(index, false);
    game.buttons.set(index, button);
    together.append(button);
    into.append(together, " ");
    for (const text of move[AFTER]) into.append(make("span", isMain ? "note block" : "note", text), " ");
    return move[AFTER].length > 0;
  };
  /* Lines within lines without recursion: a stack of what is still to be shown. */
  const line = (start, into, isMain) => {
    const work = [{ index: start, into, first: true, isMain }];
    while (work.length) {
      const { index, into, first, isMain, siblings = true } = work.pop();
      let numbered = add(into, index, first, isMain);
      const parent = game.moves[index][PARENT] ?? -1, others = siblings && game.children.get(parent)[0] === index ? game.children.get(parent).slice(1) : [];
      const next = game.children.get(index)[0], later = [];
      for (const other of others) {
        const box = make("span", "line");
        into.append(box);
        later.push({ index: other, into: box, first: true, isMain: false, siblings: false });
        numbered = true;
      }
      if (next !== undefined) work.push({ index: next, into, first: numbered, isMain });
      work.push(...later.reverse());
    }
  };
  const start = game.children.get(-1)[0];
  if (start !== undefined) line(start, box, true);
}
/* Steps. */
const parentOf = index => game.moves[index][PARENT] ?? -1;
const back = () => { if (at >= 0) go(parentOf(at)); };
const forth = () => { const next = game.children.get(at)[0]; if (next !== undefined) go(next); };
const beside = by => {
  if (at < 0) return;
  const all = game.children.get(parentOf(at)), place = all.indexOf(at) + by;
  if (all[place] !== undefined) go(all[place]);
};
const fault = by => {
  const from = mainPly(at) - 1;
  for (let ply = from + by; ply >= 0 && ply < game.main.length; ply += by)
    if (game.moves[game.main[ply]][JUDGEMENT]) return go(game.main[ply]);
};
const ends = { Home: () => go(-1), End: () => go(game.main.length ? game.main[game.main.length - 1] : -1) };
const flip = () => { flipped = !flipped; draw(); };
const keys = { ArrowLeft: back, ArrowRight: forth, ArrowUp: () => beside(-1), ArrowDown: () => beside(1), ...ends, n: () => fault(1), p: () => fault(-1), f: flip, t: () => byId("theme").click() };
addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(SELECT|SUMMARY|PRE)$/.test(event.target.tagName) && event.key.startsWith("Arrow")) return;
  const action = keys[event.key];
  if (action) { action(); event.preventDefault(); }
});
byId("first").onclick = ends.Home;
byId("back").onclick = back;
byId("forth").onclick = forth;
byId("fault").onclick = () => fault(1);
byId("flip").onclick = flip;
const graph = byId("graph");
const pick = event => {
  const box = graph.getBoundingClientRect(), share = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
  const ply = Math.round(share * game.main.length);
  go(ply ? game.main[ply - 1] : -1);
};
graph.addEventListener("pointerdown", event => { graph.setPointerCapture(event.pointerId); pick(event); });
graph.addEventListener("pointermove", event => { if (event.buttons) pick(event); });
const chooser = byId("chooser");
if (chooser) chooser.onchange = () => open(+chooser.value);
const start = decodeURIComponent(location.hash.slice(1)).split(",").map(Number);
open(data.games[start[0] - 1] ? start[0] - 1 : 0);
if (start[1] > 0 && start[1] <= game.main.length) go(game.main[start[1] - 1]);
