"""Text in a record that is meant to steer whoever reads it: agent, reviewer or trainer.

Looked for in what tools returned, in what was said, answered and briefed, and in memories. Nothing
found is obeyed or removed: the record gets a doubt, and a person looks. Patterns cannot find every
such text (they are in other words than the next one); what was looked for is listed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tandem_shared.experience import Rollout
from tandem_shared.text import visible
from tandem_trainer.curate.case import strings

PATTERNS: dict[str, re.Pattern[str]] = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "takes back instructions": r"\b(?:ignore|disregard|forget|override)\b.{0,40}"
        r"\b(?:instructions?|rules|prompts?|guidelines|polic(?:y|ies))\b"
        r"|(?:忽略|无视|忘掉|忘记|不要理会|不用管|作废).{0,16}(?:指令|指示|规则|提示|设定|要求|限制)",
        "speaks as the system": r"<\|?(?:im_start|im_end|eot_id|start_header_id|system|user|assistant)"
        r"\|?>|\[/?INST\]|<</?SYS>>|^\s*(?:#+\s*)?(?:system|developer|assistant)\s*(?:prompt|message)?"
        r"\s*[:：]|\b(?:system|developer) (?:prompt|message|override)\b|(?:系统|开发者)(?:提示|指令|消息|管理员)"
        r"|^\s*系统\s*[:：]|(?:maintenance|developer|debug|god) mode|(?:维护|开发者?|调试)模式",
        "steers a reviewer": r"\b(?:reviewers?|graders?|judges?|annotators?|curators?|raters?|trainers?"
        r"|checkers?)\b.{0,60}\b(?:approve|pass|accept|mark|label|rate|score|keep|must|should|ignore)"
        r"|\b(?:mark|label|rate|count|treat|score)\b.{0,30}\bas (?:passed|a? ?success(?:ful)?|correct"
        r"|approved|done)\b|(?:审核|评审|评分|标注|训练)(?:员|者|人)?.{0,20}(?:通过|批准|放行|合格|必须|应该|标)"
        r"|(?:标记|标注|判|算)(?:为|成|作|做)?(?:成功|通过|合格|正确)",
        "speaks of training": r"\b(?:training (?:data|set|example)|fine-?tun\w*|learn this|weights? of "
        r"this (?:example|record))\b|(?:训练(?:数据|集|样本)|微调|学会这)",
        "claims permission": r"\b(?:owner|user) (?:has )?(?:already )?(?:confirm|allow|approv|authori[sz])"
        r"|\b(?:confirmation|approval) (?:is )?(?:not needed|unnecessary|granted)|\bno need to (?:ask|confirm)"
        r"|(?:用户|主人|机主)(?:已经?|都)?(?:同意|确认|授权|允许|批准)|(?:无需|不用|不必|不需要)(?:再)?(?:确认|询问|问)",
        "plays another part": r"^\s*(?:owner|user|request|tool|next|step 1)\s*[:：]|^\s*(?:用户|主人|请求|下一步"
        r"|第一步)\s*[:：]|end of (?:untrusted|data|text)|</(?:data|result|tool)>|数据结束"
        r"|\bthis is your owner\b|我是你的(?:主人|用户)|\b\w+_\w+: ok \{|\"arguments\"\s*:",
        "changes standing rules": r"\b(?:your|the) (?:rules|instructions|skills?)\b.{0,40}\b(?:add|save|write|update)"
        r"|\b(?:add|save|write|update)\b.{0,40}\b(?:rules?|skills? (?:folder|file))\b|SKILL\.md"
        r"|(?:技能|规则)(?:文件)?(?:更新|改为)|写入(?:技能|规则)",
        "speaks to the agent": r"\b(?:assistant|ai|agent|model)\b.{0,20}\b(?:must|should|shall|has to|please)\b"
        r"|\b(?:do not|don't|never|must not) (?:tell|mention|inform|show|ask)\b.{0,30}\b(?:user|owner|anyone)"
        r"|(?:助手|智能体|模型|AI).{0,10}(?:必须|应该|请|务必|立即|立刻)|(?:别|不要|不得)(?:告诉|提醒|让|通知)(?:用户|机主|主人|任何人)",
    }.items()
}
HIDDEN = "hides characters"
JOINED = re.compile(r"(?:[A-Za-z0-9+/]{24,}={0,2})")
ENCODED = "holds an encoded order"


def steering(rollout: Rollout) -> tuple[str, ...]:
    """What is found in foreign texts, one line a kind, with where it stands."""
    found: dict[str, str] = {}
    for where, text in foreign_texts(rollout):
        for kind in kinds(text):
            found.setdefault(kind, where)
    return tuple(f"injected: {where} {kind}" for kind, where in found.items())


def kinds(text: str) -> Iterator[str]:
    """The kinds of steering in ``text``."""
    plain = visible(text)
    if plain != text.replace("\r\n", "\n"):
        yield HIDDEN
    for kind, pattern in PATTERNS.items():
        if any(pattern.search(line) for line in plain.splitlines()):
            yield kind
    if JOINED.search(plain) and re.search(r"base64|decode|解码", plain, re.IGNORECASE):
        yield ENCODED


def foreign_texts(rollout: Rollout) -> Iterator[tuple[str, str]]:
    """Texts of a record that some other person or machine may have written, and where they are."""
    for _, record in rollout.trajectory.calls:
        for text in strings(record.result.data):
            yield f"the result of {record.call.name}", text
        if record.result.fault:
            yield f"the fault of {record.call.name}", record.result.fault.message
    for turn in rollout.trajectory.turns:
        yield "the last word of a turn", turn.text
        if rollout.source:
            yield "what was said", turn.said
            yield from (("an answer of the planner", step.text) for step in turn.steps)
    for each in rollout.trajectory.hand_offs:
        yield "a brief", each.brief
    for memory in rollout.task.resources.memories:
        yield "a memory", memory.text
