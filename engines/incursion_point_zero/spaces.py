"""The 20 spaces of the map: number 5 * (zone - 1) + (column - 1), so Z1-1 is 0 and Z4-5 is 19. Masks are bit sets."""

ZONES, COLUMNS = 4, 5
SPACE_COUNT = ZONES * COLUMNS
ALL = tuple(range(SPACE_COUNT))
NAMES = tuple(f"Z{zone}-{column}" for zone in range(1, ZONES + 1) for column in range(1, COLUMNS + 1))
SPACE_OF = {name: space for space, name in enumerate(NAMES)}
ZONE = tuple(space // COLUMNS + 1 for space in ALL)
COLUMN = tuple(space % COLUMNS + 1 for space in ALL)
ZONE_SPACES = tuple(tuple(space for space in ALL if ZONE[space] == zone) for zone in range(ZONES + 1))
ZONE_MASK = tuple(sum(1 << space for space in spaces) for spaces in ZONE_SPACES)
ANCHOR = COLUMNS - 1  # Z1-5


def _offsets(first: int, second: int) -> tuple[int, int]:
    return abs(ZONE[first] - ZONE[second]), abs(COLUMN[first] - COLUMN[second])


# Orthogonal steps between two spaces (IP-7): rows plus columns.
DISTANCE = tuple(tuple(sum(_offsets(space, other)) for other in ALL) for space in ALL)
NEIGHBOURS = tuple(tuple(other for other in ALL if DISTANCE[space][other] == 1) for space in ALL)
# Adjacent spaces, including diagonally.
ADJACENT_MASK = tuple(sum(1 << other for other in ALL if max(_offsets(space, other)) == 1) for space in ALL)


def spaces_within(space: int, distance: int) -> tuple[int, ...]:
    """Return the spaces at most `distance` steps away, including the space itself."""
    return tuple(other for other in ALL if DISTANCE[space][other] <= distance)


def spaces_in(mask: int) -> list[int]:
    """Return the spaces of a mask, in order."""
    return [space for space in ALL if mask >> space & 1]


def adjacent_spaces(mask: int) -> int:
    """Return the mask of all spaces adjacent to one of a mask."""
    adjacent = 0
    for space in spaces_in(mask):
        adjacent |= ADJACENT_MASK[space]
    return adjacent
