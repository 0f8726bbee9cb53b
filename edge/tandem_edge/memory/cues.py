"""Whether a request is about memory itself: to keep something, to change it, to drop or ask it.

What it is about can be anything, so words of the request say little; how people talk of memory is a
small class of phrases. A phrase that is taken for one too many costs four tools on offer, one that
is missed leaves the tools to recall.
"""

from __future__ import annotations

import re

_EN = re.compile(
    r"\b(?:remember(?:s|ed|ing)?(?! to\b)|memor(?:y|ies|i[sz]e)|(?:keep|bear|hold|have) (?:it |that |this )?in "
    r"mind|for (?:next time|future reference|the future|later reference)|"
    r"make a (?:mental )?note|mental note|(?:note|jot|write|put|get) (?:it |that |this )?down(?! the)|"
    r"don't (?:you )?forget|forget (?:about |that|what|my|his|her|their|it all|everything|the)|"
    r"can forget|so you know|just so you|you should know|know (?:that )?about me|"
    r"what (?:you|do you) (?:know|have|recall|remember)|"
    r"(?:what|as|like|that) i(?:'ve| have)? (?:told|said to) you|(?:did|have) i (?:ever )?"
    r"(?:tell|told|say|mention)|i told you|told you (?:about|that|the|wrong)|"
    r"you(?:'ve| have|'d| had)? (?:still )?(?:got|have|had) (?:me|it|that|my|her|his|.{1,40}?) "
    r"(?:down|wrong|on file|as)|you(?:'ve| have)? got (?:it|that) wrong|you(?:'re| are) wrong about|"
    r"(?:update|change|correct|fix|amend|replace|revise) (?:that|it|this|what|your|both|mine|my two|"
    r"the (?:entry|price|note))|(?:bring|keep) (?:that|it|your) .{0,20}up to date|correction\b|"
    r"(?:scrub|scrap|drop|bin|erase|wipe|delete|lose) (?:that|it|this|what|from|everything you)|"
    r"no (?:longer )?need to (?:know|remember|keep)|no longer true|not true any ?more|"
    r"(?:don't|do not|needn't|no need to) (?:keep|store|remember|hold on to)|"
    r"keep (?:that|this|it) (?:for|somewhere)|don't let (?:that|it) (?:get lost|slip)|"
    r"(?:don't|do not) need (?:it|that) any ?more|"
    r"from (?:now|today|this (?:week|month)) on\b)",
    re.IGNORECASE,
)
_ZH = re.compile(
    "记[住着牢得下好]|记一[下笔条]|记(?:点|个)|[你您](?:之前|以前|上回|上次|那儿|这儿|那边)?记|记忆|记错|记的|"
    "[帮替给]我记|别忘[了记]|忘[掉了](?:吧|它|那|这)|(?:可以|能|给我)忘|(?:不用|别|不要|不必|甭|没必要)(?:再)?"
    "(?:记|留|惦记|存)|(?:删|抹|去|清)[掉了](?:吧|那|这|它|.{0,6}记)|那[条笔](?:.{0,8})(?:改|删|更|换|留|作废|去掉)|"
    "(?:改|更新|更正|纠正|修正|同步|换)(?:一?下|过来|掉|了吧|改)|改改|心里有数|你要?知道|让你知道|"
    "(?:跟|和|对|同)你(?:说|讲|提)过|(?:我|你)(?:之前|以前|上回|上次)(?:跟你|和你)?(?:说|讲|告诉)|"
    "(?:不对|错)了.{0,4}[,，]|以后(?:都|就)|往后|从今(?:天|往后)|下[次回](?:就|别|要|记)"
)


def is_about_memory(request: str) -> bool:
    """Whether ``request`` speaks of what is or should be remembered. Any text will do."""
    return bool(_EN.search(request) or _ZH.search(request))
