"""A turn cut into clauses, each with how it is meant and without the words that only lead in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from tandem_edge.memory.extraction.folding import Text, fold, has_chinese
from tandem_edge.memory.extraction.guards import (
    Mood,
    asks,
    clause_mood,
    is_content,
    sentence_mood,
    wants_unkept,
)
from tandem_edge.memory.extraction.times import find_times

MOST_LINES, LONGEST_SENTENCE = 60, 600
"""Lines of a turn, and characters of a sentence, that are read."""

_ABBREVIATED = re.compile(r"\b(?:mr|mrs|ms|dr|st|prof|jr|vs|no|a\.m|p\.m|e\.g|i\.e)\.$")
_STOP = re.compile(
    r"[.!?;]+(?=\s|$|[\"')])|[!?;]+|(?<=[\u3400-\u9fff])\.|"
    r"(?<=\w)\.(?=[\u3400-\u9fff])"
)
_QUOTED = re.compile(r"(?<!\w)[\"']([^\"]{2,200}?)[\"'](?!\w)")
_SUBJECT = (
    r"(?:i|i'm|i've|my|our|we|we're|we've|she|he|it|it's|they|her|his|the|there|"
    r"there's|you|please|that|this|"
    r"she's|he's|they're|which|who)\b"
)
_VERB = (
    r"(?:(?:now|also|then|currently) )?(?:works?|lives?|loves?|likes?|hates?|"
    r"speaks?|haves?|has|owns?|drives?|stud(?:y|ies)|am|is|plays?|usually|"
    r"always|never|can't|don't|doesn't|prefers?|takes?|started|joined|moved|bought|got|"
    r"adopted|enjoys?|eats?|drinks?|use)\b"
)
_LEADS = (
    r"(?:actually|honestly|always|never|don't|use|call|just|also|please|not|can|"
    r"could|would|what|"
    r"how|do|does|is|are|maybe|named|called|remember|no|from now on)\b"
)
_EN_JOINT = re.compile(
    r" ?,? (?:but|because|although|though|while|whereas|except|unless|however|yet|"
    rf"cause|so(?= {_SUBJECT})) "
    rf"| ?, (?:and |so |or |plus |then )?(?={_SUBJECT}|{_VERB}|{_LEADS})"
    rf"| (?:and|so|plus|then) (?={_SUBJECT})| and (?={_VERB})| [-–—]+ |"
    r"(?<=\w)--(?=\w)| ?[()] ?|(?<!code)(?<!pin)(?<!word)(?<!combo): "
)
_ZH_JOINT = re.compile(
    " ?, ?|(?<=[\u3400-\u9fff])(?:但是|不过(?!敏)|可是|所以|因为|然后|而且)|[()]| - |——|: ?(?=我)"
)
_STATED = re.compile(r"(?:i|we|i'm|i've|we're|we've)\b")
_DOES = re.compile(r"(?:take|play|use|read|make|start|help|move)\b(?! (?:me|it|that|this)\b)")
_EN_OPENER = re.compile(
    r"(?:(?:well|oh|hey|hi|hello|so|ok|okay|yeah|yes|yep|no|nope|actually|honestly|"
    r"btw|fyi|anyway|also|and|but|plus|"
    r"basically|really|sorry|finally|because|since|although|though|good news|guess "
    r"what|turns out|in fact|"
    r"funny enough|by the way|to be honest|tbh|for the record|just so you know|you "
    r"know|i mean|i think|i guess|i believe|"
    r"(?:please |also )?(?:remember|note|keep in mind|don't forget|make a note)(?: "
    r"that)?|i told you|as i said|like i said|"
    r"i have to say|i must say|i must admit|as you know|of course|hmm+|um+|ah+|wow|"
    r"then|now|lately|recently|currently|"
    r"nowadays|these days|at the moment|unfortunately|luckily|sadly|thankfully|"
    r"personally|in general|generally|for me|tandem|"
    r"as of (?:today|now|this \w+|last \w+|yesterday)|after all|good morning|good "
    r"evening|thanks|thank you|great|perfect)\b(?!')[,:.!]* *)+"
)
_ZH_OPENER = re.compile(
    "(?:嗯+|哦+|啊|对了|其实|说真的|老实说|说实话|顺便说一下|顺便说一句|顺便提一下|"
    "告诉你(?:个事|一声)?|跟你说(?:个事|一声|一下)?|"
    "和你说(?:一下)?|你知道(?:的|吗)?|(?:请|你|帮我)?记住|(?:请|你|帮我)?记一下|"
    "(?:你|请)?记得|记着|另外|还有|而且|但是|但|不过|可是|"
    "所以|因为|然后|现在|目前|最近|如今|终于|话说|说起来|是的|对(?=[,:! ])|不对|哎呀?|唉|嘿|"
    "嗨|你好|那个|总之|反正|虽然|刚刚?|"
    "提醒一下|补充一下|更新一下|更正一下|纠正一下|自从|早上好|晚上好|谢谢|好的|"
    "小助手|确实|真的|原来(?=我))(?:[,:! ]*)"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: its words, how it is meant, whether it goes on from the clause before it."""

    text: Text
    mood: Mood
    zh: bool
    follows: bool
    """Whether it is of the same sentence as the clause before it."""
    whole: Text
    """The clause with what leads in: where its times stand."""


def clauses_of(turn: str, at: datetime) -> Iterator[Clause]:
    """The clauses of what was said at ``at``, in order. Words in quotation marks are left out.

    Of a text that is given to be worked on (translated, rewritten), or not to be remembered, none
    is told.
    """
    folded = fold(turn[:LONGEST_SENTENCE]).folded
    content = is_content(folded) or wants_unkept(folded)
    for line in turn.splitlines()[:MOST_LINES]:
        for sentence in _sentences(_unquoted(fold(line))):
            if len(sentence.said) <= LONGEST_SENTENCE:
                yield from _clauses(sentence, at, content)


def is_one_sentence(text: str) -> bool:
    """Whether ``text`` is a single sentence."""
    return sum(bool(each.said.strip(" .!?;")) for each in _sentences(fold(text))) == 1


def _unquoted(text: Text) -> Text:
    """Longer quotations become blanks, as long as they were; a quoted name loses its marks."""
    said, folded = text.said, text.folded
    for match in _QUOTED.finditer(folded):
        inner = match[1]
        short = len(inner.split()) <= 3 and len(inner) <= (8 if has_chinese(inner) else 30)
        keep = short and not re.search(r"\b(?:i|i'm|my)\b|我", inner)
        start, end = match.span()
        new = f" {said[start + 1 : end - 1]} " if keep else "\x00" * (end - start)
        said = said[:start] + new + said[end:]
        new = f" {inner} " if keep else "\x00" * (end - start)
        folded = folded[:start] + new + folded[end:]
    return Text(said, folded)


def _sentences(text: Text) -> Iterator[Text]:
    start = 0
    for match in _STOP.finditer(text.folded):
        if _ABBREVIATED.search(text.folded[start : match.end()]):
            continue
        yield text.cut(start, match.end())
        start = match.end()
    yield text.cut(start, len(text.said))


def _clauses(sentence: Text, at: datetime, content: bool) -> Iterator[Clause]:
    whole = sentence_mood(sentence.folded)
    parts = list(_parts(sentence))
    if not parts:
        return
    asked = sentence.folded.rstrip(" \"'").endswith("?")
    worded = [asks(_opened(part, at).folded) for part in parts]
    first = worded.index(True) if True in worded else 0
    mood = whole
    for number, part in enumerate(parts):
        bare = _opened(part, at)
        own = _own_mood(bare.folded, number and parts[number - 1].folded, sentence.folded)
        if whole is Mood.TOLD:
            told_on = mood is Mood.REPORTED or (mood is Mood.ASKED and not asked)
            mood = Mood.ASKED if asked and number >= first else mood if told_on else own
        said = Mood.JOKED if content and mood is Mood.TOLD else mood
        yield Clause(bare, said, has_chinese(bare.said), number > 0, part)


def _own_mood(clause: str, before: str | int, sentence: str) -> Mood:
    """The mood of a clause by its words; what goes on with "and" from what the speaker does is no
    order: "I have asthma and take salbutamol"."""
    mood = clause_mood(clause)
    goes_on = before and _STATED.match(str(before)) and f" and {clause}" in sentence
    return Mood.TOLD if mood is Mood.ORDERED and goes_on and _DOES.match(clause) else mood


def _parts(sentence: Text) -> Iterator[Text]:
    joint = _ZH_JOINT if has_chinese(sentence.said) else _EN_JOINT
    start = 0
    for match in joint.finditer(sentence.folded):
        if _belongs(sentence.folded[start : match.start()], match[0]):
            continue
        yield from _whole(sentence, start, match.start())
        start = match.end()
    yield from _whole(sentence, start, len(sentence.said))


def _belongs(before: str, joint: str) -> bool:
    """Whether what follows is no clause of its own: "Noor and I ...", "for maps, always ..."."""
    return (joint.strip() == "and" and " " not in before.strip()) or before.startswith("for ")


def _whole(sentence: Text, start: int, end: int) -> Iterator[Text]:
    while start < end and sentence.folded[start] in " ,.!?;:\x00":
        start += 1
    while end > start and sentence.folded[end - 1] in " ,.!?;:~\x00":
        end -= 1
    if start < end:
        yield sentence.cut(start, end)


def _opened(part: Text, at: datetime) -> Text:
    """``part`` without words that lead in, a time in front among them."""
    opener = _ZH_OPENER if has_chinese(part.said) else _EN_OPENER
    text = part
    for _ in range(6):
        match = opener.match(text.folded)
        end = match.end() if match else time_in_front(text, at)
        if not end or end >= len(text.said):
            return text
        text = text.cut(end, len(text.said))
    return text


def time_in_front(text: Text, at: datetime) -> int:
    """How many characters at the beginning of ``text`` are a time."""
    lead = re.match(r"(?:in|on|since|at|by|back in|自|从|自从) ?", text.folded)
    for span in find_times(text, at)[:1]:
        if span.at[0] == 0 or (lead and span.at[0] == lead.end()):
            after = re.match(r"[ ,]*(?:起|开始|以来)?[ ,]*", text.folded[span.at[1] :])
            return span.at[1] + (after.end() if after else 0)
    return 0
