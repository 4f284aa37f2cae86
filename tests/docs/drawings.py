"""The drawings of the rules with German words: `images/<name>-de.svg` of every drawing that holds English ones.

`python -m tests.docs.drawings` writes them; a test compares them with what is stored.
"""

import re
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path

from deploy.settings.env import ROOT

FILES = sorted(ROOT.glob("engines/*/site/rules/images/*.svg"))
SUFFIX = "-de"
_TEXT = re.compile(r"(?<=>)[^<>]*[A-Za-z]{2}[^<>]*(?=</(?:text|tspan|title)>)")

WORDS = {
    # Field Tactics
    "Red to move wins": "Rot am Zug gewinnt",
    "A Major is a leader: on the base it wins at once.": "Ein Major ist Anführer: Auf der Basis gewinnt er.",
    "The Plane on B8 may enter too, but wins nothing.": "Das Flugzeug darf auch hin, gewinnt aber nicht.",
    "before": "vorher",
    "Red’s Captain attacks": "Hauptmann von Rot greift",
    "a piece it cannot see": "eine verborgene Figur an",
    "a Major stood there": "War es ein Major",
    "It wins and stays hidden.": "Er bleibt verborgen.",
    "The Captain is lost and shown.": "Hauptmann ist weg.",
    "a Lieutenant stood there": "War es ein Leutnant",
    "The Captain takes its place;": "Er nimmt das Feld;",
    "Blue still does not see its rank.": "Blau sieht den Rang nicht.",
    "C2 is shown": "C2 wird gezeigt",
    "CD1 base": "CD1 Basis",
    "CD8 base": "CD8 Basis",
    "Blue, rows 5 to 8": "Blau, Reihen 5 bis 8",
    "Red, rows 1 to 4": "Rot, Reihen 1 bis 4",
    "flag wins": "Fahne gewinnt",
    "A General stands behind it:": "Dahinter ein General:",
    "it fights like a General.": "Sie kämpft wie er.",
    "flag loses": "Fahne verliert",
    "Nothing stands behind it:": "Dahinter nichts:",
    "anything destroys it.": "Alles vernichtet sie.",
    "both are lost": "beide sind weg",
    "A mine stands behind it:": "Dahinter eine Mine:",
    "it fights like a mine.": "Sie kämpft wie diese.",
    "step": "Schritt",
    "Generals, officers,": "Generäle, Offiziere,",
    "the Spy": "der Spion",
    "charge": "Vorstoß",
    "Tank and Cavalry:": "Panzer, Kavallerie:",
    "two straight forward": "zwei Felder vor",
    "fly": "Flug",
    "Plane: over anything": "Flugzeug: über alles",
    "in its column": "in seiner Spalte",
    "slide": "Gleiten",
    "Engineer: along its row": "Pionier: in der Reihe",
    "up to the first piece": "bis zur ersten Figur",
    # Order & Chaos
    "Order’s dead": "Tot: Ordnung",
    "Chaos’s dead": "Tot: Chaos",
    "South:": "Süden:",
    "North:": "Norden:",
    "Order": "Ordnung",
    "Chaos": "Chaos",
    "Domination of battle areas": "Herrschaft über Kampffelder",
    "The board and the start of Order & Chaos": "Das Brett und der Anfang von Order & Chaos",
    "Where some chessmen may go": "Wohin einige Figuren dürfen",
    "After a turn: a chessman is killed": "Nach einem Zug: Eine Figur ist geschlagen",
    "Chessmen that count for occupation": "Figuren, die für die Besetzung zählen",
    "Before a turn with two dead in the grave": "Vor einem Zug mit zwei Toten im Grab",
    "After the turn: both are back, and each has killed": "Nach dem Zug: Beide sind zurück und haben geschlagen",
    "After the step: the territories have turned": "Nach dem Schritt: Die Gebiete haben gewechselt",
    "Before a step into the enemy's core": "Vor einem Schritt in den gegnerischen Kern",
    # Zero Order
    "Grey's territory": "Gebiet von Grau",
    "White's territory": "Gebiet von Weiß",
    "off the map": "von der Karte",
    # Zero Day
    "The thirteen places": "Die dreizehn Plätze",
    "always": "immer",
    "3, 4 players": "3, 4 Spieler",
    "4 players": "4 Spieler",
    "A hack and its answers": "Ein Hack und seine Antworten",
    "Credentials": "Codes",
    "Keys": "Schlüssel",
    "2 match": "2 Treffer",
    "no token": "kein Marker",
    "says 1": "nennt 1",
    "says 2": "nennt 2",
    "says 3": "nennt 3",
    "token, 0": "Marker, 0",
    "token, +1": "Marker, +1",
    "token, −1": "Marker, −1",
    "Where a jump may end": "Wo ein Sprung enden darf",
    "jump": "Sprung",
    "you": "du",
    "no pawn": "keine Figur",
    "two tiles": "2 Kacheln",
    "too far": "zu weit",
    "Stacks and Booster": "Gelegte Karten und Booster",
    "N for 1, 2, 3... cards": "N bei 1, 2, 3... Karten",
    "3 cards: N = 1": "3 Karten: N = 1",
    "with Booster’s 1 more: N = 2": "mit der von Booster: N = 2",
    "The initiative track": "Die Initiativleiste",
    "The round goes from 0 to 9. It is the Admin’s turn on spot 2.": "Von 0 bis 9. Der Admin ist auf 2 am Zug.",
    "to 4: acts again in this round": "auf 4: noch einmal in dieser Runde",
    "to 1: acts next round": "auf 1: in der nächsten",
    "A Hacker’s turn in four steps": "Der Zug eines Hackers in vier Schritten",
    "1 Start": "1 Beginn",
    "4 + 2 = 6 credits": "4 + 2 = 6 Credits",
    "2 Jump": "2 Sprung",
    "3 neutral pawns stay on C": "3 neutrale Figuren bleiben",
    "3 Hack": "3 Hack",
    "2 match, and a token is spent": "2 Treffer, ein Marker weg",
    "Admin says 1: 1 info": "Admin nennt 1: 1 Info",
    "4 Move the token": "4 Marker versetzen",
    "acts again in this round": "noch einmal in dieser Runde",
    # Incursion Point: Zero
    "A Terrorist comes out and makes a Free Attack": "Ein Terrorist kommt heraus: Gelegenheitsangriff",
    "It enters ...": "Er tritt ein ...",
    "... and meets a Terrorist: Free Attack": "... und trifft auf einen Terroristen",
    "The missile is held, then secured": "Die Rakete wird gehalten, dann gesichert",
    "Not yet: it is held.": "Noch nicht: Sie wird gehalten.",
    "Strike has won.": "Einsatzteam gewinnt.",
    "An attack, and the answer to it": "Ein Angriff und die Antwort",
    "Assault: 4 dice, Base Damage 3": "Assault: 4 Würfel, Grundschaden 3",
    "2 + 3 = 5, less 1 for the vest: 4 damage": "2 + 3 = 5, Weste −1: 4 Schaden",
    "Gunner strikes back: 3 dice, Base Damage 1": "Gunner schlägt zurück: 3 Würfel, Grundschaden 1",
    "1 + 1 = 2 damage": "1 + 1 = 2 Schaden",
    "Both damages are placed together.": "Beide Schäden treten zugleich ein.",
    "Two Locations, and the spaces where the next one may go": "Zwei Orte, und wohin der nächste darf",
    "The Assault takes two steps and stops on a card": "Der Assault geht zwei Schritte und hält auf einer Karte an",
    "Distances from the Sniper; its range is three": "Entfernungen vom Sniper; seine Reichweite ist drei",
}  # fmt: skip
NAMES = {"Armory", "Barracks", "Booster", "Canteen", "Chapel", "Gatehouse", "Launch Silo", "Progress", "Workshop"}
"""What stays as it is in every language; so do codes of capitals and digits."""


def words(svg: str) -> Iterator[str]:
    """The English of a drawing, but for names."""
    for found in _TEXT.findall(svg):
        text = unescape(found).strip()
        if re.search("[a-z]", text) and text not in NAMES:
            yield text


def german(svg: str) -> str:
    def told(found: re.Match[str]) -> str:
        text = unescape(found[0]).strip()
        return escape(WORDS[text], quote=False) if text in WORDS else found[0]

    return _TEXT.sub(told, svg)


def drawings() -> dict[Path, str]:
    """The German copies of the drawings that hold words, by the file in which they are stored."""
    english = [file for file in FILES if not file.stem.endswith(SUFFIX)]
    texts = {file: file.read_text() for file in english}
    return {file.with_stem(file.stem + SUFFIX): german(text) for file, text in texts.items() if any(words(text))}


if __name__ == "__main__":
    for file, svg in drawings().items():
        file.write_text(svg)
