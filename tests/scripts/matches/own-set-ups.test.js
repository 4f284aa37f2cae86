// A player's own set-ups in the panels of three games: saved, used again, replaced and deleted.

import { cleanup, equal, includes, ok, test, until } from "/tests/testing.js";
import { sitDown } from "/tests/tables.js";
import { button, click } from "/tests/pointer.js";

const ARMY = "C1 EN MN C1 SP / C2 F1 FL G2 MN C2 / PL G3 F2 EN G1 PL / C3 TK C3 CV TK F3";

/** A server that stores set-ups; `refusal` is what it says to the next one. */
function storeOf(...rows) {
  const before = window.fetch;
  cleanup(() => (window.fetch = before));
  const store = { rows: rows.map((row, at) => ({ set_up_id: at + 1, ...row })), requests: [], refusal: "" };
  window.fetch = async (path, options = {}) => {
    if (!path.startsWith("/set-ups/")) return before(path, options);
    const { method, body } = options;
    store.requests.push(method);
    let result = { set_ups: store.rows };
    if (method === "PUT" && store.refusal) return { ok: false, status: 400, text: async () => JSON.stringify({ text: store.refusal }) };
    if (method === "PUT") {
      result = { ...JSON.parse(body), set_up_id: 9 };
      store.rows = [...store.rows.filter(({ name }) => name !== result.name), result];
    }
    if (method === "DELETE") store.rows = store.rows.filter(({ set_up_id: id }) => path !== `/set-ups/${id}/`);
    return { ok: true, status: 200, text: async () => (method === "DELETE" ? "" : JSON.stringify(result)) };
  };
  return store;
}

/** Sit down as a player with an account, and open the own set-ups. */
async function game(name, store, options = {}) {
  const table = await sitDown(name, { setUps: "/set-ups/", ...options });
  const own = document.querySelector(".own-set-ups");
  own.open = true;
  await until(() => store.requests.length, "the list");
  await until(() => [...own.querySelector("select").options].some(({ value }) => value === "1"), "the names");
  return { table, own, message: () => own.querySelector("[role=status]").textContent };
}

const told = ({ message }, text) => until(() => message().includes(text), text);

function saveAs(own, name) {
  own.querySelector("input").value = name;
  own.querySelector("input").dispatchEvent(new Event("input"));
  click(own.querySelector("[type=submit]"));
}

test("Without an account there are none", async () => {
  await sitDown("zero-order");
  equal(document.querySelector(".own-set-ups"), null);
});

test("An army is saved as it stands and used again; nothing is submitted", async () => {
  const store = storeOf({ name: "Fortress", text: ARMY });
  const seen = await game("field-tactics", store, { moves: ["first red"] });
  click(button(seen.own, "Use"));
  includes(seen.message(), "Fortress is set up");
  saveAs(seen.own, "Copy");
  await told(seen, "Saved: Copy");
  equal([store.rows.at(-1).text, store.rows.at(-1).game, seen.own.querySelector("select").value], [ARMY, "field-tactics", "9"]);
  click(button(document.body, "Clear"));
  saveAs(seen.own, "Empty");
  includes(seen.message(), "Complete the set-up");
  equal([store.rows.length, await seen.table.takes()], [2, []]);
});

test("A team is used if the match allows it", async () => {
  const store = storeOf({ name: "Doubles", text: "team DE PU TO SP CO MI" }, { name: "Level one", text: "team DE PU TO TW FR SW" });
  const seen = await game("zero-order", store, { options: { levels: 1 } });
  click(button(seen.own, "Use"));
  includes(seen.message(), "doesn't fit");
  seen.own.querySelector("select").value = "2";
  click(button(seen.own, "Use"));
  click(button(document.body, "Submit team"));
  const [team] = await seen.table.takes();
  equal(team.split(" ").sort(), "DE FR PU SW TO TW team".split(" "));
});

test("A squad keeps its order, with Gamers of this match; one of the other side doesn't fit", async () => {
  const store = storeOf({ name: "Four", text: "squad Medic:nobody Scout Heavy:other Assault" });
  const seen = await game("incursion-point-zero", store);
  click(button(seen.own, "Use"));
  click(button(document.body, "Submit squad"));
  const [squad] = await seen.table.takes();
  equal(squad.replaceAll(/:\S+/g, ""), "squad Medic Scout Heavy Assault");
  ok(!squad.includes("nobody") && squad.split(":").length === 5, squad);
  const other = await game("incursion-point-zero", store, { seat: 1, until: { phase: "squad" } });
  click(button(other.own, "Use"));
  includes(other.message(), "doesn't fit");
});

test("The same name replaces, a refusal is shown, and deleting needs two presses", async () => {
  const store = storeOf({ name: "Fortress", text: ARMY });
  const seen = await game("field-tactics", store, { moves: ["first red"] });
  saveAs(seen.own, "Fortress");
  ok(button(seen.own, "Replace"));
  await told(seen, "Saved: Fortress");
  equal(store.rows.length, 1);
  store.refusal = "You've reached the limit.";
  saveAs(seen.own, "One more");
  await told(seen, "reached the limit");
  const press = () => click(button(seen.own, "Delete"));
  press();
  includes(seen.message(), "Press Delete again");
  equal(store.rows.length, 1);
  press();
  await told(seen, "Deleted: Fortress");
  equal([store.rows.length, button(seen.own, "Use").disabled], [0, true]);
});
