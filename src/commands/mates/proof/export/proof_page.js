const nodes = data.nodes, start = startOf(data.fen);
const number = (ply, first) => numberAt(start, ply, first);

/* The board. */
let flipped = data.attacker === "b", line = [], at = 0;
function draw() {
  const squares = line.slice(0, at).reduce((before, [uci, san]) => play(before, uci, san), start.squares);
  const [uci, san] = at ? line[at - 1] : [];
  drawBoard(squares, { uci, san, white: whiteMoves(start, at), turned: flipped });
  const caption = byId("caption");
  caption.textContent = line.length ? "" : `${start.white ? "White" : "Black"} to move`;
  line.forEach((move, ply) => {
    const shown = number(ply, ply === 0);
    if (shown) caption.append(make("span", "number", shown), "\u2009");
    const button = make("button", ply === at - 1 ? "now" : "", move[1]);
    button.type = "button";
    button.onclick = () => { at = ply + 1; draw(); };
    caption.append(button, " ");
  });
}
const show = moves => { line = moves; at = moves.length; draw(); };
const step = by => { at = Math.max(0, Math.min(line.length, at + by)); draw(); };

/* The tree. An item holds its line, and makes its children when it is opened for the first time. */
const made = new WeakMap();
let selected = null;
const mateIn = answer => typeof answer === "number" ? nodes[answer][1] : answer[0] === "m" ? 1 : answer[3];
const moveOf = answer => typeof answer === "number" ? nodes[answer][0] : [answer[1], answer[2]];
const dualsOf = answer => typeof answer === "number" ? nodes[answer][2] : answer[0] === "m" ? answer[3] : [];

/* Replies by the answer they get: same move, same number of moves to mate. */
function groupsOf(node) {
  const groups = new Map();
  for (const branch of node[4]) {
    const key = moveOf(branch[2])[1] + " " + mateIn(branch[2]);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(branch);
  }
  return [...groups.values()];
}
function item(moves, kids, fill, parent) {
  const li = make("li"), row = make("div", "row"), twist = make("span", "twist", kids ? "▸" : "");
  li.setAttribute("role", "treeitem");
  li.setAttribute("aria-selected", "false");
  if (kids) li.setAttribute("aria-expanded", "false");
  li.tabIndex = -1;
  twist.setAttribute("aria-hidden", "true");
  row.append(twist);
  fill(row);
  li.append(row);
  made.set(li, { moves, kids, parent });
  row.addEventListener("click", event => {
    const reply = event.target.closest(".reply");
    select(li, reply && reply.moves, reply);
    if (!reply && kids) toggle(li);
  });
  return li;
}
function badge(row, kind, text, title) { const mark = make("span", "badge " + kind, text); if (title) mark.title = title; row.append(mark); }
function marks(row, answer) {
  const duals = dualsOf(answer);
  if (duals.length) badge(row, "dual", duals.length === 1 ? "or " + duals[0] : `or ${duals.length} others`, "also mates as soon: " + duals.join(", "));
}
function threatOf(node) {
  const threat = node[3];
  if (threat === "zugzwang") return ["zugzwang", "zugzwang"];
  if (Array.isArray(threat)) return ["threat", (threat[0] === 1 ? "threat " : `threat, in ${threat[0]}: `) + threat[1].slice(0, 3).join(" or ") + (threat[1].length > 3 ? " …" : "")];
  return null;
}
const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;
function counts(row, node) {
  const threat = threatOf(node);
  if (threat) badge(row, threat[0], threat[1]);
  row.append(make("span", "count", plural(node[4].length, "reply", "replies")));
}
function groupItem(node, group, prefix, left, parent) {
  const answer = group[0][2], ply = prefix.length;
  const kids = group.some(branch => typeof branch[2] === "number") ? () => group.length === 1
    ? children(nodes[answer], [...prefix, group[0], moveOf(answer)], li)
    : group.map(branch => groupItem(node, [branch], prefix, left, li)) : null;
  const li = item([...prefix, group[0], moveOf(answer)], kids, row => {
    const moves = make("span", "moves");
    moves.append(make("span", "number", number(ply, true)), " ");
    group.forEach((branch, index) => {
      if (index) moves.append(" ");
      const button = make("button", "reply", branch[1]);
      button.type = "button"; button.tabIndex = -1;
      button.moves = [...prefix, branch, moveOf(branch[2])];
      moves.append(button);
    });
    moves.append(make("span", "arrow", "→"));
    const text = make("span", "answer" + (mateIn(answer) === 1 ? " mates" : ""));
    text.append(make("span", "number", number(ply + 1, true)), moveOf(answer)[1]);
    moves.append(text);
    row.append(moves);
    if (group.length === 1) marks(row, answer);
    if (mateIn(answer) < left) badge(row, "short", `mate in ${mateIn(answer)}`, "sooner than after the best defence");
    if (typeof answer === "number" && group.length === 1) counts(row, nodes[answer]);
    if (answer[0] === "x") row.append(make("span", "count", `mate in ${answer[3]}, left out here`));
  }, parent);
  return li;
}
function children(node, prefix, parent) {
  const left = node[0] ? node[1] - 1 : node[1];
  return groupsOf(node).map(group => groupItem(node, group, prefix, left, parent));
}
function open(li) {
  const known = made.get(li);
  if (!known.kids) return;
  if (!known.list) {
    known.list = make("ul");
    known.list.setAttribute("role", "group");
    known.list.append(...known.kids());
    li.append(known.list);
  }
  known.list.hidden = false;
  li.setAttribute("aria-expanded", "true");
}
function close(li) {
  const known = made.get(li);
  if (known.list) known.list.hidden = true;
  if (known.kids) li.setAttribute("aria-expanded", "false");
}
const isOpen = li => li.getAttribute("aria-expanded") === "true";
const toggle = li => isOpen(li) ? close(li) : open(li);
function select(li, moves, reply) {
  document.querySelectorAll(".reply.now").forEach(mark => mark.classList.remove("now"));
  if (reply) reply.classList.add("now");
  if (selected) { selected.setAttribute("aria-selected", "false"); selected.tabIndex = -1; }
  selected = li;
  li.setAttribute("aria-selected", "true");
  li.tabIndex = 0;
  li.focus({ preventScroll: true });
  li.querySelector(".row").scrollIntoView({ block: "nearest" });
  show(moves || made.get(li).moves);
}
const visible = () => [...document.querySelectorAll("[role=treeitem]")].filter(li => li.offsetParent !== null);

const tree = byId("tree"), root = nodes[0];
const trunk = item(root[0] ? [root[0]] : [], root[4].length ? () => children(root, root[0] ? [root[0]] : [], trunk) : null, row => {
  const moves = make("span", "moves");
  if (root[0]) {
    const text = make("span", "answer" + (root[1] === 1 ? " mates" : ""));
    text.append(make("span", "number", number(0, true)), root[0][1] + (root[1] > 1 && !root[2].length ? "!" : ""));
    moves.append(text);
  } else moves.append(make("span", "answer", "whatever is played"));
  row.append(moves);
  if (root[2].length) badge(row, "dual", root[2].length === 1 ? "or " + root[2][0] : `or ${root[2].length} others`, "also mates as soon: " + root[2].join(", "));
  if (root[4].length) counts(row, root);
}, null);
tree.append(trunk);
if (data.leftOut) tree.append(make("li", "note", `This page holds the ${nodes.length} positions nearest to the beginning; after ${plural(data.leftOut, "reply", "replies")} what follows is left out. The .jsonl form holds everything.`));
trunk.tabIndex = 0;
selected = trunk;
open(trunk);

/* Opens the longest line: the first child everywhere, for the hardest replies stand first. */
function longest() {
  let li = trunk;
  for (;;) {
    open(li);
    const list = made.get(li).list, next = list && list.firstElementChild;
    if (!next) break;
    li = next;
    if (!made.get(li).kids) break;
  }
  select(li);
}
document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const inTree = tree.contains(document.activeElement), known = made.get(selected);
  const move = by => { const all = visible(), next = all[all.indexOf(selected) + by]; if (next) select(next); };
  const act = {
    ".": () => step(1), ",": () => step(-1), f: () => byId("flip").click(), t: () => byId("theme").click(), m: longest,
  }[event.key] || (inTree && {
    ArrowDown: () => move(1), ArrowUp: () => move(-1),
    ArrowRight: () => { if (!known.kids) return; if (!isOpen(selected)) open(selected); else select(known.list.firstElementChild); },
    ArrowLeft: () => { if (isOpen(selected)) close(selected); else if (known.parent) select(known.parent); },
    Enter: () => toggle(selected), " ": () => toggle(selected),
    Home: () => select(trunk), End: () => select(visible().pop()),
  }[event.key]);
  if (act) { event.preventDefault(); act(); }
});
byId("first").onclick = () => { at = 0; draw(); };
byId("back").onclick = () => step(-1);
byId("forth").onclick = () => step(1);
byId("flip").onclick = () => { flipped = !flipped; draw(); };
draw();
if (location.hash === "#longest") longest();
