"""What programs send, as JSON that can be kept: in UTF-8, with whole characters, and not nested without end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.utils.json import strict_constant

from engines.words import say

DEEPEST = 30


class PlainJson(JSONParser):
    """Like the framework's, which takes halves of characters, that no database keeps, and fails at endless brackets."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        sent: bytes = stream.read()
        try:
            given = json.loads(sent.decode(), parse_constant=strict_constant)
            _check_depth(given)
            if b"\\ud" in sent or b"\\uD" in sent:
                json.dumps(given, ensure_ascii=False).encode()
        except UnicodeError:
            raise ParseError(say("This is no text in UTF-8.")) from None
        except RecursionError:
            raise ParseError(say("This is nested too deeply.")) from None
        except ValueError as error:
            raise ParseError(say("This is no JSON: {error}.", error=error)) from None
        return given


def _check_depth(given: Any) -> None:
    """Raise RecursionError for what is nested more than DEEPEST times: code behind walks through it by recursion."""
    level = [given]
    for _ in range(DEEPEST):
        level = [
            part for value in level if isinstance(value, dict | list)
            for part in (value.values() if isinstance(value, dict) else value)
        ]  # fmt: skip
        if not level:
            return
    raise RecursionError
