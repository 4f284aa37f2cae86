// The section "Provably fair dice": which seeds it shows.

import { cleanup, equal, test, until } from "/tests/testing.js";

const board = { match_id: 12, status: "playing", viewer: { seat: null }, seats: [{ name: "Red" }, { name: "Blue" }] };
let pages = 0;

/** Open the section of a page whose API answers this; return what it names. */
async function openSection(chance) {
  const root = document.createElement("details");
  root.dataset.part = "chance";
  root.innerHTML = "<dl data-chance=\"facts\"></dl><p data-chance=\"mine\"></p>";
  const data = document.createElement("script");
  Object.assign(data, { id: "board", type: "application/json", textContent: JSON.stringify(board) });
  document.body.append(root, data);
  const { fetch } = window;
  window.fetch = async () => new Response(JSON.stringify({ commitment: "ab12", nonces: ["r1", "b1"], given: [true, true], ...chance }));
  cleanup(() => {
    window.fetch = fetch;
    root.remove();
    data.remove();
  });
  pages += 1;
  await import(`/static/matches/provable-randomness.js?page=${pages}`);
  root.open = true;
  await until(() => root.querySelector("dt"), "the seeds");
  return [...root.querySelectorAll("dt")].map((term) => term.textContent);
}

test("A match shows the seed hash and the client seed of each seat", async () => {
  equal(await openSection({ draws: "" }), ["Seed hash (SHA-256)", "Client seed: Red", "Client seed: Blue"]);
});

test("A duplicate shows the seed hash alone, because its draws use no client seeds", async () => {
  equal(await openSection({ draws: "12+13" }), ["Seed hash (SHA-256)"]);
});
