"""Conversion of frozen values to JSON and back, for the database: datetimes as ISO texts, sets as sorted lists."""

from typing import Any

from cattrs.cols import is_mapping
from cattrs.preconf.json import make_converter
from cattrs.strategies import configure_tagged_union

_converter = make_converter(unstruct_collection_overrides={frozenset: sorted, tuple: list})
_converter.register_unstructure_hook_factory(
    is_mapping,
    lambda kind: _converter.gen_unstructure_mapping(kind, key_handler=str),  # type: ignore[arg-type]
)
encode, decode = _converter.unstructure, _converter.structure


def tag_members(union: Any) -> None:
    """Make cattrs tell a union's dataclasses apart by the key `is`, which holds the class's `tag`."""
    configure_tagged_union(union, _converter, tag_generator=lambda kind: str(kind.tag), tag_name="is")  # type: ignore[attr-defined]
