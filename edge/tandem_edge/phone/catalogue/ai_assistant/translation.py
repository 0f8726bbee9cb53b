"""Translating a text, and the phrases worth keeping."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    choice,
    field,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.ai_assistant.sentences import LANGUAGES, SENTENCES, Language
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import CHECKS
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.snapshots import STATE, absent, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

_SIGNS = " .,!?。，！？¿¡"


@dataclass(frozen=True, slots=True)
class Packs:
    """Languages that are translated without a network."""

    languages: tuple[Language, ...] = ("english", "chinese")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence one wants at hand, and how it is said elsewhere."""

    text: str
    language: Language
    translation: str


PACKS = Singleton("language_packs", Packs)
PHRASES = Table("phrases", Phrase, prefix="phrase")


def language_of(said: str) -> str:
    """The language of ``said``, as far as its letters or the sentence itself tell."""
    for sentence in SENTENCES:
        for language, line in sentence.items():
            if _bare(line) == _bare(said):
                return language
    names = {unicodedata.name(letter, "").split()[0] for letter in said if letter.isalpha()}
    for script, language in _SCRIPTS.items():
        if script in names:
            return language
    return "english"


_SCRIPTS = {
    "HIRAGANA": "japanese",
    "KATAKANA": "japanese",
    "HANGUL": "korean",
    "CYRILLIC": "russian",
    "CJK": "chinese",
}


def translated(said: str, target: str) -> str:
    """``said`` in ``target``; of a sentence it does not know, the sandbox marks the text only."""
    for sentence in SENTENCES:
        if any(_bare(line) == _bare(said) for line in sentence.values()):
            return sentence[target]
    return f"[{target}] {said}"


def _bare(line: str) -> str:
    return fold(line).strip(_SIGNS)


def _reachable(store: Store, *languages: str) -> None:
    if not set(languages) <= set(store.only(PACKS).languages):
        reason = CHECKS["network"](store, "")
        if reason:
            raise ToolFailure("offline", f"{reason}, and that language is not on it")


@tool(
    domain=Domain.AI_ASSISTANT,
    en="translate a text into another language",
    zh="翻译：把一段话译成另一种语言",
    cues_en="translate translation how do you say in French Spanish German Japanese Korean Russian "
    "what does this mean in English interpret language foreign",
    cues_zh="翻译 用英语怎么说 译成 日语 韩语 法语 德语 西班牙语 俄语 英文 什么意思 翻成中文 外语 "
    "咋说",
    arguments=[
        text(
            "text", "what to translate", "要翻译的话", max_length=1000, example="The bill, please",
            required=ALWAYS,
        ),
        choice("target", LANGUAGES, "into which language", "译成什么语言", required=ALWAYS),
    ],
    results=[
        field("translation", "string", privacy=Privacy.MESSAGE),
        field("source", "string"),
        field("target", "string"),
    ],
    effects=Effect.READ,
    errors=["same_language", "offline"],
    mechanism=Mechanism.NONE,
)  # fmt: skip
def translate_text(store: Store, text: str, target: str) -> dict[str, JsonValue]:
    """Translate; English and Chinese are on the phone, the others need a network."""
    source = language_of(text)
    if source == target:
        raise ToolFailure("same_language", f"that is {target} already")
    _reachable(store, source, target)
    return {"translation": translated(text, target), "source": source, "target": target}


@tool(
    domain=Domain.AI_ASSISTANT,
    en="phrasebook of translated sentences: save, delete, look up",
    zh="外语常用语本：收藏译好的句子、删除、翻看",
    cues_en="phrasebook phrase book travel phrases keep save for the trip sentences I saved "
    "useful expressions how did I say learned star flashcard",
    cues_zh="常用语 短语本 旅游用语 收藏这句 存句外语 我收藏过的 常用外语 出国用 会话 "
    "记下这句 句子本",
    arguments=[
        action("save", "delete", "query"),
        text("text", "the sentence", "句子", example="Where is the toilet?",
             required=("save", "delete")),
        choice("language", LANGUAGES, "in which language to say it", "用哪种语言说",
               required=("save",)),
        state_argument(),
    ],
    results=[
        field("text", "string", privacy=Privacy.MESSAGE),
        field("language", "string"),
        field("translation", "string", privacy=Privacy.MESSAGE),
        field("phrases", "array", privacy=Privacy.MESSAGE),
        STATE,
    ],
    effects={"save": Effect.WRITE, "delete": Effect.WRITE, "query": Effect.READ},
    errors=["already_exists", "not_found", "ambiguous", "same_language", "offline"],
    inverses={
        name: undone_by(
            "manage_phrasebook", action="delete", text="$result.text", state="$result.previous"
        )
        for name in ("save", "delete")
    },
    mechanism=Mechanism.UI,
)  # fmt: skip
def manage_phrasebook(
    store: Store, action: str, text: str | None, language: str | None, state: str | None
) -> dict[str, JsonValue]:
    """Save a sentence with its translation, delete one, or look some up."""
    if state is not None:
        put_back(store, state, PHRASES)
        return {"text": text}
    if action == "save":
        return _save(store, str(text), str(language))
    rows = {key: row for key, row in store.all(PHRASES).items() if language in (None, row.language)}
    found = chosen(rows, None, text, lambda row: row.text)
    if action == "query":
        return {"phrases": [_view(row) for _, row in found]}
    key, row = the_one(found, "phrase", lambda row: f"{row.text} ({row.language})")
    previous = packed(store, (PHRASES, key))
    store.remove(PHRASES, key)
    return _view(row) | {"previous": previous}


def _save(store: Store, text: str, language: str) -> dict[str, JsonValue]:
    for row in store.all(PHRASES).values():
        if _bare(row.text) == _bare(text) and row.language == language:
            raise ToolFailure("already_exists", f"it is saved: {row.translation}")
    source = language_of(text)
    if source == language:
        raise ToolFailure("same_language", f"that is {language} already")
    _reachable(store, source, language)
    row = Phrase(text, language, translated(text, language))  # type: ignore[arg-type]
    key = store.add(PHRASES, row)
    return _view(row) | {"previous": absent((PHRASES, key))}


def _view(row: Phrase) -> dict[str, JsonValue]:
    return {"text": row.text, "language": row.language, "translation": row.translation}


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Some sentences for the next journey, from either of the owner's languages."""
    own: tuple[Language, ...] = ("english", "chinese")
    for sentence in cast.of(SENTENCES):
        for language in random.sample(LANGUAGES[2:], random.randrange(1, 4)):
            text = sentence[random.choice(own)]
            store.add(PHRASES, Phrase(text, language, sentence[language]))
    extra = random.sample(LANGUAGES[2:], random.randrange(2))
    store.update(PACKS, languages=(*own, *extra))
