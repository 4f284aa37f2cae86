"""The types of an Incursion Point: Zero view. Side 0 is Strike, side 1 the Terrorists."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from engines.common import ViewOutcome

Phase = Literal["gamers", "squad", "deal", "place", "drop", "lay", "play", "over"]
Member = Annotated[list[Any], tuple[str, str | None]]
AbilityState = Annotated[list[Any], tuple[str, Literal["passive", "cooldown", "interrupt"], bool]]
Blow = Annotated[list[Any], tuple[str, int]]
SoldierState = Literal["hidden", "map", "off", "dead"]


class IncursionPointZeroSoldier(TypedDict):
    """A Soldier with its Gamer."""

    side: Annotated[int, "0 Strike, 1 Terrorists."]
    gamer: Annotated[str | None, "Handle of its Gamer; null without Gamers."]
    focus: Annotated[str, "Stat that sets its dice: `wisdom`, `synergy` or `dexterity`."]
    dice: Annotated[int, "Number of dice it rolls."]
    range: Annotated[int, "Range of its attacks, in spaces."]
    base: Annotated[int, "Base Damage."]
    hp: Annotated[int, "Hit points on its card; `damage` counts against them."]
    abilities: Annotated[list[AbilityState], "Its Skills and Talent: [id, kind, whether used up]."]
    state: Annotated[SoldierState, "`hidden` under a card, on the `map`, `off` it (may enter) or `dead`."]
    at: Annotated[str | None, "Its space; null off the map, or if hidden from you."]
    damage: Annotated[int, "Damage markers."]
    gear: Annotated[list[str], "Incursion cards that it carries, by id."]
    shielded: Annotated[int, "Active shields from cooldowns."]


class IncursionPointZeroSpace(TypedDict):
    """A space of the map with a Location."""

    location: Annotated[str, "Id of the Location."]
    card: Annotated[str | None, "`down` for a face-down card, the missile's id if face up; null for none."]
    under: str | None
    """The face-down card, if known to you: id of an Incursion card, or class of a Soldier."""
    loot: Annotated[list[str], "Face-up equipment, by id."]


class IncursionPointZeroTurn(TypedDict):
    """The running activation."""

    soldier: Annotated[str, "Class of the active Soldier."]
    moves: Annotated[int | None, "Moves left; null for a Terrorist hidden from you."]
    moving: Annotated[bool, "Whether it may still move."]
    attacked: Annotated[bool, "Whether it has attacked."]
    boosts: Annotated[list[str], "Ids of active cooldowns."]


class IncursionPointZeroQuestion(TypedDict):
    """A pending question. Its keys depend on `kind`."""

    side: Annotated[int, "Side that answers."]
    kind: Literal["interrupt", "free", "reveal", "arrive"]
    """`interrupt`: use the ability? `free`: make the Free Attack? `reveal`: turn over which card in range? `arrive`: make
    a Free Attack on which Soldier?"""
    soldier: Annotated[str, "Class of the Soldier who decides."]
    other: NotRequired[Annotated[str, "`free` and `interrupt`: class of the mover, user, target or victim."]]
    space: NotRequired[Annotated[str, "`reveal`: space from which the range counts."]]
    range: NotRequired[Annotated[int, "`reveal`: range in spaces."]]
    ability: NotRequired[Annotated[str, "`arrive` and `interrupt`: id of the ability."]]
    others: NotRequired[Annotated[list[str], "`arrive`: classes of the possible targets."]]
    moment: NotRequired[Annotated[str, "`interrupt`: `attack`, `rolled`, `hit`, `arrival`, `depart` or `skill`."]]
    announced: NotRequired[str | None]
    """`interrupt`: id of the announced Skill at the moment `skill`, otherwise null."""
    faces: NotRequired[Annotated[list[int] | None, "`interrupt`: the dice at the moment `rolled`, otherwise null."]]
    amount: NotRequired[Annotated[int | None, "`interrupt`: the damage at the moment `hit`, otherwise null."]]


class IncursionPointZeroFight(TypedDict):
    """The attack that is being resolved."""

    attacker: Annotated[str, "Class of the attacker."]
    defender: Annotated[str, "Class of the defender."]
    free: Annotated[bool, "Whether it is a Free Attack."]
    base: Annotated[bool, "Whether Base Damage counts: always except for some Free Attacks."]
    countered: Annotated[bool, "Whether the defender rolls dice, too."]
    faces: Annotated[list[list[int] | None], "Dice of [attacker, defender]; null before the roll."]
    rolling: Annotated[int, "Dice that are being rolled."]
    side: Annotated[int, "Whose dice: 0 the attacker's, 1 the defender's."]


class IncursionPointZeroStats(TypedDict):
    """A Gamer's stats, each from 1 to 5."""

    wisdom: Annotated[int, "Wisdom."]
    awareness: Annotated[int, "Awareness."]
    synergy: Annotated[int, "Synergy."]
    dexterity: Annotated[int, "Dexterity."]
    xfactor: Annotated[int, "X-Factor."]


class IncursionPointZeroCard(TypedDict):
    """A Gamer's card."""

    handle: Annotated[str, "Handle, as in the notation."]
    name: Annotated[str, "Name."]
    genre: Annotated[str, "Genre."]
    salary: Annotated[int, "Salary in thousands."]
    stats: Annotated[IncursionPointZeroStats, "Stats."]
    talent: Annotated[str | None, "Id of the Talent."]
    text: Annotated[str, "Text on the card."]


class IncursionPointZeroOptions(TypedDict):
    """The options of the match, without `rosters`."""

    gamers: Annotated[bool, "Whether it is played with Gamers."]


class IncursionPointZeroView(TypedDict):
    """A match of Incursion Point: Zero as one viewer sees it. Side 0 is Strike, side 1 the Terrorists.

    Soldiers are named by class, cards and Locations by id, Gamers by handle, spaces from `Z1-1` to `Z4-5` (zone,
    column; zone 4 is the top row, column 1 on the left).
    """

    game: Annotated[Literal["incursion-point-zero"], "Key of the game, which distinguishes the views of the games."]
    phase: Phase
    """`gamers` and `deal`: the referee deals; `squad`: both choose in secret; `place`: the map is built; `drop` and
    `lay`: the Terrorists lay their cards; `play`; `over`."""
    viewer: Annotated[int | None, "Seat whose view this is; null for a spectator."]
    to_act: Annotated[list[int], "Seats whose clocks run; empty while the referee deals or rolls and after the end."]
    options: Annotated[IncursionPointZeroOptions, "The options of the match."]
    round: Annotated[int, "Round, 1 to 6; 0 before play starts."]
    rounds: Annotated[int, "The last round."]
    gamers: Annotated[list[list[str]], "By side: handles of the Gamers it can use; empty without Gamers."]
    ready: Annotated[list[bool], "By side: whether its squad is submitted."]
    squad: Annotated[list[Member] | None, "Your own squad until the other is submitted: four of [class, handle or null]."]
    order: list[str]
    """The eight classes in the order in which they act each round; empty until both squads are in."""
    soldiers: dict[str, IncursionPointZeroSoldier]
    """The Soldiers of both squads by class; empty until both are in."""
    hand: Annotated[list[str], "Your Location cards, by id, while the map is built."]
    hands: Annotated[list[int], "By side: Location cards left."]
    discarded: Annotated[list[str], "Discarded Locations, by id."]
    spaces: Annotated[dict[str, IncursionPointZeroSpace], "Every space with a Location."]
    to_lay: dict[str, int]
    """For the Terrorists: how many of each card or class are still to be laid; empty for others."""
    to_lay_count: Annotated[int, "Number of cards still to be laid."]
    to_drop: Annotated[int, "Number of cards still to be dropped."]
    dropped: Annotated[list[str], "Dropped cards, by id; empty if hidden from you."]
    turn: Annotated[IncursionPointZeroTurn | None, "The running activation; null before and after play."]
    question: Annotated[IncursionPointZeroQuestion | None, "The pending question, if any."]
    fight: Annotated[IncursionPointZeroFight | None, "The attack that is being resolved."]
    blow: Annotated[list[Blow], "Damage about to be placed: [class, amount]."]
    missile: Annotated[str | None, "Space of the missile if face up or known to you."]
    events: list[list[str | int | list[int]]]
    """Effects of the last player's action, in order: [word, parts ...]. docs/views lists the
    words."""
    outcome: Annotated[ViewOutcome | None, "How the match ended; null until then."]
    cards: NotRequired[list[IncursionPointZeroCard]]
    """Cards of the Gamers outside the default set; missing if there are none."""
