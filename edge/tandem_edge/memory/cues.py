"""Whether a request is about memory itself: to keep something, to change it, to drop or ask it.

What it is about can be anything, so words of the request say little; how people talk of memory is a
small class of phrases. A phrase that is taken for one too many costs four tools on offer, one that
is missed leaves the tools to recall.
"""

from __future__ import annotations

import re

_KEEP_EN = (
    r"remember(?:s|ed|ing)?(?! to\b)",
    r"memor(?:y|ies|i[sz]e)",
    r"(?:keep|bear|hold|have) (?:it |that |this )?in mind",
    r"for (?:next time|future reference|the future|later reference)",
    r"(?:make a |mental )note",
    r"(?:note|jot|write|put|get) (?:it |that |this )?down(?! the)",
    r"don't (?:you )?forget",
    r"(?:just )?so you know",
    r"you should know",
    r"keep (?:that|this|it) (?:for|somewhere)",
    r"don't let (?:that|it) (?:get lost|slip)",
    r"from (?:now|today|this (?:week|month)) on\b",
)
_ASK_EN = (
    r"know (?:that )?about me",
    r"what (?:you|do you) (?:know|have|recall|remember)",
    r"(?:what|as|like|that) i(?:'ve| have)? (?:told|said to) you",
    r"(?:did|have) i (?:ever )?(?:tell|told|say|mention)",
    r"i told you",
    r"(?:who|which|what|where) (?:was|were|did) [^?]{2,60}? before (?-i:[A-Z])",
    r"told you (?:about|that|the|wrong)",
)
_CHANGE_EN = (
    r"you(?:'ve| have|'d| had)? (?:still )?(?:got|have|had) "
    r"(?:me|it|that|my|her|his|.{1,40}?) (?:down|wrong|on file|as)",
    r"you(?:'re| are) wrong about",
    r"(?:update|change|correct|fix|amend|replace|revise) "
    r"(?:that|it|this|what|your|both|mine|my two|the (?:entry|price|note))",
    r"(?:bring|keep) (?:that|it|your) .{0,20}up to date",
    r"correction\b",
    r"no longer true",
    r"not true any ?more",
)
_DROP_EN = (
    r"forget (?:about |that|what|my|his|her|their|it all|everything|the)",
    r"can forget",
    r"(?:scrub|scrap|drop|bin|erase|wipe|delete|lose) (?:that|it|this|what|from|everything you)",
    r"no (?:longer )?need to (?:know|remember|keep)",
    r"(?:don't|do not|needn't|no need to) (?:keep|store|remember|hold on to)",
    r"(?:don't|do not) need (?:it|that) any ?more",
)
_KEEP_ZH = (
    r"记[住着牢得下好]|记一[下笔条]|记[点个]|记忆",
    r"[帮替给]我记|别忘[了记]|心里有数|你要?知道|让你知道",
    r"以后[都就]|往后|从今(?:天|往后)|下[次回][就别要记]",
)
_ASK_ZH = (
    r"[跟和对同]你[说讲提]过",
    r"[我你](?:之前|以前|上回|上次)(?:跟你|和你)?(?:说|讲|告诉)",
    r"在[^，,]{1,6}之前[^？?]{0,14}(?:谁|哪|什么)",
)
_CHANGE_ZH = (
    r"记错|记的|[你您](?:之前|以前|上回|上次|那儿|这儿|那边)?记",
    r"(?:改|更新|更正|纠正|修正|同步|换)(?:一?下|过来|掉|了吧|改)|改改",
    r"(?:不对|错)了.{0,4}[,，]",
)
_DROP_ZH = (
    r"忘[掉了][吧它那这]?(?=[吧它那这])|(?:可以|能|给我)忘",
    r"(?:不用|别|不要|不必|甭|没必要)再?(?:记|留|惦记|存)",
    r"[删抹去清][掉了](?:[吧那这它]|.{0,6}记)",
    r"那[条笔].{0,8}(?:改|删|更|换|留|作废|去掉)",
)
_EN = re.compile(rf"\b(?:{'|'.join((*_KEEP_EN, *_ASK_EN, *_CHANGE_EN, *_DROP_EN))})", re.IGNORECASE)
_ZH = re.compile("|".join((*_KEEP_ZH, *_ASK_ZH, *_CHANGE_ZH, *_DROP_ZH)))


def is_about_memory(request: str) -> bool:
    """Whether ``request`` speaks of what is or should be remembered. Any text will do."""
    return bool(_EN.search(request.replace("’", "'")) or _ZH.search(request))
