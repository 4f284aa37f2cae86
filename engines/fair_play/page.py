"""The page docs/fair-play.md, from the matches of the measurement."""

from collections.abc import Sequence

from engines import registry
from engines.bot_matches.command import wilson_interval
from engines.fair_play.adapter import FairPlay
from engines.fair_play.evidence import CONFIDENCE, RATES, WINDOW, Bounds
from engines.fair_play.report import MIN_MATCHES, Line, compute_bounds, list_honest, measure_cheats, measure_honest, split

PAGE = """# Fair play: who knows too much

In games with hidden information, a player could learn what they shouldn't: from a second account, a
friend at the other side of the table, a flaw in a program. This page explains how the site compares
players' choices with what was hidden from them, what that can find, and what it can't. [For site
staff](operating.md#look-into-fair-play) tells where to see it.

**The figures are evidence, never a verdict.** Nothing happens by itself: no match is changed,
nobody is notified, and only the site's staff can see them.

## What is compared

After a rated match of Field Tactics, Zero Day or Incursion Point: Zero, the site takes each
decision of a player and:

1. draws worlds: complete positions in which the player would have seen exactly the same up to then,
2. values each legal action in the true position and in each drawn world,
3. calls the difference, true value less mean value in drawn worlds, the *surprise* of the action,
4. takes the surprise of the chosen action less the mean surprise of what honest players would
   choose. That is the *excess* of the decision.

An honest player's excess is 0 on average if the drawn worlds are as likely as the truth, however
the player chooses. It is also 0 if honest players choose as expected, however the worlds are drawn.
Strength is no excuse and no suspicion: a good move that fits what the player could see has a high
value in the drawn worlds too.

The excesses of a match, weighted by what was at stake, make its score. Matches in which all worlds
agree have none.

## How it becomes evidence

Honest bots show which scores are usual; the tables name those that were measured. For three rates
r, the mean of exp(r × score) over honest matches has an upper bound, at {confidence:.0%}
confidence. A match multiplies the evidence by exp(r × score) divided by that bound; the mean over
the rates counts. An honest player's evidence is then at most 1 on average, so it reaches 10,000 in
at most one of 10,000 windows of {window} matches (Markov's inequality), whatever the distribution
of the scores is. That is how a bound of 1 in 10,000 can rest on some hundreds of matches. What it
assumes is that the player's matches are like the measured ones.

- Scores are cut off at ±3 standard deviations, so no single match decides.
- The highest bound of all honest line-ups with at least {min_matches} matches counts, so the
  strength of a player needs not be known. Every other match calibrates, the rest test.
- **Partners**: in Zero Day with two or more Hackers, each one's choices are compared with what only
  the other knew: its keys, and the cards it was shown.

## What the tables show

- A score is in standard deviations of a match's own decisions; the scores of cheaters are in those
  of honest matches.
- "Evidence" is the mean factor by which a test match multiplies the evidence, at the rate at which
  it is highest. Up to 1, test matches keep what the bound promises.
- "Alarms" are windows of {window} different matches in which the evidence reached 10,000, with the
  95 % Wilson interval. For honest players that is what was seen; the bound of 1 in 10,000 is
  derived from the evidence as explained above.
- "Resampled" are the alarms among 1,000 windows drawn at random, with repetition, from the same
  matches. They share matches, so they are an extrapolation.
- "Won" is how often cheaters came first, and honest bots of the same kind at the same seats.
- What a cheater of the greedy bots knows: in Field Tactics the true position after each of its
  moves, in Zero Day the credentials, in Incursion Point: Zero where the missile is. Partners know
  each other's keys and cards.
- A search bot that sees all tries moves only in the true position, but first those that look good
  without it. One that is told all also prefers moves by where the missile is, or the credentials.
- "In half" and "in a quarter" say in how many of its decisions a cheater uses what it knows.
- "Half found after" is the number of matches after which half of the resampled windows had an
  alarm.

{sections}
## What it can't see

- **Cheating that isn't used.** Who looks and plays as if they hadn't leaves no trace. Who looks in
  one of four decisions needs more matches, as the tables show.
- **Plans that show only later.** The values look one move ahead. A search bot that sees all, but
  prefers moves as if it didn't, was not found in Incursion Point: Zero and seldom in Zero Day, as
  the tables show. One that is told all was found.
- **Set-ups.** Only decisions in play are compared. A set-up made against a known set-up isn't.
- **Who told them.** The truth from a friend, a second account or a stolen session look alike. So do
  partners, and one Hacker who sees everything: then that player's own figure is high as well.
- **People who read people.** Drawn worlds know the rules, the moves and the battles, but not
  habits. If a player knows where a certain opponent hides the missile, their choices fit better
  than the worlds explain. Many matches against the same opponent weigh less than matches against
  many.
- **Other populations.** The bounds come from bots. Set-ups of people differ; the line-up with
  random set-ups shows how much that matters for bots. Nobody has measured people who are known to
  be honest.
- **Repeated looks.** The bound holds for one window. Who looks at a thousand players each week will
  see one alarm of an honest player in about ten weeks, at the worst.
- **Other rules.** Matches by older rules than the measured ones are left out. Newer rules, and
  options that were not measured, are compared with what was measured; the page of the staff names
  the version.

## How the figures are made

```sh
.venv/bin/python -m engines fair-play zero-day --measure
.venv/bin/python -m engines fair-play zero-day --calibrate
.venv/bin/python -m engines fair-play --write docs/fair-play.md
```

`--measure` plays what is missing, and can be stopped; `--calibrate` writes
`engines/zero_day/data/fair_play.toml`. Each finished match is a line in `docs/fair-play/`. The
planted cheaters are in `engines/fair_play/planted.py`; the site never uses them. Search bots have
40 iterations a move here.
"""


def build_page(sections: Sequence[str]) -> str:
    """Return the page with these sections."""
    return PAGE.format(confidence=CONFIDENCE, window=WINDOW, min_matches=MIN_MATCHES, sections="\n".join(sections))


def build_section(game: str, adapter: FairPlay, lines: Sequence[Line], version: int) -> str:
    """Return a game's section: tables for players, and for partners where there are any."""
    engine = registry.get(game)
    rules = str(version) if version == engine.version else f"{version} (current: {engine.version})"
    parts = [f"## {engine.name}\n\nRules version {rules}, {len(lines)} matches.\n"]
    for kind, title in (("seats", "Players"), ("pairs", "Partners")):
        bounds = compute_bounds(split(list_honest(adapter, lines, kind), 0))
        if bounds is not None:
            parts.append(f"\n### {engine.name}: {title.lower()}\n\n{_tables(adapter, lines, kind, bounds)}")
    return "".join(parts)


def _tables(adapter: FairPlay, lines: Sequence[Line], kind: str, bounds: Bounds) -> str:
    rates = ", ".join(f"{rate:g}: {bound:.3f}" for rate, bound in zip(RATES, bounds.bounds, strict=True))
    honest = [
        [
            figures.name,
            str(figures.matches),
            f"{figures.mean:+.2f} ± {figures.deviation:.2f}",
            f"{figures.evidence:.3f}",
            _count(figures.alarms, figures.windows),
            f"{100 * figures.resampled:.3f} %",
        ]
        for figures in measure_honest(adapter, lines, kind, bounds)
    ]
    cheats = [
        [
            figures.name.replace(" of its decisions", ""),
            str(figures.matches),
            f"{100 * figures.won / figures.matches:.0f} % ({_share(figures.honest_share)})",
            f"{figures.score:+.2f}",
            _count(figures.found, figures.windows),
            f"{100 * figures.resampled:.1f} %",
            str(figures.median or f"> {WINDOW}"),
        ]
        for figures in measure_cheats(adapter, lines, kind, bounds)
    ]
    return (
        f"Honest scores are {bounds.mean:+.3f} ± {bounds.deviation:.3f}. Logarithms of the bounds by rate:\n{rates}.\n\n"
        + _format_table(["Honest", "Test matches", "Score", "Evidence", "Alarms", "Resampled"], honest)
        + "\n"
        + _format_table(
            ["Cheaters", "Matches", "Won (honest)", "Score", f"Found within {WINDOW}", "Resampled", "Half found after"], cheats
        )
    )


def _share(share: float) -> str:
    return f"{100 * share:.0f} %" if share >= 0 else "-"


def _count(number: int, total: int) -> str:
    """Return `38 of 40 (84-99 %)`; of no windows, a dash."""
    if not total:
        return "-"
    low, high = wilson_interval(number, total)
    return f"{number} of {total} ({100 * low:.0f}-{100 * high:.0f} %)"


def _format_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
