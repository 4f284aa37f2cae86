"""What the API takes and answers. Made by make_client.py from docs/openapi.json: do not edit."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

AgreeDoEnum = Literal["offer", "accept", "decline", "withdraw"]

BanUnitEnum = Literal["days", "events"]

BotEnum = Literal["level-1", "level-2", "level-3", "level-4", "level-5", "level-6", "level-7", "level-8"]

ChoiceEnum = Literal["in_turn", "any"]

DecisionEnum = Literal["remove", "keep"]

DecisionKindEnum = Literal["match", "draft"]

DeliveryStatus = Literal["waiting", "sent", "failed"]

DraftKind = Literal["deck", "linear", "snake", "auction", "blind"]

DraftStatus = Literal["setup", "running", "paused", "review", "finished", "cancelled"]

EntrantStatus = Literal["entered", "applied", "waiting", "invited", "withdrawn"]

GenreEnum = Literal["FPS", "MOBA", "CCG"]

HoldDoEnum = Literal["hold", "go-on"]

HowEnum = Literal["played", "forfeit"]

IconEnum = Literal["chess", "cards", "dice", "ball", "controller", "flag", "star"]

KindsEnum = Literal[
    "check-in.opened",
    "event.finished",
    "match.closed",
    "match.due",
    "notification.asked",
    "notification.check-in",
    "notification.followed",
    "notification.held",
    "notification.match-time",
    "notification.pick",
    "notification.report",
    "notification.round",
    "notification.ruling",
    "notification.trade",
    "notification.your-turn",
    "pick.made",
    "result.corrected",
    "result.disputed",
    "result.reported",
    "round.published",
    "ruling.made",
    "standings.updated",
    "team-match.finished",
    "team-match.opened",
    "time.agreed",
]

LeagueRole = Literal["owner", "organiser", "referee", "scorer"]

MoneyKindEnum = Literal["grant", "fine"]

NeedsEnum = Literal["review", "dispute", "gone", "time_cut", "paused", "annulled", "slow"]

NewHookServiceEnum = Literal["program", "discord", "slack", "matrix"]

NewReportResultEnum = Literal["1-0", "1/2-1/2", "0-1"]

NoticeKind = Literal[
    "your-turn", "round", "check-in", "pick", "trade", "asked", "ruling", "match-time", "report", "followed", "webhook", "held"
]

OptionKind = Literal["flag", "number", "pick", "structure"]

OrderEnum = Literal["random", "lottery", "standings", "hand"]

OutcomeEnum = Literal["win", "score", "best-of", "placement"]

PairingResultCode = Literal["1-0", "1/2-1/2", "0-1", "0-0", "1F-0F", "0F-1F", "0F-0F"]

PaymentKind = Literal[
    "purse",
    "carried",
    "salary",
    "win",
    "draw",
    "loss",
    "participation",
    "prize",
    "correction",
    "waiver",
    "trade",
    "grant",
    "fine",
]

PlayedResultEnum = Literal["won", "drawn", "lost"]

PresetEnum = Literal["standard", "quick", "blitz", "long", "fischer", "absolute", "days"]

ReasonEnum = Literal["not-now", "too-fast", "too-slow", "rated", "casual", "other-game"]

RecordKeyStateEnum = Literal["active", "retired", "revoked"]

RegistrationEnum = Literal["open", "approval", "invite"]

ReportPolicy = Literal["confirm", "referee", "replay"]

RoomEnum = Literal["players", "spectators"]

RulingEnum = Literal["pause", "resume", "add-time", "result", "disqualify", "annul", "reinstate", "play-again"]

ScopesEnum = Literal["read", "play", "organise", "webhooks", "account"]

SeasonPhase = Literal["setup", "draft", "rounds", "awards", "archive"]

SeedingEnum = Literal["rating", "manual", "random"]

SpeedEnum = Literal["fast", "normal", "correspondence"]

TiesEnum = Literal["lots", "waiver"]

TimePolicyEnum = Literal["slot", "referee"]

TokenStateEnum = Literal["in-force", "revoked", "expired", "ended"]

TradeStatus = Literal["offered", "countered", "declined", "withdrawn", "expired", "agreed", "vetoed", "done", "failed"]

VerdictStateEnum = Literal["waiting", "accepted", "refused"]

WaiverStatus = Literal["sealed", "won", "lost", "failed", "withdrawn"]

WaiversEnum = Literal["first-come", "blind"]

WebhookService = Literal["program", "discord", "slack", "matrix"]

WhatEnum = Literal["win", "draw"]

WindowKind = Literal["trades", "free-agency"]


class Acceptance(TypedDict):
    slot: str


class AccountActiveSession(TypedDict):
    id: str
    browser: str
    address: str
    since: str
    seen_at: str
    this: bool


class AccountDeletion(TypedDict):
    hindrances: list[AccountDeletionBlocker]
    to_resign: list[int]
    goes: list[str]
    stays: list[str]
    out_of_reach: list[str]


class AccountDeletionBlocker(TypedDict):
    code: str
    text: str
    path: str


class Act(TypedDict):
    why: NotRequired[str]
    act: dict[str, Any]
    key: NotRequired[str]


class Acts(TypedDict):
    acts: list[Logged]
    next: int | None


class Added(TypedDict):
    id: str


class Agree(TypedDict):
    do: NotRequired[AgreeDoEnum]


class AnsweredCall(TypedDict):
    call_id: int
    answered: bool


class Asked(TypedDict):
    id: str


class AuditLog(TypedDict):
    entries: list[Entry]
    next: int | None


class Availability(TypedDict):
    zone: NotRequired[str]
    weekly: Week
    exceptions: NotRequired[list[Exception]]


class Award(TypedDict):
    key: str
    title: str
    franchise_id: int
    franchise_name: str
    amount: int
    paid: bool


class Awards(TypedDict):
    awards: list[Award]


class Bid(TypedDict):
    claim_id: int
    franchise_name: str
    franchise_id: int
    gamer_id: int
    handle: str
    genre: str
    salary: int
    bid: int
    drop: str
    drop_id: int | None
    status: WaiverStatus
    status_name: str
    opens_at: str
    closed_at: str | None
    why: str


class Bids(TypedDict):
    yours: list[Bid]
    opened: list[Bid]
    next: int | None


class Board(TypedDict):
    match_id: int
    entry: int
    hash: str
    game: str
    game_name: str
    title: str
    commitment: str
    twin: int | None
    delay_ms: int
    status: str
    reported: bool
    viewer: BoardViewer
    seats: list[BoardSeat]
    to_act: list[int]
    view: FieldTacticsView | IncursionPointZeroView | OrderAndChaosView | ZeroDayView | ZeroOrderView | None
    legal: list[str] | None
    clock: BoardClock
    log: list[BoardLine]
    outcome: BoardOutcome | None
    ruling: BoardRuling | None
    can: BoardCan
    asked: list[BoardQuestion]
    answered: list[BoardEndedOffer]
    gone: list[BoardAbsence]
    paused_until: int | None
    lesson: BoardLesson | None
    start_by: int | None
    preparing: bool


class Calendar(TypedDict):
    address: str


class Cards(TypedDict):
    gamers: list[GamerCard]
    page: int
    pages: int
    total: int
    next: int | None


class Carry(TypedDict):
    why: NotRequired[str]
    source_id: int
    franchise_ids: NotRequired[list[int]]


class Challenge(TypedDict):
    game: str
    seats: list[Any]
    lot: NotRequired[bool]
    rated: NotRequired[bool]
    options: NotRequired[dict[str, Any]]
    time: NotRequired[Any]
    bot_pace_ms: NotRequired[int]
    draws_gamers: NotRequired[bool | None]
    delay_s: NotRequired[int]


class Challenged(TypedDict):
    number: int


class Chance(TypedDict):
    commitment: str
    nonces: list[str] | None
    given: list[bool]
    draws: str


class Chat(TypedDict):
    rooms: list[Room]
    muted: list[str]


class ChatMessage(TypedDict):
    n: int
    by: str
    name: str
    text: str
    at: int
    removed: bool
    mine: bool


class Check(TypedDict):
    key: str
    title: str
    agrees: bool | None
    fault: str
    first_text: str


class Choice(TypedDict):
    contract_id: int
    handle: str
    name: str
    genre: str
    salary: int
    stats: list[int]
    talent: str
    talent_words: str
    chosen: bool


class Claim(TypedDict):
    seat: int
    what: NotRequired[WhatEnum]


class Column(TypedDict):
    key: str
    label: str
    kind: str


class ConditionalMoves(TypedDict):
    lines: list[list[str]]


class Confirmation(TypedDict):
    revision: int


class Console(TypedDict):
    card: EventsEventCard
    announcement: str
    registration: str
    seeding: str
    check_in_min: int
    paused_at: str | None
    trouble: str
    next_round_at: str | None
    repeat_days: int
    league_name: str
    no_shows: list[RegistrationNoShowLine]
    formats: list[str]
    calendar: SeasonCalendar | None
    season: StandingsNextSeason | None
    apart: list[PairingsExclusionLine]
    lines: list[Event_consoleEntrantLine]
    rounds: list[PairingsRoundBlock]
    rulings: list[Event_consoleOverrideLine]
    notes: list[Event_consoleLogEntry]
    can: list[str]


class Contract(TypedDict):
    contract_id: int
    gamer_id: int
    handle: str
    name: str
    genre: str
    salary: int
    seasons_left: int
    how: str
    signed_at: str
    ended_at: str | None
    ending: str
    dead: int


class Credited(TypedDict):
    credited_ms: int


class Days(TypedDict):
    days: int


class Decision(TypedDict):
    why: NotRequired[str]
    decision: DecisionEnum
    kind: NotRequired[DecisionKindEnum]


class Decline(TypedDict):
    reason: NotRequired[ReasonEnum]


class DeleteAccount(TypedDict):
    password: str
    code: NotRequired[str]
    resigning: NotRequired[bool]
    without_chat: NotRequired[bool]


class DeletedAccount(TypedDict):
    name: str


class Deliveries(TypedDict):
    deliveries: list[Delivery]
    next: int | None


class Delivery(TypedDict):
    id: str
    kind: str
    made_at: str
    status: DeliveryStatus
    tries: int
    tried_at: str | None
    next_at: str | None
    code: int | None
    answer: str
    took_ms: int | None


class Desk(TypedDict):
    matches: list[DeskCase]
    watched: int
    plays_in: list[str]
    outages: list[DeskDeskOutage]
    results: list[ResultReport]


class DeskCase(TypedDict):
    match_id: int
    game: str
    game_name: str
    title: str
    status: str
    event_id: int | None
    event_name: str
    seats: list[DeskCaseSeat]
    calls: list[DeskCaseCall]
    quiet_since: str | None
    ruling: str
    uncredited_ms: int
    needs: list[NeedsEnum]


class DeskCaseCall(TypedDict):
    call_id: int
    seat_name: str
    player: str
    text: str
    at: str
    entry: int
    answer: str
    answered_at: str | None
    answered_by: str


class DeskCaseSeat(TypedDict):
    number: int
    name: str
    player: str
    username: str
    bot: str
    acts: bool


class DeskDeskOutage(TypedDict):
    at: str
    seconds: float
    cause: str
    cause_text: str
    matches: int
    cut: int


class DeskHiddenView(TypedDict):
    by: str
    username: str
    at: str
    entry: int
    why: str


class DeskPanelCall(TypedDict):
    seat: int
    seat_name: str
    own: bool
    text: str
    at: str
    answered: bool
    answer: str


class DeskRefereePanel(TypedDict):
    match_id: int
    calls: list[DeskPanelCall]
    looks: list[DeskHiddenView]
    may_call: bool
    may_referee: bool


class DeskRuled(TypedDict):
    overturn_id: int


class Device(TypedDict):
    id: str
    host: str
    made_at: str


class Devices(TypedDict):
    key: str
    devices: list[Device]


class Done(TypedDict):
    n: int


class Draft(TypedDict):
    draft_id: int
    name: str
    kind: DraftKind
    status: DraftStatus
    status_name: str
    mark: int
    season_id: int | None
    match_id: int | None
    commitment: str
    seed: str
    nonces: list[str]
    starts_at: str | None
    yours: int | None
    now: str
    view: dict[str, Any] | None
    offers: dict[str, int]
    cards: list[DraftCard]


class DraftCard(TypedDict):
    card: int
    handle: str
    name: str
    genre: str
    salary: int
    stats: list[int]
    talent: str


class DraftChat(TypedDict):
    why_not: str
    directing: bool
    messages: list[DraftMessage]


class DraftMessage(TypedDict):
    n: int
    by: str
    name: str
    text: str
    at: str
    removed: bool
    mine: bool


class DraftRemove(TypedDict):
    n: int


class DraftReport(TypedDict):
    n: int
    why: str


class DraftSay(TypedDict):
    text: str


class Drafts(TypedDict):
    drafts: list[ListedDraft]


class DryRun(TypedDict):
    runs: int
    stages: list[StandingsStageLine]
    chances: list[StandingsChanceLine]
    left_out: int
    trouble: str


class Echo(TypedDict):
    echo: NotRequired[str]


class EditTerms(TypedDict):
    why: NotRequired[str]
    founding_open: NotRequired[bool]
    franchises_most: NotRequired[int]
    cap: NotRequired[int]
    roster_min: NotRequired[int]
    roster_max: NotRequired[int]
    reserve: NotRequired[int]
    genres: NotRequired[Genres]
    contract_seasons: NotRequired[int]
    dead_percent: NotRequired[int]
    purse: NotRequired[int]
    salaries_paid: NotRequired[bool]
    win_money: NotRequired[int]
    draw_money: NotRequired[int]
    loss_money: NotRequired[int]
    participation_money: NotRequired[int]
    waivers: NotRequired[WaiversEnum]
    waiver_hours: NotRequired[int]
    trade_hours: NotRequired[int]
    veto_hours: NotRequired[int]
    one_match_a_round: NotRequired[bool]


class EndedBrowsers(TypedDict):
    ended: int


class EnteredRow(TypedDict):
    pairing_id: int
    result: NotRequired[str]
    score: NotRequired[str]
    places: NotRequired[str | list[int]]


class Entrant(TypedDict):
    entrant_id: int
    player_id: int
    seed: int | None
    name: str
    username: str
    url: str
    is_bot: bool
    status: str
    club: str
    checked_in: bool
    rating: int


class EntrantRows(TypedDict):
    rows: str


class Entry(TypedDict):
    entry_id: int
    at: str
    by: str
    league: str | None
    act: str
    subject: Subject
    before: Any
    after: Any
    why: str


class Event(TypedDict):
    league: str | None
    season_id: int | None
    about: str
    announcement: str
    announced_at: str | None
    registration: str
    bot_accounts: bool
    bots_only: bool
    duplicate: bool
    start_by_min: int
    delay_s: int
    check_in_min: int
    auto_advance: bool
    paused: bool
    next_round_at: str | None
    time: str
    speed: str
    control: dict[str, Any]
    options: dict[str, Any]
    teams: dict[str, Any] | None
    least_rating: int | None
    most_rating: int | None
    stages: list[Event_pagesPlannedStage]
    standings: list[StandingsTable]
    rounds: list[PairingsRoundBlock]
    event_id: int
    url: str
    name: str
    game: str
    game_name: str
    format_name: str
    status: str
    rated: bool
    demo: bool
    organiser: str
    organiser_url: str
    max_entrants: int
    round: int
    created_at: str
    starts_at: str | None
    started_at: str | None
    finished_at: str | None
    reported: bool
    entrants: list[Entrant]


class EventStats(TypedDict):
    event_id: int
    matches: int
    tables: list[Table]


class Event_consoleEntrantLine(TypedDict):
    person: StandingsPerson
    rating: int
    byes: list[list[int]]
    joined_at: str
    answer_by: str | None


class Event_consoleLogEntry(TypedDict):
    at: str
    by: str
    act: str
    before: Any
    after: Any
    why: str


class Event_consoleOverrideLine(TypedDict):
    overturn_id: int
    pairing_id: int
    what: str
    why: str
    by: str
    at: str
    undone_at: str | None


class Event_consoleSeatChoice(TypedDict):
    name: str
    chosen: int


class Event_pagesAnswer(TypedDict):
    one: StandingsPerson
    other: StandingsPerson | None
    code: str
    text: str


class Event_pagesArenaPanel(TypedDict):
    event_id: int
    name: str
    ends_at: str | None
    pairing: bool
    playing: int
    waiting: int
    inside: bool
    ready: bool
    own: Event_pagesOwnMatch | None
    may_end: bool


class Event_pagesBracketLine(TypedDict):
    score: str
    residents: int
    moved: int
    down: int
    criteria: list[Event_pagesCriterionLine]


class Event_pagesChallengeLine(TypedDict):
    number: int
    challenger: StandingsPerson
    challenged: StandingsPerson
    made_at: str
    answer_by: str | None
    url: str
    may_answer: bool


class Event_pagesChoice(TypedDict):
    number: int
    person: StandingsPerson


class Event_pagesCriterionLine(TypedDict):
    code: str
    text: str
    value: str


class Event_pagesEncounterLine(TypedDict):
    person: StandingsPerson
    points: str
    missing: int
    place: int | None


class Event_pagesLadderPanel(TypedDict):
    event_id: int
    running: bool
    reach: int
    inside: bool
    rungs: list[Event_pagesRung]
    challenges: list[Event_pagesChallengeLine]
    may_end: bool


class Event_pagesOwnMatch(TypedDict):
    url: str
    opponent: str
    waiting: bool


class Event_pagesPlannedStage(TypedDict):
    format: str
    settings: dict[str, Any]
    takes: int | None


class Event_pagesRung(TypedDict):
    rank: int
    person: StandingsPerson
    you: bool
    may_challenge: bool
    busy: str


class Event_pagesTermLine(TypedDict):
    round: int
    opponent: StandingsPerson | None
    value: str
    counted: bool
    why: str


class Events(TypedDict):
    events: list[EventsEventCard]
    next: int | None


class EventsEventCard(TypedDict):
    event_id: int
    url: str
    name: str
    game: str
    game_name: str
    format_name: str
    status: str
    rated: bool
    demo: bool
    organiser: str
    organiser_url: str
    entrants: int
    max_entrants: int
    round: int
    rounds: int
    created_at: str
    starts_at: str | None
    started_at: str | None
    finished_at: str | None
    reported: bool


class Exception(TypedDict):
    first: str
    last: NotRequired[str | None]
    hours: NotRequired[str]


class Fault(TypedDict):
    row: int
    handle: str
    field: str
    code: str
    text: str


class FigureColumn(TypedDict):
    key: str
    name: str
    text: str
    article: str


class FigureExplained(TypedDict):
    person: StandingsPerson
    shown: str
    how: str
    terms: list[Event_pagesTermLine]
    lines: list[Event_pagesEncounterLine]
    column: FigureColumn


class FillPool(TypedDict):
    why: NotRequired[str]
    default: NotRequired[bool]
    own: NotRequired[bool]


class Follow(TypedDict):
    notifies: NotRequired[bool]


class Followed(TypedDict):
    username: str
    name: str
    notifies: bool
    live: list[int]


class Following(TypedDict):
    players: list[Followed]
    recent: list[MatchesListedMatch]


class FormatsColumn(TypedDict):
    short: str
    name: str
    text: str


class Frame(TypedDict):
    n: int
    by: int | None
    text: str
    at: int | None
    view: FieldTacticsView | IncursionPointZeroView | OrderAndChaosView | ZeroDayView | ZeroOrderView
    left: list[ReplayClock]


class Franchise(TypedDict):
    line: FranchiseLine
    roster: list[Contract]
    history: list[Contract]
    offers: dict[str, int | None]


class FranchiseLine(TypedDict):
    franchise_id: int
    name: str
    owner: str
    owner_username: str
    is_bot: bool
    balance: int
    held: int
    salaries: int
    dead: int
    payroll: int
    cap: int
    left: int
    least: int
    most: int
    places: int
    needs: dict[str, int]


class Franchises(TypedDict):
    franchises: list[FranchiseLine]


class Game(TypedDict):
    key: str
    name: str
    about: str
    seats: list[str]
    players: list[int]
    bots: list[str]
    levels: list[Level]
    options: list[Option]


class GameScore(TypedDict):
    won: int
    drawn: int
    lost: int
    game: str


class GameStats(TypedDict):
    game: str
    matches: int
    tables: list[Table]


class Gamer(TypedDict):
    card: GamerCard
    seasons: list[SeasonSalary]
    contracts: list[Held]
    played: GamerPlayed | None


class GamerCard(TypedDict):
    gamer_id: int
    handle: str
    name: str
    genre: GenreEnum
    salary: int
    stats: Stats
    total: int
    talent: str
    talent_name: str
    talent_kind: str
    talent_text: str
    flavour: str
    franchise_name: str
    franchise_id: int | None


class GamerPlayed(TypedDict):
    matches: int
    won: int
    drawn: int
    lost: int
    acts: int
    attacks: int


class Genres(TypedDict):
    FPS: NotRequired[int]
    MOBA: NotRequired[int]
    CCG: NotRequired[int]


class HeadToHead(TypedDict):
    matches: list[Played]
    next: int | None
    player: Person
    other: Person
    total: Score
    games: list[GameScore]
    sides: list[SideScore]


class Held(TypedDict):
    season_id: int
    season_name: str
    franchise_id: int
    franchise_name: str
    salary: int
    how: str
    signed_at: str
    ended_at: str | None
    ending: str


class Hint(TypedDict):
    turn: int
    text: str
    words: str


class Hold(TypedDict):
    why: str
    do: HoldDoEnum


class Hook(TypedDict):
    id: str
    service: WebhookService
    name: str
    url: str
    room: str
    language: str
    kinds: list[str]
    league: str | None
    made_at: str
    on: bool
    off_why: str
    failures: int


class Hooks(TypedDict):
    webhooks: list[Hook]


class Image(TypedDict):
    image: str


class Import(TypedDict):
    why: NotRequired[str]
    text: str
    dry_run: NotRequired[bool]


class Imported(TypedDict):
    gamers: int
    imported: int
    faults: list[Fault]


class JoinQueue(TypedDict):
    game: str
    speed: str


class JudgedCase(TypedDict):
    match_id: int
    game: str
    game_name: str
    title: str
    status: str
    event_id: int | None
    event_name: str
    seats: list[DeskCaseSeat]
    calls: list[DeskCaseCall]
    quiet_since: str | None
    ruling: str
    uncredited_ms: int
    needs: list[NeedsEnum]
    can: list[str]


class LadderChallenge(TypedDict):
    entrant_id: int


class Lag(TypedDict):
    echo: str
    lag_ms: int


class Leaderboard(TypedDict):
    players: list[RatingsLine]
    you: RatingsLine | None
    game: str
    pool: str
    speed: str | None
    rule: dict[str, Any]
    next: int | None
    total: int
    page: int
    pages: int


class League(TypedDict):
    slug: str
    url: str
    name: str
    about: str
    created_at: str
    no_shows: Policy
    required_provider: str
    your_role: LeagueRole | None
    staff: list[Member]
    seasons: list[Planned]


class LeagueCard(TypedDict):
    league_id: int
    slug: str
    url: str
    name: str
    about: str
    staff: int
    seasons: int


class Leagues(TypedDict):
    leagues: list[LeagueCard]
    next: str | None


class Ledger(TypedDict):
    totals: Totals
    payments: list[Payment]
    next: int | None


class Level(TypedDict):
    key: str
    number: int
    rating: NotRequired[int | None]
    low: NotRequired[int | None]
    high: NotRequired[int | None]


class Lineup(TypedDict):
    event_id: int
    event_name: str
    over: bool
    franchise_id: int
    franchise_name: str
    choices: list[Choice]
    planned: bool
    least: int
    stats: list[str]
    sent: list[Sent]


class Link(TypedDict):
    seat: int
    match_id: int
    token: str
    url: str
    expires_at: str


class LinkSeat(TypedDict):
    seat: int


class ListedDraft(TypedDict):
    draft_id: int
    name: str
    kind: DraftKind
    status: DraftStatus
    status_name: str
    kind_name: str


class LivePlayed(TypedDict):
    match_id: int
    game: str
    title: str
    side: str
    opponents: list[str]
    result: str
    outcome: str
    rating_change: int | None
    closed_at: str | None


class Lobby(TypedDict):
    open: list[Offered]
    for_you: list[Offered]
    yours: list[Offered]


class Logged(TypedDict):
    n: int
    at: str
    by: str | None
    act: dict[str, Any]


class Look(TypedDict):
    why: str


class MadeHook(TypedDict):
    id: str
    service: WebhookService
    name: str
    url: str
    room: str
    language: str
    kinds: list[str]
    league: str | None
    made_at: str
    on: bool
    off_why: str
    failures: int
    secret: str


class Marked(TypedDict):
    read: int


class MatchList(TypedDict):
    matches: list[MatchesListedMatch]
    next: int | None


class MatchTime(TypedDict):
    event_id: int
    event_name: str
    pairing_id: int
    round: str
    board: int
    players: list[str]
    names: list[str]
    status: str
    time: str | None
    closes_at: str
    policy_at: str | None
    proposed_by: str | None
    slots: list[str]
    common_slots: list[str]
    silent: list[str]
    overdue: bool
    can_propose: bool
    can_answer: bool


class MatchTimes(TypedDict):
    times: list[Match_timesTimeView]


class Match_timesTimeView(TypedDict):
    event_id: int
    event_name: str
    pairing_id: int
    round: str
    board: int
    players: list[str]
    names: list[str]
    status: str
    time: str | None
    closes_at: str
    policy_at: str | None
    proposed_by: str | None
    slots: list[str]
    common_slots: list[str]
    silent: list[str]
    overdue: bool
    can_propose: bool
    can_answer: bool


class Matches(TypedDict):
    matches: list[Played]
    next: int | None


class MatchesDescribedMove(TypedDict):
    text: str
    words: str


class MatchesDescribedMoves(TypedDict):
    turn: int
    complete: bool
    moves: list[MatchesDescribedMove]


class MatchesListedMatch(TypedDict):
    match_id: int
    game: str
    game_name: str
    title: str
    status: str
    seats: list[MatchesListedSeat]
    entry: int
    outcome_text: str
    winner: int | None
    options: dict[str, Any]
    learn: bool
    control: MatchesTimeControl
    limit_ms: int | None
    created_at: str
    started_at: str | None
    closed_at: str | None
    reported: bool


class MatchesListedSeat(TypedDict):
    number: int
    name: str
    player_id: int | None
    player: str
    username: str
    bot: str
    ready: bool
    by_link: bool


class MatchesOwnMatch(TypedDict):
    match_id: int
    game: str
    status: str
    seat: int
    my_turn: bool
    ready: bool
    players: list[str]
    deadline_at: str | None


class MatchesTimeControl(TypedDict):
    turn_ms: int
    reserve_ms: int
    increment_ms: int
    vacation_days: int


class Member(TypedDict):
    player: str
    name: str
    role: LeagueRole
    since: str


class MessageDecided(TypedDict):
    message_id: int
    decision: DecisionEnum


class MessageReports(TypedDict):
    reports: list[ModerationReportLine]


class MockDraft(TypedDict):
    name: NotRequired[str]
    kind: NotRequired[DraftKind]
    base: NotRequired[list[int]]
    weights: NotRequired[dict[str, int]]
    zone: NotRequired[str]
    order: NotRequired[OrderEnum]
    places: NotRequired[int]
    pick_seconds: NotRequired[int]
    reserve_seconds: NotRequired[int]
    hard: NotRequired[bool]
    auto_seconds: NotRequired[int]
    grace_seconds: NotRequired[int]
    quiet: NotRequired[list[int]]
    rounds: NotRequired[int | None]
    third_reversed: NotRequired[bool]
    opening: NotRequired[int]
    from_salary: NotRequired[bool]
    step: NotRequired[int]
    bid_seconds: NotRequired[int]
    extend_seconds: NotRequired[int]
    round_minutes: NotRequired[int]
    ties: NotRequired[TiesEnum]
    decks: NotRequired[int]
    row: NotRequired[int]
    choice: NotRequired[ChoiceEnum]
    snake: NotRequired[bool]
    bots: NotRequired[int]
    cap: NotRequired[int]
    pace_ms: NotRequired[int]


class ModerationReportLine(TypedDict):
    message_id: int
    match_id: int | None
    draft_id: int | None
    title: str
    room: str
    by: str
    username: str
    text: str
    at: str
    why: list[list[str]]
    yours: bool


class Money(TypedDict):
    amount: int
    why: str
    key: NotRequired[str]
    kind: MoneyKindEnum


class Mute(TypedDict):
    player: str
    muted: NotRequired[bool]


class NewBid(TypedDict):
    gamer_id: int
    bid: int
    drop_id: NotRequired[int | None]


class NewDevice(TypedDict):
    endpoint: str
    key: str
    secret: str


class NewEvent(TypedDict):
    name: str
    game: str
    season_id: NotRequired[int | None]
    stages: NotRequired[list[Stage]]
    options: NotRequired[dict[str, Any]]
    teams: NotRequired[dict[str, Any] | None]
    about: NotRequired[str]
    max_entrants: NotRequired[int]
    registration: NotRequired[RegistrationEnum]
    least_rating: NotRequired[int | None]
    most_rating: NotRequired[int | None]
    check_in_min: NotRequired[int]
    seeding: NotRequired[SeedingEnum]
    tie_breaks: NotRequired[list[str]]
    rated: NotRequired[bool]
    rate_entered: NotRequired[bool]
    pool: NotRequired[str]
    auto_advance: NotRequired[bool]
    round_gap_s: NotRequired[int]
    start_by_min: NotRequired[int]
    delay_s: NotRequired[int]
    bot_pace_ms: NotRequired[int]
    bot_accounts: NotRequired[bool]
    bots_only: NotRequired[bool]
    duplicate: NotRequired[bool]
    starts_at: NotRequired[str | None]
    repeat_days: NotRequired[int]
    answer_min: NotRequired[int]
    no_show_warnings: NotRequired[int | None]
    ban_length: NotRequired[int]
    ban_unit: NotRequired[BanUnitEnum]
    draw_offers: NotRequired[bool]
    player_pauses: NotRequired[bool]
    report_policy: NotRequired[ReportPolicy]
    report_hours: NotRequired[int]
    play_days: NotRequired[int]
    time_hours: NotRequired[int]
    time_policy: NotRequired[TimePolicyEnum]
    slot_day: NotRequired[int]
    slot_time: NotRequired[str]
    slot_zone: NotRequired[str]
    preset: NotRequired[PresetEnum]
    control: NotRequired[Any]
    league: NotRequired[str]
    draft: NotRequired[bool]
    names: NotRequired[list[str]]
    start: NotRequired[bool]


class NewFranchise(TypedDict):
    why: NotRequired[str]
    name: str
    owner: NotRequired[str]
    bot: NotRequired[BotEnum]


class NewHook(TypedDict):
    url: str
    kinds: list[KindsEnum]
    name: NotRequired[str]
    room: NotRequired[str]
    token: NotRequired[str]
    language: NotRequired[str]
    service: NotRequired[NewHookServiceEnum]


class NewLeague(TypedDict):
    name: str
    slug: NotRequired[str | str]
    about: NotRequired[str]


class NewReport(TypedDict):
    result: NotRequired[NewReportResultEnum]
    score: NotRequired[str]
    games: NotRequired[list[str]]
    places: NotRequired[list[int]]
    text: NotRequired[str]
    link: NotRequired[str]


class NewSeasonDraft(TypedDict):
    name: NotRequired[str]
    kind: NotRequired[DraftKind]
    base: NotRequired[list[int]]
    weights: NotRequired[dict[str, int]]
    zone: NotRequired[str]
    starts_at: NotRequired[str | None]
    order: NotRequired[OrderEnum]
    places: NotRequired[int | None]
    pick_seconds: NotRequired[int]
    reserve_seconds: NotRequired[int]
    hard: NotRequired[bool]
    auto_seconds: NotRequired[int]
    grace_seconds: NotRequired[int]
    quiet: NotRequired[list[int]]
    rounds: NotRequired[int | None]
    third_reversed: NotRequired[bool]
    opening: NotRequired[int]
    from_salary: NotRequired[bool]
    step: NotRequired[int]
    bid_seconds: NotRequired[int]
    extend_seconds: NotRequired[int]
    round_minutes: NotRequired[int]
    ties: NotRequired[TiesEnum]
    decks: NotRequired[int]
    row: NotRequired[int]
    choice: NotRequired[ChoiceEnum]
    snake: NotRequired[bool]


class NewSetUp(TypedDict):
    game: str
    name: str
    text: str


class NewStaff(TypedDict):
    why: NotRequired[str]
    player: str
    role: LeagueRole


class NewTitle(TypedDict):
    name: str
    least_sides: NotRequired[int]
    most_sides: NotRequired[int]
    outcome: NotRequired[OutcomeEnum]
    best_of: NotRequired[int]
    rated: NotRequired[bool]
    colour: NotRequired[str]
    icon: NotRequired[IconEnum]


class NewTrade(TypedDict):
    give: NotRequired[list[int]]
    take: NotRequired[list[int]]
    give_money: NotRequired[int]
    take_money: NotRequired[int]
    words: NotRequired[str]
    hours: NotRequired[int | None]
    partner_id: int


class NewWindow(TypedDict):
    why: NotRequired[str]
    kind: WindowKind
    opens_at: str
    closes_at: str


class Newcomers(TypedDict):
    newcomers: list[dict[str, Any]]


class Nonce(TypedDict):
    nonce: NotRequired[str]


class Notice(TypedDict):
    id: str
    kind: NoticeKind
    text: str
    url: str
    at: str
    read: bool


class Notices(TypedDict):
    notifications: list[Notice]
    unread: int
    next: int | None


class Offer(TypedDict):
    give: NotRequired[list[int]]
    take: NotRequired[list[int]]
    give_money: NotRequired[int]
    take_money: NotRequired[int]
    words: NotRequired[str]
    hours: NotRequired[int | None]


class Offered(TypedDict):
    match_id: int
    url: str
    draft_id: int | None
    game: str
    options: Any
    rated: bool
    draws_gamers: bool
    time: Any
    speed: str
    seats: list[OfferedSeat]


class OfferedSeat(TypedDict):
    number: int
    name: str
    player: str | None
    bot: str | None
    ready: bool


class Opened(TypedDict):
    match_id: int
    url: str
    draft_id: int | None


class Option(TypedDict):
    name: str
    kind: OptionKind
    label: str
    text: str
    default: Any
    least: int | None
    most: int | None
    values: Any


class OrganiserAction(TypedDict):
    text: NotRequired[str]
    why: NotRequired[Any]
    winners: NotRequired[list[int]]
    name: NotRequired[str]
    username: NotRequired[str]
    names: NotRequired[str]
    entrant_id: NotRequired[int]
    halves: NotRequired[Any]
    present: NotRequired[bool]
    kind: NotRequired[Any]
    club: NotRequired[str]
    number: NotRequired[int]
    no_show_id: NotRequired[int]
    one_id: NotRequired[int]
    other_id: NotRequired[int]
    how: NotRequired[Any]
    first: NotRequired[Any]
    last: NotRequired[int]
    rows: NotRequired[Any]
    report: NotRequired[str]
    list: NotRequired[str]
    entrant_ids: NotRequired[list[int]]
    anyway: NotRequired[bool]
    starts_at: NotRequired[str | None]
    pairing_id: NotRequired[int]
    days_between: NotRequired[int]
    blackouts: NotRequired[str | list[str]]
    result: NotRequired[PairingResultCode]
    score: NotRequired[str]
    places: NotRequired[str | list[int]]
    keep: NotRequired[list[int]]
    results: NotRequired[list[EnteredRow]]
    overturn_id: NotRequired[int]


class OrganiserActionDone(TypedDict):
    done: str
    made: Any


class Outlook(TypedDict):
    stage: int
    about: str
    marks: dict[str, Any]


class OwnAvailability(TypedDict):
    zone: str
    declared: bool
    weekly: Week
    exceptions: list[Exception]


class OwnEntry(TypedDict):
    player_id: int
    status: EntrantStatus | None
    checked_in: bool
    answer_by: str | None
    no_shows: RegistrationNoShowNotice | None


class OwnGamer(TypedDict):
    own_gamer_id: int
    handle: str
    name: str
    genre: GenreEnum
    salary: int
    talent: str
    stats: Stats
    text: str
    seasons: int


class OwnGamers(TypedDict):
    gamers: list[OwnGamer]
    page: int
    pages: int
    total: int
    next: int | None


class OwnMatches(TypedDict):
    matches: list[MatchesOwnMatch]


class OwnerProof(TypedDict):
    password: str
    code: NotRequired[str]


class PairingExplained(TypedDict):
    round: int
    name: str
    brackets: list[Event_pagesBracketLine]
    choices: list[Event_pagesChoice]
    answer: Event_pagesAnswer | None
    asked: list[int | None]
    changed: bool
    exchanged: list[list[StandingsPerson]]
    odd: bool


class PairingQueue(TypedDict):
    game: str
    speed: SpeedEnum
    time: str
    waiting: int


class PairingResult(TypedDict):
    result: NotRequired[PairingResultCode]
    how: NotRequired[HowEnum]
    score: NotRequired[str]
    halves: NotRequired[str | list[int]]
    places: NotRequired[str | list[int]]
    why: str
    keep: NotRequired[list[int]]


class PairingRuling(TypedDict):
    choices: list[list[str]]
    table: list[Event_consoleSeatChoice]
    chosen: str
    words: str
    found: ResultsImpact | None
    drops: bool


class PairingsExclusionLine(TypedDict):
    one_id: int
    one: str
    other_id: int
    other: str
    must: bool
    first: int
    last: int | None


class PairingsGameLine(TypedDict):
    number: int
    match_id: int
    url: str
    status: str
    points: list[str]
    outcome: str
    first: int
    has_replay: bool


class PairingsPairingLine(TypedDict):
    pairing_id: int
    board: int
    key: str
    kind: str
    best_of: int
    status: str
    sides: list[PairingsSideLine]
    games: list[PairingsGameLine]
    note: str
    counted: bool
    reported: bool
    expected: list[int]
    starts_at: str | None
    forfeit: bool


class PairingsRoundBlock(TypedDict):
    stage: int
    number: int
    name: str
    starts_at: str | None
    started_at: str | None
    finished_at: str | None
    pairings: list[PairingsPairingLine]


class PairingsSideLine(TypedDict):
    person: StandingsPerson | None
    points: str
    won: bool
    nobody: bool
    seat: int | None
    score: str


class PatchedEditFranchise(TypedDict):
    why: NotRequired[str]
    name: NotRequired[str]
    owner: NotRequired[str]


class PatchedEditHook(TypedDict):
    url: NotRequired[str]
    kinds: NotRequired[list[KindsEnum]]
    name: NotRequired[str]
    room: NotRequired[str]
    token: NotRequired[str]
    language: NotRequired[str]
    on: NotRequired[bool]


class PatchedEditLeague(TypedDict):
    why: NotRequired[str]
    name: NotRequired[str]
    about: NotRequired[str]
    no_show_warnings: NotRequired[int | None]
    ban_length: NotRequired[int]
    ban_unit: NotRequired[BanUnitEnum]
    required_provider: NotRequired[str]


class PatchedEditSeason(TypedDict):
    why: NotRequired[str]
    name: NotRequired[str]
    starts_on: NotRequired[str]
    ends_on: NotRequired[str]
    archived: NotRequired[bool]


class PatchedEditTerms(TypedDict):
    why: NotRequired[str]
    founding_open: NotRequired[bool]
    franchises_most: NotRequired[int]
    cap: NotRequired[int]
    roster_min: NotRequired[int]
    roster_max: NotRequired[int]
    reserve: NotRequired[int]
    genres: NotRequired[Genres]
    contract_seasons: NotRequired[int]
    dead_percent: NotRequired[int]
    purse: NotRequired[int]
    salaries_paid: NotRequired[bool]
    win_money: NotRequired[int]
    draw_money: NotRequired[int]
    loss_money: NotRequired[int]
    participation_money: NotRequired[int]
    waivers: NotRequired[WaiversEnum]
    waiver_hours: NotRequired[int]
    trade_hours: NotRequired[int]
    veto_hours: NotRequired[int]
    one_match_a_round: NotRequired[bool]


class PatchedEditTitle(TypedDict):
    name: NotRequired[str]
    least_sides: NotRequired[int]
    most_sides: NotRequired[int]
    outcome: NotRequired[OutcomeEnum]
    best_of: NotRequired[int]
    rated: NotRequired[bool]
    colour: NotRequired[str]
    icon: NotRequired[IconEnum]
    archived: NotRequired[bool]


class PatchedEventPlan(TypedDict):
    name: NotRequired[str]
    game: NotRequired[str]
    season_id: NotRequired[int | None]
    stages: NotRequired[list[Stage]]
    options: NotRequired[dict[str, Any]]
    teams: NotRequired[dict[str, Any] | None]
    about: NotRequired[str]
    max_entrants: NotRequired[int]
    registration: NotRequired[RegistrationEnum]
    least_rating: NotRequired[int | None]
    most_rating: NotRequired[int | None]
    check_in_min: NotRequired[int]
    seeding: NotRequired[SeedingEnum]
    tie_breaks: NotRequired[list[str]]
    rated: NotRequired[bool]
    rate_entered: NotRequired[bool]
    pool: NotRequired[str]
    auto_advance: NotRequired[bool]
    round_gap_s: NotRequired[int]
    start_by_min: NotRequired[int]
    delay_s: NotRequired[int]
    bot_pace_ms: NotRequired[int]
    bot_accounts: NotRequired[bool]
    bots_only: NotRequired[bool]
    duplicate: NotRequired[bool]
    starts_at: NotRequired[str | None]
    repeat_days: NotRequired[int]
    answer_min: NotRequired[int]
    no_show_warnings: NotRequired[int | None]
    ban_length: NotRequired[int]
    ban_unit: NotRequired[BanUnitEnum]
    draw_offers: NotRequired[bool]
    player_pauses: NotRequired[bool]
    report_policy: NotRequired[ReportPolicy]
    report_hours: NotRequired[int]
    play_days: NotRequired[int]
    time_hours: NotRequired[int]
    time_policy: NotRequired[TimePolicyEnum]
    slot_day: NotRequired[int]
    slot_time: NotRequired[str]
    slot_zone: NotRequired[str]
    preset: NotRequired[PresetEnum]
    control: NotRequired[Any]


class PatchedPreferences(TypedDict):
    switches: NotRequired[dict[str, bool]]
    zone: NotRequired[str]
    quiet_from: NotRequired[str | None]
    quiet_until: NotRequired[str | None]


class PatchedProfile(TypedDict):
    display_name: NotRequired[str]
    about: NotRequired[str]
    is_bot_account: NotRequired[bool]


class PatchedRole(TypedDict):
    role: NotRequired[LeagueRole]
    why: NotRequired[str]


class PatchedSalary(TypedDict):
    why: NotRequired[str]
    salary: NotRequired[int]


class PayPrizes(TypedDict):
    why: NotRequired[str]
    amounts: dict[str, int]


class Payment(TypedDict):
    payment_id: int
    at: str
    payer: str
    payer_id: int | None
    payee: str
    payee_id: int | None
    amount: int
    kind: PaymentKind
    kind_name: str
    match_id: int | None
    why: str


class PeoplePlayerSummary(TypedDict):
    username: str
    name: str
    is_bot: bool


class Person(TypedDict):
    username: str
    name: str
    is_bot: bool


class Phase(TypedDict):
    why: NotRequired[str]
    to: SeasonPhase


class Pick(TypedDict):
    pick: int
    round: int
    franchise_name: str
    handle: str
    genre: str
    salary: int
    price: int
    how: str
    at: Any


class Picks(TypedDict):
    picks: list[Pick]


class PlanLineup(TypedDict):
    contract_ids: list[int]


class Planned(TypedDict):
    season_id: int
    name: str
    starts_on: str
    ends_on: str
    archived: bool


class PlannedEvent(TypedDict):
    name: str
    game: str
    season_id: int | None
    options: dict[str, Any]
    about: str
    max_entrants: int
    registration: str
    least_rating: int | None
    most_rating: int | None
    check_in_min: int
    seeding: str
    tie_breaks: list[str]
    rated: bool
    rate_entered: bool
    pool: str
    auto_advance: bool
    round_gap_s: int
    start_by_min: int
    delay_s: int
    bot_pace_ms: int
    bot_accounts: bool
    bots_only: bool
    duplicate: bool
    starts_at: str | None
    repeat_days: int
    answer_min: int
    no_show_warnings: int | None
    ban_length: int
    ban_unit: str
    draw_offers: bool
    player_pauses: bool
    report_policy: str
    report_hours: int
    play_days: int
    time_hours: int
    time_policy: str
    slot_day: int
    slot_time: str
    slot_zone: str
    teams: dict[str, Any] | None
    league: str | None
    stages: list[Stage]
    control: Any


class Played(TypedDict):
    match_id: int
    game: str
    title: str
    side: str
    opponents: list[str]
    result: PlayedResultEnum
    outcome: str
    rating_change: int | None
    closed_at: str


class Player(TypedDict):
    player_id: int
    username: str
    name: str
    about: str
    is_guest: bool
    is_bot: bool
    joined_at: str
    strengths: list[Player_pagesBotStrength]
    ratings: list[RatingsLine]
    wins: int
    draws: int
    losses: int
    next: int | None
    live: list[LivePlayed]
    recent: list[Played]


class PlayerStats(TypedDict):
    player: str
    matches: int
    streaks: dict[str, Any]
    form: Any
    achievements: list[StatsAchievement]
    tables: list[Table]


class Player_pagesBotStrength(TypedDict):
    game: str
    game_name: str
    level: int
    key: str
    rating: int | None
    low: int | None
    high: int | None
    games: int


class Players(TypedDict):
    players: list[PeoplePlayerSummary]
    next: str | None


class Policy(TypedDict):
    warnings: int | None
    ban_length: int
    ban_unit: BanUnitEnum


class Pool(TypedDict):
    gamers: list[PoolGamer]


class PoolGamer(TypedDict):
    gamer_id: int
    handle: str
    name: str
    genre: str
    salary: int
    usual: int
    stats: list[int]
    talent: str


class Preferences(TypedDict):
    switches: dict[str, bool]
    zone: str
    quiet_from: str | None
    quiet_until: str | None


class Proof(TypedDict):
    draft_id: int
    name: str
    kind: DraftKind
    status: DraftStatus
    season_id: int | None
    tables: list[Table]
    committed_at: str | None
    commitment: str
    seed: str | None
    nonces: Any
    agrees: bool | None
    ordering: Any
    checks: list[Check]


class Proposal(TypedDict):
    slots: list[str]


class Puzzle(TypedDict):
    id: str
    game: str
    version: int
    seat: int
    side: str
    last: str
    view: Any
    legal: list[str]


class PuzzleHint(TypedDict):
    text: str


class PuzzleMove(TypedDict):
    move: str


class PuzzleVerdict(TypedDict):
    is_right: bool
    text: str
    answer: str | None
    board: Any
    puzzle_rating: int
    change: PuzzlesRatingChange | None
    days: int | None


class Puzzles(TypedDict):
    games: list[PuzzlesGamePuzzles]
    days: PuzzlesDays


class PuzzlesDays(TypedDict):
    days: int
    best_days: int


class PuzzlesGamePuzzles(TypedDict):
    game: str
    game_name: str
    count: int
    today: str
    is_today_solved: bool
    tried: int
    own: PuzzlesSkill | None


class PuzzlesRatingChange(TypedDict):
    before: int
    after: int
    streak: int


class PuzzlesSkill(TypedDict):
    game: str
    game_name: str
    rating: int
    attempts: int
    solved: int
    streak: int
    best_streak: int


class Queue(TypedDict):
    cards: list[int]
    key: NotRequired[str]


class QueueWait(TypedDict):
    queue: PairingQueue
    waited_s: int
    max_difference: int | None


class QuickPairing(TypedDict):
    match_id: int | None
    wait: QueueWait | None


class RankHistory(TypedDict):
    username: str
    pool: str
    ranks: list[RatingsRanked]


class RatingHistory(TypedDict):
    username: str
    changes: list[RatingsChange]
    next: int | None
    total: int
    page: int
    pages: int


class RatingsChange(TypedDict):
    match_id: int
    pool: str
    at: str
    result: str
    before: float
    after: float
    strength: float
    deviation: float
    volatility: float
    speed: str | None


class RatingsLine(TypedDict):
    rank: int
    player: str
    username: str
    url: str
    is_bot: bool
    game: str
    game_name: str
    pool: str
    rating: int
    margin: int
    strength: int
    deviation: int
    games: int
    wins: int
    draws: int
    losses: int
    last_change: int
    changed_at: str | None
    provisional: bool
    speed: str | None


class RatingsRanked(TypedDict):
    at: str
    rating: int
    rank: int
    of: int


class Read(TypedDict):
    ids: NotRequired[list[str]]


class Recap(TypedDict):
    draft_id: int
    name: str
    kind: DraftKind
    status: DraftStatus
    season_id: int | None
    tables: list[Table]
    picks: int
    spent: int
    rate: dict[str, float]


class Receipt(TypedDict):
    format: str
    site: str
    match_id: int
    seat: int
    n: int
    hash: str
    at: int
    key_id: str
    public_key: str
    signature: str


class RecordKey(TypedDict):
    key_id: str
    public_key: str
    began_at: str
    ended_at: str | None
    reason: str
    state: RecordKeyStateEnum
    revoked_at: str | None


class RecordKeys(TypedDict):
    algorithm: str
    keys: list[RecordKey]


class RegistrationNoShowLine(TypedDict):
    no_show_id: int
    player_name: str
    username: str
    event_name: str
    event_url: str
    what: str
    at: str
    effect: str
    end: str
    lifted_at: str | None
    lifted_by: str
    why: str


class RegistrationNoShowNotice(TypedDict):
    banned: str
    warned: str
    policy: str


class Release(TypedDict):
    why: NotRequired[str]
    undo: NotRequired[bool]


class Replay(TypedDict):
    match_id: int
    frames: list[Frame]


class Report(TypedDict):
    room: RoomEnum
    n: int
    why: str


class ReportImage(TypedDict):
    url: str


class ReportRuling(TypedDict):
    result: NotRequired[PairingResultCode]
    score: NotRequired[str]
    games: NotRequired[list[str]]
    places: NotRequired[list[int]]
    report_id: NotRequired[int]
    why: NotRequired[str]


class Reported(TypedDict):
    reported: bool


class ResultReport(TypedDict):
    report_id: int
    event_id: int
    pairing_id: int
    round: int
    board: int
    side: int
    player: str
    username: str
    status: str
    status_text: str
    result: str
    score: str
    games: list[str]
    places: list[int]
    claim_text: str
    text: str
    link: str
    images: list[str]
    revision: int
    at: str
    due_at: str
    settled_at: str | None


class ResultReports(TypedDict):
    reports: list[Result_reportsReportView]


class Result_reportsReportView(TypedDict):
    report_id: int
    event_id: int
    pairing_id: int
    round: int
    board: int
    side: int
    player: str
    username: str
    status: str
    status_text: str
    result: str
    score: str
    games: list[str]
    places: list[int]
    claim_text: str
    text: str
    link: str
    images: list[str]
    revision: int
    at: str
    due_at: str
    settled_at: str | None


class ResultsAffectedPairing(TypedDict):
    pairing_id: int
    label: str
    before: list[str]
    after: list[str]
    begun: bool


class ResultsImpact(TypedDict):
    pairing_id: int
    touched: list[ResultsAffectedPairing]
    moved: list[ResultsRankChange]
    ratings: list[ResultsRatingChange]
    unforeseen: bool


class ResultsRankChange(TypedDict):
    entrant_id: int
    name: str
    before: int | None
    after: int | None


class ResultsRatingChange(TypedDict):
    name: str
    before: int
    after: int


class ReviewsBetterMove(TypedDict):
    move: str
    words: str
    chances: float
    best_chances: float
    loss: float
    error: float


class ReviewsGraphPoint(TypedDict):
    n: int
    chances: list[float]


class ReviewsMatchReview(TypedDict):
    match_id: int
    status: str
    progress: int
    is_waiting: bool
    ahead: int
    has_hidden: bool
    graph: list[ReviewsGraphPoint]
    seats: list[ReviewsSeatReview]


class ReviewsReviewedMove(TypedDict):
    n: int
    seat: int
    move: str
    words: str
    known: ReviewsBetterMove
    true: ReviewsBetterMove | None


class ReviewsSeatReview(TypedDict):
    seat: int
    name: str
    player: str | None
    known: list[ReviewsReviewedMove]
    true: list[ReviewsReviewedMove]


class Room(TypedDict):
    room: RoomEnum
    topic: str
    why_not: str
    messages: list[ChatMessage]


class Rules(TypedDict):
    game: str
    text: str


class Ruling(TypedDict):
    why: str
    ruling: RulingEnum
    seats: NotRequired[list[int]]
    seconds: NotRequired[int]
    ranks: NotRequired[list[int]]
    seat: NotRequired[int]


class Say(TypedDict):
    room: RoomEnum
    text: str


class Score(TypedDict):
    won: int
    drawn: int
    lost: int


class Search(TypedDict):
    asked: str
    groups: list[SearchGroup]


class SearchGroup(TypedDict):
    kind: str
    title: str
    hits: list[SearchHit]
    more: bool


class SearchHit(TypedDict):
    title: str
    about: str
    url: str


class Season(TypedDict):
    why: NotRequired[str]
    name: str
    starts_on: str
    ends_on: str


class SeasonCalendar(TypedDict):
    first: str
    days_between: int
    blackouts: list[str]


class SeasonHead(TypedDict):
    season_id: int
    name: str
    starts_on: str
    ends_on: str
    archived: bool
    url: str
    league: str
    franchised: bool
    phase: str | None
    your_franchise_id: int | None


class SeasonSalary(TypedDict):
    season_id: int
    season_name: str
    gamer_id: int
    salary: int


class SeasonStats(TypedDict):
    season_id: int
    event_ids: list[int]
    reported: int
    refereed: int
    tables: list[Table]


class Seasons(TypedDict):
    seasons: list[Planned]


class Sent(TypedDict):
    match_id: int
    franchise_name: str
    franchise_id: int
    handles: list[str]


class Sentence(TypedDict):
    text: str


class SetUp(TypedDict):
    set_up_id: int
    game: str
    name: str
    text: str
    saved_at: str


class SetUps(TypedDict):
    set_ups: list[SetUp]


class SideScore(TypedDict):
    won: int
    drawn: int
    lost: int
    game: str
    side: str


class Sign(TypedDict):
    why: NotRequired[str]
    gamer_id: int


class SignedIn(TypedDict):
    browsers: list[AccountActiveSession]


class Sit(TypedDict):
    nonce: NotRequired[str]
    seat: NotRequired[int | None]


class Stage(TypedDict):
    format: str
    settings: NotRequired[dict[str, Any]]
    takes: NotRequired[int | None]


class Standings(TypedDict):
    event_id: int
    standings: list[StandingsTable]
    outlook: list[Outlook]


class StandingsChanceLine(TypedDict):
    seed: int
    person: StandingsPerson | None
    rating: int
    reach: list[int]
    win: int


class StandingsMover(TypedDict):
    entrant_id: int
    name: str
    before: int
    after: int
    level: bool


class StandingsNextSeason(TypedDict):
    name: str
    divisions: list[list[str]]
    movers: list[StandingsMover]
    playoffs: list[StandingsPlayOff]
    leaving: list[str]
    event_id: int | None


class StandingsPerson(TypedDict):
    entrant_id: int
    player_id: int
    seed: int | None
    name: str
    username: str
    url: str
    is_bot: bool
    status: str
    club: str
    checked_in: bool


class StandingsPlayOff(TypedDict):
    division: int
    upper_id: int
    upper: str
    lower_id: int
    lower: str


class StandingsStageLine(TypedDict):
    title: str
    entrants: int
    rounds: int
    matches: int
    least_minutes: int
    stuck: int


class StandingsTable(TypedDict):
    stage: int
    group: str
    columns: list[FormatsColumn]
    lines: list[StandingsTableLine]
    reported: int
    refereed: int
    title: str
    ties: str


class StandingsTableLine(TypedDict):
    rank: int | None
    person: StandingsPerson
    played: int
    wins: int
    draws: int
    losses: int
    points: str
    figures: list[str]
    tied: bool


class Stats(TypedDict):
    wisdom: int
    awareness: int
    synergy: int
    dexterity: int
    xfactor: int


class StatsAchievement(TypedDict):
    key: str
    text: str
    match_id: int
    at: str


class Step(TypedDict):
    to: SeasonPhase
    name: str
    back: bool
    missing: list[str]


class Subject(TypedDict):
    kind: str
    subject_id: int


class Submission(TypedDict):
    turn: int
    text: str
    key: str
    nonce: NotRequired[str]


class Table(TypedDict):
    key: str
    title: str
    columns: list[Column]
    rows: list[dict[str, Any]]


class TeamAction(TypedDict):
    name: NotRequired[str]
    username: NotRequired[str]
    alternate: NotRequired[bool]
    member_id: NotRequired[int]
    members: NotRequired[list[int]]
    alternates: NotRequired[list[int]]
    pairing_id: NotRequired[int]
    board_id: NotRequired[int]
    side: NotRequired[int]
    call_id: NotRequired[int]


class TeamActionDone(TypedDict):
    done: str


class TeamRules(TypedDict):
    boards: int
    alternates: int
    order: str
    lineup_min: int
    answer_min: int
    no_show: str
    win: int
    draw: int
    loss: int


class Teams(TypedDict):
    rules: TeamRules
    teams: list[TeamsTeamView]
    boards_event_id: int | None
    matches: list[TeamsTeamMatchView]


class TeamsBoardView(TypedDict):
    board_id: int
    number: int
    first: str
    second: str
    moves_first: int
    pairing_id: int | None
    match_urls: list[str]
    points: str
    wanted: str


class TeamsMemberView(TypedDict):
    member_id: int
    name: str
    username: str
    url: str
    alternate: bool
    accepted: bool
    captain: bool


class TeamsTeamMatchView(TypedDict):
    pairing_id: int
    round: int
    round_name: str
    teams: list[str]
    team_ids: list[int]
    home: int
    lineups_by: str
    closed: bool
    score: str
    through: int | None
    boards: list[TeamsBoardView]


class TeamsTeamView(TypedDict):
    team_id: int
    entrant_id: int
    name: str
    url: str
    captain: str
    captain_username: str
    withdrawn: bool
    members: list[TeamsMemberView]


class Terms(TypedDict):
    phase: SeasonPhase
    terms: TermsValues
    may_change: list[str]
    windows: list[WindowShape]
    pool: int
    steps: list[Step]


class TermsValues(TypedDict):
    founding_open: NotRequired[bool]
    franchises_most: NotRequired[int]
    cap: NotRequired[int]
    roster_min: NotRequired[int]
    roster_max: NotRequired[int]
    reserve: NotRequired[int]
    genres: NotRequired[Genres]
    contract_seasons: NotRequired[int]
    dead_percent: NotRequired[int]
    purse: NotRequired[int]
    salaries_paid: NotRequired[bool]
    win_money: NotRequired[int]
    draw_money: NotRequired[int]
    loss_money: NotRequired[int]
    participation_money: NotRequired[int]
    waivers: NotRequired[WaiversEnum]
    waiver_hours: NotRequired[int]
    trade_hours: NotRequired[int]
    veto_hours: NotRequired[int]
    one_match_a_round: NotRequired[bool]


class Titles(TypedDict):
    titles: list[TitlesTitleLine]


class TitlesTitleLine(TypedDict):
    title_id: int
    key: str
    name: str
    least_sides: int
    most_sides: int
    outcome: str
    best_of: int
    rated: bool
    colour: str
    icon: str
    archived: bool
    events: int


class Token(TypedDict):
    token_id: int
    name: str
    begins: str
    scopes: list[ScopesEnum]
    made_at: str
    expires_at: str
    used_at: str | None
    state: TokenStateEnum


class Tokens(TypedDict):
    tokens: list[Token]


class Totals(TypedDict):
    issued: int
    taken_back: int
    held: int


class Trade(TypedDict):
    trade_id: int
    proposer: str
    proposer_id: int
    partner: str
    partner_id: int
    gives: list[TradedGamer]
    takes: list[TradedGamer]
    give_money: int
    take_money: int
    words: str
    status: TradeStatus
    status_name: str
    offered_at: str
    expires_at: str
    due_at: str | None
    closed_at: str | None
    why: str
    counters_id: int | None
    countered_by_id: int | None
    yours: str


class TradedGamer(TypedDict):
    contract_id: int
    gamer_id: int
    handle: str
    genre: str
    salary: int
    seasons_left: int


class Trades(TypedDict):
    trades: list[Trade]
    next: int | None


class Verdict(TypedDict):
    submission_id: int
    state: VerdictStateEnum
    entry: int | None
    code: str
    text: str
    receipt: Receipt | None


class Veto(TypedDict):
    why: str


class Week(TypedDict):
    mon: NotRequired[str]
    tue: NotRequired[str]
    wed: NotRequired[str]
    thu: NotRequired[str]
    fri: NotRequired[str]
    sat: NotRequired[str]
    sun: NotRequired[str]


class Why(TypedDict):
    why: NotRequired[str]


class WindowShape(TypedDict):
    window_id: int
    kind: WindowKind
    kind_name: str
    opens_at: str
    closes_at: str
    open: bool


class Error(TypedDict):
    code: str
    text: str
    field: str | None


class BoardAbsence(TypedDict):
    seat: int
    since: int
    claim_at: int


class BoardCan(TypedDict):
    submit: bool
    forced: bool
    undo: bool
    resign: bool
    take_seat: bool
    ready: bool
    hint: bool
    vacation: bool
    draw: bool
    takeback: bool
    pause: bool
    resume: bool
    abort: bool
    claim: bool
    draws: bool
    berserk: bool


class BoardClock(TypedDict):
    now: int
    turn_ms: int
    reserve_ms: int
    increment_ms: int
    vacation_days: NotRequired[int]
    words: str
    seats: list[BoardSeatClock]


class BoardEndedOffer(TypedDict):
    kind: Literal["draw", "takeback", "pause", "resume"]
    seat: int
    how: Literal["declined", "withdrawn", "lapsed"]
    by: int
    n: int
    text: str


class BoardLesson(TypedDict):
    steps: list[BoardStep]
    of: int


class BoardLine(TypedDict):
    n: int
    by: int | None
    text: str
    at: int
    hash: str
    sealed: NotRequired[str]


class BoardOutcome(TypedDict):
    ranks: list[int]
    reason: str
    text: str


class BoardQuestion(TypedDict):
    kind: Literal["draw", "takeback", "pause", "resume"]
    seat: int
    agreed: list[int]


class BoardRuling(TypedDict):
    n: int
    word: str
    text: str
    held: str


class BoardSeat(TypedDict):
    number: int
    name: str
    player: str
    url: str
    bot: str
    ready: bool
    by_link: bool
    berserk: bool


class BoardSeatClock(TypedDict):
    turn_left: int
    reserve_left: int
    running: bool
    starts: NotRequired[int]
    vacation_left: NotRequired[int]
    away_until: NotRequired[int | None]


class BoardStep(TypedDict):
    id: str
    title: str
    text: str


class BoardViewer(TypedDict):
    seat: int | None
    turn: int


class FieldTacticsDuel(TypedDict):
    red: str
    blue: str
    result: Literal["o", "x", "="]
    revealed: FieldTacticsRevealed


FieldTacticsLast = TypedDict(
    "FieldTacticsLast",
    {"by": "int", "from": "str", "to": "str", "battle": "Literal['o', 'x', '='] | None", "revealed": "FieldTacticsRevealed"},
)


class FieldTacticsOptions(TypedDict):
    advantage: str | None
    tank_beats_engineer: bool
    quiet_turn_limit: int


FieldTacticsRevealed = TypedDict("FieldTacticsRevealed", {"0": "str | None", "1": "str | None"})


class FieldTacticsView(TypedDict):
    game: Literal["field-tactics"]
    phase: Literal["choose", "setup", "play", "duel", "over"]
    viewer: int | None
    to_act: list[int]
    advantage: int | None
    first: int | None
    turn: int
    squares: dict[str, list[int | str | None]]
    ready: list[bool]
    choice: str | None
    lost: list[list[str]]
    last: FieldTacticsLast | None
    quiet: int
    quiet_limit: int
    duels: list[FieldTacticsDuel]
    outcome: ViewOutcome | None
    options: FieldTacticsOptions


class IncursionPointZeroCard(TypedDict):
    handle: str
    name: str
    genre: str
    salary: int
    stats: IncursionPointZeroStats
    talent: str | None
    text: str


class IncursionPointZeroFight(TypedDict):
    attacker: str
    defender: str
    free: bool
    base: bool
    countered: bool
    faces: list[list[int] | None]
    rolling: int
    side: int


class IncursionPointZeroOptions(TypedDict):
    gamers: bool


class IncursionPointZeroQuestion(TypedDict):
    side: int
    kind: Literal["interrupt", "free", "reveal", "arrive"]
    soldier: str
    other: NotRequired[str]
    space: NotRequired[str]
    range: NotRequired[int]
    ability: NotRequired[str]
    others: NotRequired[list[str]]
    moment: NotRequired[str]
    announced: NotRequired[str | None]
    faces: NotRequired[list[int] | None]
    amount: NotRequired[int | None]


class IncursionPointZeroSoldier(TypedDict):
    side: int
    gamer: str | None
    focus: str
    dice: int
    range: int
    base: int
    hp: int
    abilities: list[list[str | Literal["passive", "cooldown", "interrupt"] | bool]]
    state: Literal["hidden", "map", "off", "dead"]
    at: str | None
    damage: int
    gear: list[str]
    shielded: int


class IncursionPointZeroSpace(TypedDict):
    location: str
    card: str | None
    under: str | None
    loot: list[str]


class IncursionPointZeroStats(TypedDict):
    wisdom: int
    awareness: int
    synergy: int
    dexterity: int
    xfactor: int


class IncursionPointZeroTurn(TypedDict):
    soldier: str
    moves: int | None
    moving: bool
    attacked: bool
    boosts: list[str]


class IncursionPointZeroView(TypedDict):
    game: Literal["incursion-point-zero"]
    phase: Literal["gamers", "squad", "deal", "place", "drop", "lay", "play", "over"]
    viewer: int | None
    to_act: list[int]
    options: IncursionPointZeroOptions
    round: int
    rounds: int
    gamers: list[list[str]]
    ready: list[bool]
    squad: list[list[str | None]] | None
    order: list[str]
    soldiers: dict[str, IncursionPointZeroSoldier]
    hand: list[str]
    hands: list[int]
    discarded: list[str]
    spaces: dict[str, IncursionPointZeroSpace]
    to_lay: dict[str, int]
    to_lay_count: int
    to_drop: int
    dropped: list[str]
    turn: IncursionPointZeroTurn | None
    question: IncursionPointZeroQuestion | None
    fight: IncursionPointZeroFight | None
    blow: list[list[str | int]]
    missile: str | None
    events: list[list[str | int | list[int]]]
    outcome: ViewOutcome | None
    cards: NotRequired[list[IncursionPointZeroCard]]


class OrderAndChaosArea(TypedDict):
    men: list[list[int | Literal["s", "b"] | bool]]
    dominator: int | None
    frozen: int | None
    closed: list[int]


class OrderAndChaosBoard(TypedDict):
    size: list[int]
    hexagon: list[list[int]]
    link: list[list[int]]
    areas: dict[str, OrderAndChaosBoardArea]
    graves: OrderAndChaosGraves


class OrderAndChaosBoardArea(TypedDict):
    kind: Literal["small", "big", "battle"]
    territory: Literal["south", "north"] | None
    core: bool
    revive: Literal["south", "north"] | None
    centre: list[int]
    shape: list[list[int]]


class OrderAndChaosGraves(TypedDict):
    south: list[int]
    north: list[int]


OrderAndChaosLast = TypedDict(
    "OrderAndChaosLast",
    {
        "by": "int",
        "do": "str",
        "from": "str | None",
        "to": "str | None",
        "kind": "Literal['s', 'b'] | None",
        "through": "list[str]",
        "killed": "Literal['s', 'b'] | None",
        "turned": "bool",
        "revived": "list[OrderAndChaosRevived]",
        "note": "str",
    },
)


class OrderAndChaosOptions(TypedDict):
    classroom: bool
    quiet_turn_limit: int
    repetition_limit: int
    rules: str


class OrderAndChaosOwners(TypedDict):
    south: int
    north: int


class OrderAndChaosRevived(TypedDict):
    kind: Literal["s", "b"]
    at: str
    killed: Literal["s", "b"] | None


class OrderAndChaosView(TypedDict):
    game: Literal["order-and-chaos"]
    phase: Literal["play", "over"]
    viewer: int | None
    to_act: list[int]
    seat: int
    turn: int
    areas: dict[str, OrderAndChaosArea]
    owners: OrderAndChaosOwners
    revive: list[str]
    graves: list[list[Literal["s", "b"]]]
    occupation: list[int]
    occupation_to_win: int
    dead_to_lose: int
    points: list[float]
    penalty: float
    held: list[float] | None
    quiet: int
    quiet_limit: int
    stood: int
    stood_limit: int | None
    repeats: dict[str, int]
    barred: list[str] | None
    time_ms: int | None
    last: OrderAndChaosLast | None
    board: OrderAndChaosBoard
    outcome: ViewOutcome | None
    options: OrderAndChaosOptions


class ReplayClock(TypedDict):
    turn_left: int
    reserve_left: int


class ViewOutcome(TypedDict):
    ranks: list[int]
    reason: str


class ZeroDayChoice(TypedDict):
    operation: str
    left: int


class ZeroDayDeck(TypedDict):
    unseen: list[str]
    bottom: list[str]


class ZeroDayHack(TypedDict):
    by: int
    keys: list[int] | None
    count: int
    unused: bool
    match: int | None
    told: int | None
    token: bool
    era: int


class ZeroDayOperation(TypedDict):
    name: str
    type: str
    cost: int
    values: list[int]
    basic: bool
    text: str
    stack: int
    cards: list[str] | None
    n: int


class ZeroDayPlace(TypedDict):
    tile: str
    neutral: int
    pawns: list[int]
    token: str | None


class ZeroDaySeat(TypedDict):
    credits: int
    proxies: int
    score: int
    spot: int | None
    at: str | None
    gone: bool
    hand: list[int]
    installed: list[list[str | int]]
    personal: str | None
    next: list[Literal["far", "waive"]]


class ZeroDaySeen(TypedDict):
    by: int
    how: Literal["deny", "victor"]
    operation: str
    cards: list[str]
    round: int
    era: int


class ZeroDaySpot(TypedDict):
    tile: str
    back: str
    seat: int | None


class ZeroDayTokens(TypedDict):
    Defense: str | None
    Econ: str | None
    Util: str | None


class ZeroDayTurn(TypedDict):
    tile: bool
    effects: dict[str, int]
    actions: int
    far: bool
    waived: bool
    acted: bool
    remote: bool
    repeats: int
    keys: int


class ZeroDayView(TypedDict):
    game: Literal["zero-day"]
    phase: Literal[
        "setup",
        "credentials",
        "initiative",
        "tokens",
        "start",
        "act",
        "choice",
        "scramble",
        "move",
        "free",
        "init",
        "protect",
        "referee",
        "over",
    ]
    viewer: int | None
    to_act: list[int]
    on_turn: int | None
    round: int
    round_limit: int
    goal: int
    advanced: bool
    marker: int | None
    board: dict[str, ZeroDayPlace]
    track: list[ZeroDaySpot]
    seats: list[ZeroDaySeat]
    protection: int
    operations: list[ZeroDayOperation]
    deck: ZeroDayDeck
    viruses: list[ZeroDayVirus]
    tokens: ZeroDayTokens
    credentials: list[str] | None
    unused: list[str] | None
    turn: ZeroDayTurn
    choice: ZeroDayChoice | None
    pending: ZeroDayHack | None
    hacks: list[ZeroDayHack]
    seen: list[ZeroDaySeen]
    era: int
    events: list[list[int | str | None]]
    outcome: ViewOutcome | None


class ZeroDayVirus(TypedDict):
    name: str
    type: str
    credits: int
    proxies: int
    text: str


class ZeroOrderHold(TypedDict):
    by: str
    kind: str
    source: str
    via: Literal["own", "copied", "stacked", "copied-beneath"]
    held: list[str]


class ZeroOrderLast(TypedDict):
    by: int | None
    do: str
    moves: list[list[str | None]]
    gone: list[list[int | str]]


class ZeroOrderOptions(TypedDict):
    start: str
    levels: int
    joined_map: bool
    quiet_turn_limit: int
    turn_limit: int
    rules: str


class ZeroOrderView(TypedDict):
    game: Literal["zero-order"]
    phase: Literal["draw", "team", "map", "deploy", "support", "move", "act", "combo", "build", "over"]
    viewer: int | None
    to_act: list[int]
    turn: int
    grids: dict[str, list[int]]
    tiles: dict[str, list[int | str | None]]
    units: dict[str, list[int | str]]
    states: dict[str, str]
    stacks: list[list[str]]
    holds: list[ZeroOrderHold]
    formations: dict[str, list[str]]
    hands: list[list[str]]
    teams: list[list[str] | None]
    ready: list[bool]
    aside: list[list[str]]
    mover: str | None
    acted: list[str]
    landed: list[str]
    fallen: list[str]
    last: ZeroOrderLast | None
    stood: int
    repeated: list[str]
    quiet: int
    quiet_limit: int
    turn_limit: int
    grids_between: int
    outcome: ViewOutcome | None
    options: ZeroOrderOptions
