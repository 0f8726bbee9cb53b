"""Commands whose help is in the language in force."""

from __future__ import annotations

import copy
import inspect
import re
from collections.abc import Callable, Iterable
from typing import TypeVar

import click

from tandem_edge.languages.catalogue import _, language

C = TypeVar("C", bound=click.Command)
AS_IT_IS = "\b"
"""What click has before a paragraph whose lines stay as they are."""
_REMARK = re.compile(r"(?<=\S) {3,}(?=\S)")
"""What stands between an example and a remark on it."""


class WideFormatter(click.HelpFormatter):
    """Help laid out by columns of a terminal, of which a Chinese character takes two."""

    def write_heading(self, heading: str) -> None:
        """See ``click.HelpFormatter.write_heading``."""
        self.write(f"{'':>{self.current_indent}}{heading}：\n")

    def write_text(self, text: str) -> None:
        """See ``click.HelpFormatter.write_text``."""
        from tandem_edge.cli.widths import wrapped

        indent = " " * self.current_indent
        for number, paragraph in enumerate(text.split("\n\n")):
            kept = paragraph.removeprefix(f"{AS_IT_IS}\n")
            lines = kept.split("\n")
            if kept == paragraph:
                lines = wrapped(" ".join(lines), self.width - self.current_indent)
            self.write("\n" * (number > 0) + "".join(f"{indent}{line}\n" for line in lines))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """See ``click.HelpFormatter.write_dl``."""
        from tandem_edge.cli.widths import columns, wrapped

        listed, before = list(rows), " " * self.current_indent
        widest = min(max(columns(term) for term, _meaning in listed), col_max) + col_spacing
        for term, meaning in listed:
            lines = wrapped(meaning, max(self.width - self.current_indent - widest, 20))
            if columns(term) > widest - col_spacing:
                lines.insert(0, "")
            for number, line in enumerate(lines or [""]):
                head = term if number == 0 else ""
                self.write(f"{before}{head}{' ' * (widest - columns(head))}{line}".rstrip() + "\n")


class SpokenCommand(click.Command):
    """A command whose help is in the language in force."""

    def get_help(self, ctx: click.Context) -> str:
        """See ``click.Command.get_help``."""
        if language() == "en":
            return super().get_help(ctx)
        ctx.formatter_class = WideFormatter
        formatter = ctx.make_formatter()
        translated(self, _).format_help(ctx, formatter)
        return formatter.getvalue().rstrip("\n")

    def get_short_help_str(self, limit: int = 45) -> str:
        """See ``click.Command.get_short_help_str``."""
        from tandem_edge.cli.widths import fitted

        if language() == "en":
            return super().get_short_help_str(limit)
        first, *_rest = (translated(self, _).help or "").split("\n\n")
        return fitted(re.split("[。：]", first)[0], limit)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """See ``click.Command.collect_usage_pieces``."""
        return [_(piece) for piece in super().collect_usage_pieces(ctx)]


class SpokenGroup(SpokenCommand, click.Group):
    """A group of such commands."""

    command_class = SpokenCommand


def translated(command: C, say: Callable[[str], str]) -> C:
    """A copy of ``command`` in whose help ``say`` has taken the place of every text."""
    told = copy.copy(command)
    told._help_option = None  # made anew, and said in the language of its making
    told.help = _told(command.help or "", say)
    told.params = [_param(each, say) for each in command.params]
    return told


def _param(param: click.Parameter, say: Callable[[str], str]) -> click.Parameter:
    if not isinstance(param, click.Option) or not param.help:
        return param
    told = copy.copy(param)
    told.help = say(param.help)
    return told


def _told(text: str, say: Callable[[str], str]) -> str:
    """``text`` paragraph by paragraph; how it was broken into lines is no part of a message."""
    paragraphs = inspect.cleandoc(text).split("\n\n")
    return "\n\n".join(
        _examples(each, say) if each.startswith(AS_IT_IS) else say(" ".join(each.split()))
        for each in paragraphs
    )


def _examples(paragraph: str, say: Callable[[str], str]) -> str:
    """The heading and the remarks in other words, the command lines as they are."""
    mark, heading, *lines = paragraph.split("\n")
    told = []
    for line in lines:
        example, *remark = _REMARK.split(line)
        told.append("    ".join([example, *map(say, remark)]))
    return "\n".join([mark, say(heading), *told])
