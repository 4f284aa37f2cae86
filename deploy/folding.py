"""Templates, with what always says the same in a language put together when they are read.

Most of a page is that: marks, translated words, addresses without a number. Drawn piece by piece it takes most of the
time of a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from threading import Lock
from typing import Any

from django.template import Context, Template
from django.template.base import FilterExpression, Node, NodeList, TextNode, TokenType, Variable
from django.template.defaulttags import CommentNode, IfNode, LoadNode, URLNode
from django.template.loaders import cached
from django.templatetags.i18n import BlockTranslateNode, LanguageNode, TranslateNode
from django.templatetags.static import StaticNode
from django.utils import translation
from django.utils.safestring import SafeString

LANGUAGE = "language of constant parts"


class Loader(cached.Loader):
    """Reads each template once, as the loader does that it extends."""

    def __init__(self, engine: Any, loaders: list[Any]) -> None:
        super().__init__(engine, loaders)
        self._lock = Lock()

    def get_template(self, template_name: str, skip: Any = None) -> Template:
        template = super().get_template(template_name, skip)
        if not getattr(template, "folded", False):
            with self._lock:
                if not getattr(template, "folded", False):
                    fold(template.nodelist)
                    template.folded = True  # type: ignore[attr-defined]
        return template


class Constant(Node):
    """Nodes that draw the same for every page in a language."""

    child_nodelists = ()

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.nodes = NodeList(nodes)
        self._drawn: dict[tuple[str | None, bool], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        key = (_language(context), context.autoescape)
        drawn = self._drawn.get(key)
        if drawn is None:
            drawn = self._drawn[key] = self.nodes.render(context)
        return drawn

    render_annotated = render


def _language(context: Context) -> str | None:
    """Found once for each template that is drawn: it takes as long as drawing a piece."""
    kept: Any = context.render_context
    if LANGUAGE not in kept:
        kept[LANGUAGE] = translation.get_language()
    language: str | None = kept.get(LANGUAGE)
    return language


def fold(nodes: NodeList) -> None:
    """Put neighbours together that always draw the same, here and in everything below."""
    for node in nodes:
        for below in _below(node):
            fold(below)
    nodes[:] = _folded(nodes)


def _folded(nodes: NodeList) -> Iterator[Node]:
    for constant, run in groupby(nodes, is_constant):
        some = list(run)
        if constant and not all(isinstance(node, TextNode) for node in some):
            yield Constant(some)
        else:
            yield from some


def _below(node: Node) -> Iterator[NodeList]:
    if isinstance(node, LanguageNode):
        return  # another language begins within a template
    if isinstance(node, IfNode):
        yield from (some for _, some in node.conditions_nodelists)
        return
    for name in node.child_nodelists:
        some = getattr(node, name, None)
        if isinstance(some, NodeList):
            yield some


def is_constant(node: Node) -> bool:
    """Whether a node draws the same for everybody who reads a language, and leaves nothing behind for other nodes."""
    if isinstance(node, TextNode | LoadNode | CommentNode):
        return True
    told: Any = node
    if isinstance(node, TranslateNode):
        return told.asvar is None and _is_given(told.filter_expression) and _is_given(told.message_context)
    if isinstance(node, BlockTranslateNode):
        plain = all(token.token_type == TokenType.TEXT for token in told.singular)
        return plain and not (told.asvar or told.extra_context or told.plural) and _is_given(told.message_context)
    if isinstance(node, URLNode):
        return told.asvar is None and not told.kwargs and all(map(_is_given, (told.view_name, *told.args)))
    if isinstance(node, StaticNode):
        return told.varname is None and _is_given(told.path)
    return False


def _is_given(value: FilterExpression | None) -> bool:
    """Whether a value is written in the template itself."""
    if value is None:
        return True
    written = not isinstance(value.var, Variable) or value.var.literal is not None
    return written and not value.filters
