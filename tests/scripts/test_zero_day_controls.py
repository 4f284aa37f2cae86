"""Every form of action that Zero Day knows has its control: what is clicked is sent, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from selenium.webdriver.remote.webdriver import WebDriver

from engines import play, registry
from engines.randomness import CommittedRandom

pytestmark = [pytest.mark.browser, pytest.mark.prove]
ENGINE = registry.get("zero-day")
FORMS = {
    "credentials", "init", "token", "tile", "tile N", "virus Alice", "virus Bob", "virus Carol",
    "virus Matilda credits", "virus Matilda proxies", "end", "stack", "resolve", "scan", "purge", "swap", "jack-in",
    "jump", "jump sybil", "jack-out", "credits", "tile-action", "tile-action +", "tile-action credits",
    "tile-action proxies", "install", "uninstall", "deny", "hack", "hack unused", "hack trudy", "hack unused trudy",
    "repeat", "protect no", "protect 0", "protect +1", "protect -1",
}  # fmt: skip
RARE = ("Trudy", "Mallory")
_CLICK = """
const [path, asked, done] = arguments;
const waiting = () => new Promise((resolve) => setTimeout(resolve));
function clicks(text) {
  const [verb, ...words] = text.split(" ");
  const id = (name) => `[data-id="${name}"]`;
  const [place, spot] = [(name) => `[data-place="${name}"]`, (number) => `[data-spot="${number}"]`];
  const keys = words.includes("trudy") ? words.slice(0, words.indexOf("trudy")) : words;
  const trudys = words.includes("trudy") ? words.slice(words.indexOf("trudy") + 1) : [];
  const hack = () => [
    ...trudys.map((key) => id(`trudy ${key}`)), ...(words[0] === "unused" ? [id("mallory")] : []),
    ...keys.filter((key) => key !== "unused").map((key) => id(`key ${key}`)), id(verb),
  ];
  const slum = () => [["slum", words.slice(0, -1).join(" ")], id(`gift ${words.at(-1)}`)];
  const plans = {
    credentials: () => [...words.map((card) => id(`four ${card}`)), id("name")],
    init: () => [spot(words[0]), spot(words[0])],
    token: () => [id(`${words[0]} token`), place(words[1])],
    tile: () => [words.length ? spot(words[0]) : id("tile")],
    stack: () => [id(`card ${words[1]}`), id(`stack ${words[0]}`)],
    scan: () => [place(words[0])],
    swap: () => words.map(spot),
    "jack-in": () => [place(words[0])],
    jump: () => [...(words[2] ? [id(`sybil ${words[2]}`)] : []), place(words[0])],
    "tile-action": () => (words.length ? slum() : [id("tile-action")]),
    install: () => [id(`key ${words[1]}`), id(`install ${words[0]}`)],
    hack, repeat: hack,
  };
  return plans[verb]?.() ?? [id(text)];
}
async function sent(mount, { board, text }) {
  const part = () => document.body.appendChild(document.createElement("div"));
  const [root, panel, report] = [part(), part(), part()];
  const texts = [];
  const submit = (one) => (texts.push(one), new Promise(() => {}));
  mount(root, { submit, say() {}, panel, report }).draw(board);
  for (const step of clicks(text)) {
    if (texts.length) break;
    if (Array.isArray(step)) {
      const list = panel.querySelector("select");
      list.value = step[1];
      list.dispatchEvent(new Event("change"));
    } else {
      const target = root.querySelector(step) ?? panel.querySelector(step);
      if (!target || target.disabled) texts.push(`no control ${step}`);
      target?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
    await waiting();
  }
  for (const one of [root, panel, report]) one.remove();
  return texts;
}
import(path).then(async ({ mount }) => {
  const found = [];
  for (const one of asked) found.push(await sent(mount, one));
  done(found);
}).catch((error) => done(String(error)));
"""


def test_every_form_of_action_can_be_clicked(page: WebDriver) -> None:
    asked = list(_asked())
    sent = page.execute_async_script(_CLICK, "/static/matches/boards/zero-day.js", asked)
    assert isinstance(sent, list), sent
    wrong = [(one["text"], texts) for one, texts in zip(asked, sent, strict=True) if texts != [one["text"]]]
    assert not wrong
    assert {_form(one["text"]) for one in asked} == FORMS


def _asked() -> Iterator[dict[str, Any]]:
    """Positions of random games and an action to be clicked in each, until every form came twice."""
    left = dict.fromkeys(FORMS, 2)
    for seed in range(400):
        rng = Random(f"controls {seed}")
        position = play.begin(ENGINE, {"advanced": bool(seed % 2)}, 2 + seed % 3)
        for n in range(3000):
            if position.outcome is not None:
                break
            due = play.referee_action(ENGINE, position, CommittedRandom(b"c" * 32, str(seed), ("",), n))
            if due is not None:
                position = play.advance(ENGINE, position, None, due)
                continue
            seat = min(play.to_act(ENGINE, position))
            legal = [ENGINE.encode(action) for action in ENGINE.legal(position.state, seat) or ()]
            for text in rng.sample(legal, min(len(legal), 40)):
                if left[_form(text)]:
                    left[_form(text)] -= 1
                    yield {"text": text, "board": _board(position, seat, legal)}
            position = play.advance(ENGINE, position, seat, _choice(position.state, seat, legal, rng))
        if not any(left.values()):
            return
    raise AssertionError(f"random games brought too few of {[form for form, count in left.items() if count]}")


def _choice(state: Any, seat: int, legal: list[str], rng: Random) -> str:
    """At random, but with an eye for hacks and for one of each virus that changes them."""
    rare = [text for virus in RARE for text in legal if text.startswith(f"install {virus}")]
    held = {virus for virus, _ in ENGINE.view(state, seat)["seats"][seat]["installed"]} if rare else set()
    rare = [text for text in rare if not any(f" {virus}" in text for virus in held)]
    leading = [text for text in legal if text.startswith(("install", "hack", "resolve", "jump C"))]
    return rng.choice(rare or (leading if leading and rng.random() < 0.5 else legal))


def _board(position: Any, seat: int, legal: list[str]) -> dict[str, Any]:
    return {
        "match_id": 1, "status": "playing", "viewer": {"seat": seat, "turn": 1}, "to_act": [seat], "legal": legal,
        "view": ENGINE.view(position.state, seat), "can": {"submit": True},
    }  # fmt: skip


def _form(text: str) -> str:
    verb, *words = text.split()
    if verb in ("virus", "protect"):
        return text
    if verb == "hack":
        return " ".join([verb, *(word for word in words if not word.isdecimal())])
    if verb == "tile-action":
        return f"{verb} {words[1] if len(words) > 1 else '+' if words else ''}".strip()
    if verb == "tile":
        return "tile N" if words else "tile"
    return "jump sybil" if "sybil" in words else verb
