"""axe-core in a browser: looks for what shuts people out of a page."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
_THINNED = """
const REFER = ["for", "list", "popovertarget", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns"];
const asked = new Map();
for (const name of REFER) {
  for (const one of document.querySelectorAll(`[${name}]`)) {
    for (const id of one.getAttribute(name).split(/\\s+/)) asked.set(id, [...(asked.get(id) ?? []), one]);
  }
}
const outside = (id, one) => asked.get(id)?.some((by) => !one.contains(by));
const needed = (one) => [one, ...one.querySelectorAll("[id]")].some(({id}) => id && outside(id, one));
const known = new Map();
const built = (one) => {
  if (!known.has(one)) known.set(one, made(one));
  return known.get(one);
};
const made = (one) => {
  const kept = (name) => (/^(class|role|type|aria-hidden)$/.test(name) ? `${name}=${one.getAttribute(name)}` : name);
  const said = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) ? "text" : "";
  const named = one.getAttributeNames().map(kept).sort();
  return `<${one.localName} ${named}>${said}${[...new Set([...one.children].map(built))]}`;
};
const thin = (parent) => {
  const seen = new Map();
  for (const one of [...parent.children]) {
    const kind = built(one);
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    if (seen.get(kind) > arguments[0] && !/^h[1-6]$/.test(one.localName) && !needed(one)) one.remove();
    else thin(one);
  }
};
thin(document.body);
"""
ALIKE = 2
"""Of rows, cards and paragraphs that are built alike and stand together, so many are looked at: a page of two hundred
cards takes half a minute otherwise, to say the same of each."""
FRAME = (".site-head", ".site-foot")
"""The same on every page: looked at on some."""
_RUN = """
const [asked, without, done] = arguments;
const why = (text) => text.split("\\n").slice(1).join(" ").replace(/\\s+/g, " ").trim();
const told = ({target, failureSummary}) => `${target.flat().join(" ")} (${why(failureSummary)})`;
const options = {...asked, resultTypes: ["violations"], preload: false};
const looked = () => axe.run(without.length ? {exclude: without.map((one) => [one])} : document, options).then(
  ({violations}) => done(violations.map(({id, help, nodes}) => ({id, help, nodes: nodes.map(told)}))),
  (error) => done([{id: "axe", help: String(error), nodes: []}]));
requestAnimationFrame(() => requestAnimationFrame(looked));
"""
SHOWN = 5


@cache
def _script() -> str:
    # The package's own code drives another kind of browser and is not imported.
    spec = find_spec("axe_playwright_python")
    assert spec
    assert spec.origin
    return (Path(spec.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def bring(driver: WebDriver) -> None:
    """Thin out the page that is open and load axe into it, past its policy of contents, as an extension would."""
    driver.execute_script(_THINNED, ALIKE)
    driver.execute_cdp_cmd("Runtime.evaluate", {"expression": _script(), "silent": True})


def violations(driver: WebDriver, *, frame: bool) -> list[str]:
    """A sentence for each rule that the page breaks as it is shown now, with the frame of all pages or without."""
    asked = {"type": "tag", "values": list(TAGS)}
    told = []
    for one in driver.execute_async_script(_RUN, {"runOnly": asked}, [] if frame else list(FRAME)):
        more = len(one["nodes"]) - SHOWN
        where = "; ".join(one["nodes"][:SHOWN]) + (f"; and {more} more" if more > 0 else "")
        told.append(f"{one['id']}: {one['help']}: {where}")
    return told
