"""Five kinds of draft (linear, snake, auction, blind auction, deck) as pure modules: no Django, clock or network.

The log of acts with their times is stored; the state is folded from it:

    setup = Setup("snake", teams, cards, Rules(cap=30), order=(3, 1, 2), timing=Timing(...), chance=Chance(seed, "12"))
    state = drafting.start(setup, at)                     # Refused, with the arithmetic, if no legal rosters exist
    state = drafting.apply(state, acts.load(json), at)    # Refused(code, text, field), changing nothing
    drafting.deadline(state), acts.Flag()                 # for the sweep: autopick, overdue, lot sold, bids processed
    drafting.to_act(state), state.picks                   # teams that may act now; picks with prices
    visibility.view(state, team | None)                   # JSON for one viewer; visibility.offers: what a team may pay
    acts.dump(act), setup.dump(), state.dump()            # JSON; state.dump is a cache and, like the chance, secret
    registry.KINDS[kind].fields                           # settings for forms; registry.prepared validates them
    draws.at_random, lottery, reverse_standings, by_hand, prove       # who picks first, and the proof of a drawn order
    deck.dealt, blind.lots                                # repeat the draws of decks and ties from the revealed seed
    bots.Bidder(team, seed).act(state)                    # a mock player's act, for any kind

The caller checks permissions: `acts.ORGANISERS` are the organiser's; `Flag` is the sweep's; every other act is that of
the team it names (`Auto` also the organiser's). A caller that passes the arrival as `at` need not flag first: an act
that came at the deadline or later is refused as `too-late`.

Money is a whole number; a pick's price is the card's salary, or what was bid. The caller chooses the ids. Clocks
are those of `matches.clock`, in draft time (`draft_time.Hours`): wall time without quiet hours and pauses.
"""
