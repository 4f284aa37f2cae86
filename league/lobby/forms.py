"""Forms of the lobby, generated from each game's seats, bots and options."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from engines.i18n import translate as _, translate_in, translate_n
from league.games import Game, find_game, has_rosters
from league.lobby.challenge_options import BOT_PACE_MS, UNNAMED, ChallengeOptions, SeatKind, WantedSeat, bot_seat, player_seat
from league.match_options import OPTION, game_choices, option_field, parse_options
from league.time_controls.forms import CustomControlMixin, check_custom, custom_fields, parse_control, preset_field  # fmt: skip
from league.time_controls.presets import PRESETS, preset_choices

MAX_USERNAME = 20
DELAYS = [
    ("0", gettext_lazy("No delay")),
    ("30", gettext_lazy("30 s")),
    ("60", gettext_lazy("1 min")),
    ("180", gettext_lazy("3 min")),
    ("600", gettext_lazy("10 min")),
]

PACES = [
    ("0", gettext_lazy("No delay")),
    ("500", gettext_lazy("0.5 s")),
    (str(BOT_PACE_MS), gettext_lazy("1.2 s")),
    ("3000", gettext_lazy("3 s")),
]


class ChallengeForm(CustomControlMixin, forms.Form):
    """A challenge for one game and number of players."""

    preset = preset_field()
    random_seats = forms.BooleanField(
        required=False,
        initial=True,
        label=gettext_lazy("Random sides"),
        help_text=gettext_lazy("Untick to keep the seats chosen above."),
    )
    # Ignored where Gamers cannot be drawn: a match against a bot or without Gamers need not untick it.
    draws_gamers = forms.BooleanField(
        required=False,
        initial=True,
        label=gettext_lazy("Draw Gamers in turn"),
        help_text=gettext_lazy(
            "In matches between two players, each draws four Gamers in turn from the salary decks before the "
            "match. Against bots, or when unticked, Gamers are dealt."
        ),
    )
    delay_s = forms.ChoiceField(choices=DELAYS, required=False, initial="0", label=gettext_lazy("Spectator delay"))
    bot_pace_ms = forms.ChoiceField(
        choices=PACES, required=False, initial=str(BOT_PACE_MS), label=gettext_lazy("Bot move delay")
    )
    rated = forms.BooleanField(
        required=False,
        label=gettext_lazy("Rated"),
        help_text=gettext_lazy(
            "Changes the ratings of all players. Requires an account. The match can't be aborted once anything "
            "has been dealt or a move has been made. Against bots, only preset time controls are allowed, and "
            "each rated match against the same bot within seven days counts less (full, half, a third, …)."
        ),
    )

    def __init__(
        self, game: Game, count: int, data: Mapping[str, Any] | None = None, *, opponent: str = "", bot: str = "",
        preset: str = "",
    ) -> None:  # fmt: skip
        """`opponent` is the username that the form begins with, `bot` the level, `preset` the time control."""
        initial = {"seat_1": SeatKind.PLAYER.value, "player_1": opponent} if opponent else {}
        if bot in game.bots:
            initial = {"seat_1": f"bot:{bot}"}
        super().__init__(data, initial={**initial, **({"preset": preset} if preset in PRESETS else {})})
        self.game, self.count, self.opponent = game, count, opponent
        options = {OPTION + spec.name: field for spec in game.choices if (field := option_field(spec)) is not None}
        self.fields = {**self._seats(), **options, **self.fields, **custom_fields()}
        if not has_rosters(game.key):
            del self.fields["draws_gamers"]

    def _seats(self) -> dict[str, forms.Field]:
        choices = [
            (SeatKind.ME.value, _("Me")),
            (SeatKind.ANYONE.value, _("Anyone in the lobby")),
            (SeatKind.LINK.value, _("Anyone with a link")),
            (SeatKind.PLAYER.value, _("A player, by name")),
            *((f"bot:{kind}", _("Bot: {level}", level=name)) for kind, name in self.game.bot_choices),
        ]
        fields: dict[str, forms.Field] = {}
        for seat, name in enumerate(self.game.sides[: self.count]):
            initial, label = SeatKind.ANYONE.value if seat else SeatKind.ME.value, _("Player for {name}", name=name)
            fields[f"seat_{seat}"] = forms.ChoiceField(choices=choices, initial=initial, label=label)
            label = _("Username for {name}", name=name)
            fields[f"player_{seat}"] = forms.CharField(
                max_length=MAX_USERNAME, required=False, label=label,
                widget=forms.TextInput(attrs={"autocapitalize": "none", "data-players": "people"}),
            )  # fmt: skip
        return fields

    @property
    def seat_rows(self) -> list[tuple[Any, Any]]:
        """Return for each seat its player choice and its name field."""
        return [(self[f"seat_{seat}"], self[f"player_{seat}"]) for seat in range(self.count)]

    @property
    def option_rows(self) -> list[Any]:
        return [self[name] for name in self.fields if name.startswith(OPTION)]

    @property
    def plain_rows(self) -> list[Any]:
        names = ("random_seats", "draws_gamers", "preset", "delay_s", "bot_pace_ms", "rated")
        return [self[name] for name in names if name in self.fields]

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        check_custom(self)
        for seat in range(self.count):
            name = f"player_{seat}"
            if data.get(f"seat_{seat}") == SeatKind.PLAYER and not data.get(name) and name not in self.errors:
                self.add_error(name, _("Enter the player you want to challenge."))
        return data

    def offer(self) -> ChallengeOptions:
        """Return the challenge that a valid form describes."""
        data = self.cleaned_data
        return ChallengeOptions(
            game=self.game.key,
            control=parse_control(data),
            seats=tuple(_parse_seat(data[f"seat_{seat}"], data[f"player_{seat}"]) for seat in range(self.count)),
            random_seats=data["random_seats"],
            rated=data.get("rated", False),
            options=parse_options(self.game.choices, self.cleaned_data),
            delay_s=int(data["delay_s"] or 0),
            bot_pace_ms=int(data["bot_pace_ms"] or BOT_PACE_MS),
            draws_gamers=None if data.get("draws_gamers") else False,
        )


class QuickPlayForm(forms.Form):
    """A game to start at once against bots of one kind."""

    def __init__(self, game: Game, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id=f"{game.key}-%s")
        self.game = game
        level = forms.ChoiceField(choices=game.bot_choices, initial=game.usual_bot, label=_("Bot's level"))
        self.fields["bot"] = level
        kwargs: dict[str, Any] = {"coerce": int, "empty_value": None, "required": False}
        if len(game.counts) > 1:
            counts = [(str(count), translate_n("{n} player", "{n} players", count)) for count in game.counts]
            self.fields["seats"] = forms.TypedChoiceField(choices=counts, label=translate_in("players", "Players"), **kwargs)
        sides = [("", _("Random side")), *((str(seat), name) for seat, name in enumerate(game.sides))]
        self.fields["side"] = forms.TypedChoiceField(choices=sides, label=_("Your side"), **kwargs)
        self.fields["time"] = forms.ChoiceField(
            choices=preset_choices(), initial="standard", required=False, label=_("Time control")
        )


def build_challenge_form(data: Mapping[str, Any], *, bound: bool) -> ChallengeForm | None:
    """Return the form for the data's game and number of players; None if the game does not allow them."""
    chosen = find_game(str(data.get("game") or next(iter(game_choices()))[0]))
    if chosen is None:
        return None
    players = str(data.get("players") or chosen.counts[0])
    count = int(players) if players.isdecimal() and len(players) < 3 else 0
    if count not in chosen.counts:
        return None
    opponent = str(data.get("with") or "")[:MAX_USERNAME]
    begin = {"opponent": opponent, "bot": str(data.get("bot") or ""), "preset": str(data.get("time") or "")}
    return ChallengeForm(chosen, count, data if bound else None, **begin)


def _parse_seat(kind: str, name: str) -> WantedSeat:
    return bot_seat(kind.removeprefix("bot:")) if kind.startswith("bot:") else UNNAMED.get(kind) or player_seat(name)
