"""Forms of the lobby."""

from typing import Any

from django import forms

from league.games import duels
from league.lobby.actions import Offer
from league.lobby.presets import CHOICES, HINT, PRESETS
from league.people.actions.bots import KINDS

ANYONE, NAMED = "anyone", "player"


def game_choices() -> list[tuple[str, str]]:
    return [(game.key, game.name) for game in duels()]


def side_choices() -> list[tuple[str, str]]:
    """Random, then each side under the names it has in the games."""
    names = [" or ".join(dict.fromkeys(game.sides[side] for game in duels())) for side in (0, 1)]
    return [("random", "Random"), ("0", names[0]), ("1", names[1])]


class ChallengeForm(forms.Form):
    game = forms.ChoiceField(choices=game_choices)
    opponent = forms.ChoiceField(
        choices=[(ANYONE, "Anyone in the lobby"), (NAMED, "A player, by name"), *KINDS.items()], initial=ANYONE
    )
    player = forms.CharField(
        max_length=20, required=False, label="Player's name", help_text="Only if you challenge a player by name."
    )
    side = forms.ChoiceField(choices=side_choices, initial="random")
    preset = forms.ChoiceField(choices=CHOICES, initial="standard", label="Time", help_text=HINT)
    rated = forms.BooleanField(required=False, label="Rated", help_text="Changes both ratings. Needs an account.")

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if given.get("opponent") == NAMED and not given.get("player") and "player" not in self.errors:
            self.add_error("player", "Name the player you challenge.")
        return given

    def offer(self) -> Offer:
        """What a valid form asks for."""
        given = self.cleaned_data
        opponent = given["opponent"]
        return Offer(
            game=given["game"],
            control=PRESETS[given["preset"]],
            side=None if given["side"] == "random" else int(given["side"]),
            rated=given["rated"],
            bot=opponent if opponent in KINDS else "",
            invited=given["player"] if opponent == NAMED else "",
        )


class QuickPlayForm(forms.Form):
    bot = forms.ChoiceField(choices=list(KINDS.items()), initial="greedy")
