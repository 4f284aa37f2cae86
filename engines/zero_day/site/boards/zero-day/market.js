// Operations and viruses on the table, with the available actions.

import { translate, translateIn, translateMany } from "../../../site/words.js";
import { button, make } from "./dom.js";
import { pawnPicture, SEATS } from "./signs.js";
import { cards as counted, credits as creditsOf, proxies as proxiesOf } from "./words.js";

const money = (credits, proxies) => make("span", { class: "zd-price", "aria-label": `${creditsOf(credits)}${proxies === undefined ? "" : `, ${proxiesOf(proxies)}`}` }, `${credits}¢${proxies === undefined ? "" : ` ${proxies}◆`}`);

function values(operation) {
  return make("ol", { class: "zd-values", "aria-label": translate("Cards needed for each value of N; now {cards}", { cards: counted(operation.stack) }) }, operation.values.map((n, at) => {
    const now = at + 1 === operation.stack;
    return make("li", { class: now ? "zd-now" : null, title: `${counted(at + 1)}: ${n || translate("can't be resolved")}` }, n ? String(n) : "–");
  }));
}

function cards(operation) {
  const faces = operation.cards ?? Array(operation.stack).fill("?");
  if (!faces.length) return make("span", { class: "small muted" }, translate("no cards"));
  return make("span", { class: "zd-cards", "aria-label": operation.cards ? translate("cards {cards}", { cards: faces.join(" ") }) : translateMany("{n} hidden card", "{n} hidden cards", faces.length) }, faces.map((card) => make("span", { class: "zd-card" }, card)));
}

function operationActs(turn, { name, stack, n }) {
  const { offers, pick } = turn;
  const buttons = [];
  if (offers.of("stack").some(([operation]) => operation === name)) {
    const words = pick.card === null ? translate("Stack a card") : translate("Stack {card} here", { card: pick.card });
    buttons.push(button(words, () => turn.onStack(name), { id: `stack ${name}`, pressed: pick.operation === name, label: `${words}: ${name}` }));
  }
  if (offers.has(`resolve ${name}`)) buttons.push(button(translate("Resolve: N = {n}", { n }), () => turn.send(`resolve ${name}`), { id: `resolve ${name}`, primary: true, label: translate("Resolve {name}, N is {n}", { name, n }) }));
  if (offers.has(`deny ${name}`)) buttons.push(button(translate("Deny for {n}¢", { n: stack }), () => turn.send(`deny ${name}`), { id: `deny ${name}`, primary: true, label: translate("Deny {name} for {credits}", { name, credits: creditsOf(stack) }) }));
  return buttons;
}

function createOperation(turn, kind) {
  const now = kind.name === "Booster" ? "" : kind.n ? `${translate("Now N = {n}.", { n: kind.n })} ` : kind.stack ? `${translate("Needs more cards.")} ` : "";
  const denial = kind.type === "All" ? translate("Any token denies it.") : translate("Denied with the {type} token.", { type: kind.type });
  const price = kind.cost ? translate("costs {credits}", { credits: creditsOf(kind.cost) }) : translateIn("price", "free");
  const after = kind.basic ? translate("Always open.") : translate("Goes to the bottom of the deck when resolved or denied.");
  const about = `${kind.name} (${kind.type}), ${price}: ${kind.text} ${now}${denial} ${after}`;
  const droppable = turn.offers.of("stack").some(([name]) => name === kind.name);
  return make("li", { class: "zd-operation", "data-about": about, "data-operation": kind.name, "data-mark": turn.pick.operation === kind.name ? "chosen" : droppable && turn.pick.card !== null ? "go" : null },
    make("p", { class: "zd-head" }, make("strong", {}, kind.name), make("span", { class: `zd-type zd-type-${kind.type.toLowerCase()}` }, kind.type), kind.cost ? money(kind.cost) : null),
    make("p", { class: "small zd-text" }, kind.text),
    make("div", { class: "zd-line" }, values(kind), cards(kind)),
    make("div", { class: "row zd-row" }, operationActs(turn, kind)));
}

/** Return the open operations. */
export function createOperations(turn) {
  const { view } = turn;
  if (!view.operations.length) return null;
  const deck = [...view.deck.unseen.map((name) => `${name}`), ...view.deck.bottom];
  return make("section", { class: "zd-market" },
    make("h2", {}, translate("Operations")),
    make("ul", { class: "zd-operations" }, view.operations.map((kind) => createOperation(turn, kind))),
    make("p", { class: "small muted" }, deck.length ? translate("Not open: {names}.", { names: deck.join(", ") }) : ""));
}

function createVirus(turn, kind) {
  const { view, offers, pick } = turn;
  const owner = view.seats.findIndex((seat) => seat.personal === kind.name);
  const personal = owner >= 0;
  const holders = view.seats.map(({ installed }, seat) => [seat, installed.filter(([name]) => name === kind.name).map(([, key]) => key)]).filter(([, keys]) => keys.length);
  const price = translate("costs {credits} and {proxies} and a key", { credits: creditsOf(kind.credits), proxies: proxiesOf(kind.proxies) });
  const about = `${kind.name} (${kind.type}), ${price}: ${kind.text}${personal ? ` ${translate("Only {side} can install it.", { side: SEATS[owner] })}` : ""}`;
  const buttons = [];
  if (offers.firsts("install").includes(kind.name)) {
    const [key, ...more] = pick.keys;
    const ready = key !== undefined && !more.length;
    buttons.push(button(ready ? translate("Install with key {key}", { key }) : translate("Install"), () => turn.onInstall(kind.name), { id: `install ${kind.name}`, label: ready ? translate("Install {name} with key {key}", { name: kind.name, key }) : translate("Install {name}", { name: kind.name }), pressed: pick.virus === kind.name && !ready ? true : undefined }));
  }
  for (const [name, key] of offers.of("uninstall")) {
    if (name === kind.name) buttons.push(button(translate("Take back {key} for 1¢", { key }), () => turn.send(`uninstall ${name} ${key}`), { id: `uninstall ${name} ${key}` }));
  }
  return make("li", { class: "zd-virus", "data-about": about },
    make("p", { class: "zd-head" }, make("strong", {}, kind.name), money(kind.credits, kind.proxies), personal ? make("span", { class: "badge" }, translate("only {side}", { side: SEATS[owner] })) : null),
    make("p", { class: "small zd-text" }, kind.text),
    holders.length ? make("p", { class: "zd-line" }, holders.map(([seat, keys]) => make("span", { class: "zd-held" }, pawnPicture(seat), `${seat === view.viewer ? translateIn("side", "you") : SEATS[seat]}: ${keys.length > 1 ? translate("keys {keys}", { keys: keys.join(" ") }) : translate("key {keys}", { keys: keys.join(" ") })}`))) : null,
    buttons.length ? make("div", { class: "row zd-row" }, buttons) : null);
}

/** Return the viruses on the table, and personal ones. */
export function createViruses(turn) {
  const { view } = turn;
  if (!view.viruses.length) return null;
  return make("section", { class: "zd-market" }, make("h2", {}, translate("Viruses")), make("ul", { class: "zd-operations" }, view.viruses.map((kind) => createVirus(turn, kind))));
}

