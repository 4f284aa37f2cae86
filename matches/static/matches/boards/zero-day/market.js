// Operations and viruses on the table, with what can be done to them now.

import { button, make } from "./dom.js";
import { SEATS, pawnPicture } from "./signs.js";
import { plural } from "./words.js";

const money = (credits, proxies) => make("span", { class: "zd-price", "aria-label": `${plural(credits, "credit")}${proxies === undefined ? "" : `, ${plural(proxies, "proxy", "proxies")}`}` }, `${credits}¢${proxies === undefined ? "" : ` ${proxies}◆`}`);

function values(operation) {
  return make("ol", { class: "zd-values", "aria-label": `Cards needed and what N is then; now ${plural(operation.stack, "card")}` }, operation.values.map((n, at) => {
    const now = at + 1 === operation.stack;
    return make("li", { class: now ? "zd-now" : null, title: `${plural(at + 1, "card")}: ${n || "not resolvable"}` }, n ? String(n) : "–");
  }));
}

function cards(operation) {
  const faces = operation.cards ?? Array(operation.stack).fill("?");
  if (!faces.length) return make("span", { class: "small muted" }, "no card");
  return make("span", { class: "zd-cards", "aria-label": operation.cards ? `cards ${faces.join(" ")}` : plural(faces.length, "hidden card") }, faces.map((card) => make("span", { class: "zd-card" }, card)));
}

function operationActs(turn, { name, stack, n }) {
  const { offers, pick } = turn;
  const made = [];
  if (offers.of("stack").some(([operation]) => operation === name)) {
    const words = pick.card === null ? "Stack a card" : `Stack ${pick.card} here`;
    made.push(button(words, () => turn.onStack(name), { id: `stack ${name}`, pressed: pick.operation === name, label: `${words}: ${name}` }));
  }
  if (offers.has(`resolve ${name}`)) made.push(button(`Resolve: N = ${n}`, () => turn.send(`resolve ${name}`), { id: `resolve ${name}`, primary: true, label: `Resolve ${name}, N is ${n}` }));
  if (offers.has(`deny ${name}`)) made.push(button(`Deny for ${stack}¢`, () => turn.send(`deny ${name}`), { id: `deny ${name}`, primary: true, label: `Deny ${name} for ${plural(stack, "credit")}` }));
  return made;
}

function operation(turn, kind) {
  const now = kind.name === "Booster" ? "" : kind.n ? `Now N = ${kind.n}. ` : kind.stack ? "Needs more cards. " : "";
  const where = kind.type === "All" ? "Any token denies it." : `Denied with the ${kind.type} token.`;
  const about = `${kind.name} (${kind.type}), ${kind.cost ? `costs ${plural(kind.cost, "credit")}` : "free"}: ${kind.text} ${now}${where}${kind.basic ? " Always open." : " Goes below the deck when resolved or denied."}`;
  const droppable = turn.offers.of("stack").some(([name]) => name === kind.name);
  return make("li", { class: "zd-operation", "data-about": about, "data-operation": kind.name, "data-mark": turn.pick.operation === kind.name ? "chosen" : droppable && turn.pick.card !== null ? "go" : null },
    make("p", { class: "zd-head" }, make("strong", {}, kind.name), make("span", { class: `zd-type zd-type-${kind.type.toLowerCase()}` }, kind.type), kind.cost ? money(kind.cost) : null),
    make("p", { class: "small zd-text" }, kind.text),
    make("div", { class: "zd-line" }, values(kind), cards(kind)),
    make("div", { class: "row zd-row" }, operationActs(turn, kind)));
}

/** The open operations. */
export function operations(turn) {
  const { view } = turn;
  if (!view.operations.length) return null;
  const deck = [...view.deck.unseen.map((name) => `${name}`), ...view.deck.bottom];
  return make("section", { class: "zd-market" },
    make("h2", {}, "Operations"),
    make("ul", { class: "zd-operations" }, view.operations.map((kind) => operation(turn, kind))),
    make("p", { class: "small muted" }, deck.length ? `Not open: ${deck.join(", ")}.` : ""));
}

function virus(turn, kind) {
  const { view, offers, pick } = turn;
  const owner = view.seats.findIndex((seat) => seat.personal === kind.name);
  const personal = owner >= 0;
  const holders = view.seats.map(({ installed }, seat) => [seat, installed.filter(([name]) => name === kind.name).map(([, key]) => key)]).filter(([, keys]) => keys.length);
  const about = `${kind.name} (${kind.type}), costs ${plural(kind.credits, "credit")} and ${plural(kind.proxies, "proxy", "proxies")} and a key: ${kind.text}${personal ? ` Only ${SEATS[owner]} installs it.` : ""}`;
  const made = [];
  if (offers.firsts("install").includes(kind.name)) {
    const [key, ...more] = pick.keys;
    const ready = key !== undefined && !more.length;
    made.push(button(ready ? `Install with key ${key}` : "Install", () => turn.onInstall(kind.name), { id: `install ${kind.name}`, label: `Install ${kind.name}${ready ? ` with key ${key}` : ""}`, pressed: pick.virus === kind.name && !ready ? true : undefined }));
  }
  for (const [name, key] of offers.of("uninstall")) {
    if (name === kind.name) made.push(button(`Take back ${key} for 1¢`, () => turn.send(`uninstall ${name} ${key}`), { id: `uninstall ${name} ${key}` }));
  }
  return make("li", { class: "zd-virus", "data-about": about },
    make("p", { class: "zd-head" }, make("strong", {}, kind.name), money(kind.credits, kind.proxies), personal ? make("span", { class: "badge" }, `only ${SEATS[owner]}`) : null),
    make("p", { class: "small zd-text" }, kind.text),
    holders.length ? make("p", { class: "zd-line" }, holders.map(([seat, keys]) => make("span", { class: "zd-held" }, pawnPicture(seat), `${seat === view.viewer ? "you" : SEATS[seat]}: ${keys.length > 1 ? "keys" : "key"} ${keys.join(" ")}`))) : null,
    made.length ? make("div", { class: "row zd-row" }, made) : null);
}

/** The viruses on the table, and personal ones. */
export function viruses(turn) {
  const { view } = turn;
  if (!view.viruses.length) return null;
  return make("section", { class: "zd-market" }, make("h2", {}, "Viruses"), make("ul", { class: "zd-operations" }, view.viruses.map((kind) => virus(turn, kind))));
}

