"""Five kinds of draft (linear, snake, auction, blind auction, deck) as pure modules: no Django, clock or network.

The log of actions with their times is stored; the state is folded from it:

    setup = Setup("snake", teams, cards, Rules(cap=30), order=(3, 1, 2), timing=Timing(...), chance=Chance(seed, "12"))
    state = draft_rules.start(setup, at)                  # ActionError, with the arithmetic, if no legal rosters exist
    state = draft_rules.apply(state, actions.load(json), at)  # ActionError(code, text, field), changing nothing
    draft_rules.deadline(state), actions.Flag()           # for the sweep: autopick, overdue, lot sold, bids processed
    draft_rules.teams_to_act(state), state.picks          # teams that may act now; picks with prices
    visibility.build_view(state, team | None)             # JSON for one viewer; visibility.list_offers: maximum prices
    actions.dump(action), setup.dump(), state.dump()      # JSON; state.dump is a cache and, like the chance, secret
    registry.KINDS[kind].fields                           # settings for forms; registry.prepare_settings validates them
    draws.draw_random_order, draws.verify_order           # who picks first, and the check of a drawn order
    deck.shuffle_decks, blind.draw_lots                   # repeat the draws of decks and ties from the revealed seed
    bots.DraftBot(team, seed).act(state)                  # a bot's action, for any kind

The caller checks permissions: `actions.ORGANISER_ACTIONS` are the organiser's; `Flag` is the sweep's; all others are
those of the team they name (`Auto` also the organiser's). A caller that passes the arrival as `at` need not flag
first: an action that came at the deadline or later is refused as `too-late`.

Money is a whole number; a pick's price is the card's salary, or what was bid. The caller chooses the ids. Clocks
are those of `matches.clock`, in draft time (`draft_time.DraftTime`): wall time without quiet hours and pauses.
"""
