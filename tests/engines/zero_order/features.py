"""Which rules an action made use of, told from the views before and after it: for coverage and the playthroughs."""

from typing import Any

from tests.engines.zero_order.scenes import CODES, ENGINE

VERBS = {code: word for code, word in zip(
    CODES,
    ("delete", "push", "toss", "twist", "freeze", "switch", "split", "file", "", "mirror", "import", "export",
     "group", "lock", "hide", "stack", "glitch", ""), strict=True) if word}  # fmt: skip
FUNCTIONS = frozenset(VERBS.values()) | {"unstack", "release"}
COPIED = frozenset(f"{word} by Copy" for word in FUNCTIONS - {"stack", "unstack", "release"})
STACKED = frozenset(f"{word} by Stack" for word in FUNCTIONS - {"stack", "unstack", "release"})
STARTS = frozenset({"best_team_wins", "luck_of_the_draw", "capture_the_flag", "kill_the_king"})
SPECIAL = frozenset(
    {
        *("move", "hidden unit moves", "formation FI moves", "formation GR moves", "formation HI moves", "only end"),
        *("support before the battle", "units set aside", "pushed off the map", "tossed off the map", "twisted off the map"),
        *("split off the map", "capture by Mirror", "combo", "combo of three", "acts without a move", "built"),
        *("built on the Battle Line", "stack defeated", "released by distance"),
    }
)
ENDS = frozenset({"decimation", "glitched-out", "glitch-deleted", "404-ed", "disarmament", "repetition", "quiet", "turn-limit"})


def of(before: Any, by: int | None, text: str, after: Any) -> set[str]:
    """The rules that the action used."""
    old: Any = ENGINE.open_view(before)
    new: Any = ENGINE.open_view(after)
    verb = text.split()[0]
    found = {f"end {new['outcome']['reason']}"[4:]} if new["outcome"] else set()
    if verb == "team":
        return found | {old["options"]["start"]}
    if ENGINE.note(before, by, ENGINE.decode(text)).startswith("aside"):
        found.add("units set aside")
    if old["phase"] == "support" and verb != "end":
        found.add("support before the battle")
    if verb == "build":
        found |= {"built"} | ({"built on the Battle Line"} if text[-2:] in ("A4", "E6") else set())
    elif verb == "end" and old["phase"] == "move":
        found.add("only end")
    elif "-" in verb:
        found |= _moving(old, text)
    elif ":" in text or verb == "release":
        found |= _acting(old, new, verb, text)
    return found | _parted(old, new, verb)


def _moving(old: Any, text: str) -> set[str]:
    name = text[:2]
    found = {"move"}
    if "D" in old["states"].get(name, ""):
        found.add("hidden unit moves")
    bodies = [hold for hold in old["holds"] if hold["by"] == name and name in old["formations"]]
    return found | {f"formation {hold['kind']} moves" for hold in bodies}


def _acting(old: Any, new: Any, verb: str, text: str) -> set[str]:
    found = {verb}
    unit = old["units"][text.split()[1][:2]][1]
    if verb not in ("release", "unstack") and VERBS.get(unit) != verb:
        found.add(f"{verb} by {'Copy' if unit == 'CO' else 'Stack'}")
    if "off" in text:
        found.add({"push": "pushed", "toss": "tossed", "twist": "twisted", "split": "split"}[verb] + " off the map")
    if verb == "mirror" and new["last"]["gone"]:
        found.add("capture by Mirror")
    if old["phase"] == "combo":
        found |= {"combo"} | ({"combo of three"} if len(old["acted"]) > 1 else set())
    if old["phase"] == "move" and verb != "release":
        found.add("acts without a move")
    if new["last"]["gone"] and any(code == "ST" for _, code in new["last"]["gone"]):
        found.add("stack defeated")
    return found


def _parted(old: Any, new: Any, verb: str) -> set[str]:
    kept = sum(len(hold["held"]) for hold in new["holds"])
    before = sum(len(hold["held"]) for hold in old["holds"])
    return {"released by distance"} if kept < before and verb != "release" and new["phase"] != "over" else set()
