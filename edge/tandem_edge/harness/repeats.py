"""Noticing that a planner goes round in circles: said first, then stopped.

A call that a passing fault met may be tried again; a call that failed for good may be corrected
once; the same call with the same outcome is of no use a second time.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tandem_shared.canonical import digest
from tandem_shared.tools import ToolCall, ToolResult

SAME_NOTICED, SAME_STOPPED = 2, 3
"""Times that one call has the same outcome."""
FAILED_NOTICED, FAILED_STOPPED = 2, 4
"""Failures of one tool in a row, whatever its arguments: the first try, and one correction."""
PASSING_NOTICED, PASSING_STOPPED = 3, 5
"""The same of passing faults, which may be tried again."""

NOTICES = {
    "same": {
        "en": "You have made this call before with the same outcome. Do something else, or end.",
        "zh": "这个调用之前做过，结果一样。请换一种做法，或者结束。",
    },
    "failed": {
        "en": "Two tries have failed. Ask the user what is missing, or end.",
        "zh": "已经失败两次。请问用户缺什么，或者结束。",
    },
}
STOPPED = {
    "same": {
        "en": "I stopped: the same call to {tool} kept giving the same result.",
        "zh": "我停下了：反复调用 {tool}，结果总是一样。",
    },
    "failed": {
        "en": "I stopped: {tool} kept failing ({code}).",
        "zh": "我停下了：{tool} 一再失败（{code}）。",
    },
}


@dataclass
class Repeats:
    """What one turn has tried so far."""

    language: str
    _outcomes: Counter[str] = field(default_factory=Counter)
    _failures: Counter[str] = field(default_factory=Counter)

    def watch(self, call: ToolCall, result: ToolResult, *, changed: bool) -> tuple[str, str]:
        """Take note of one call: a notice for the planner, and why to stop now; each may be ``""``.

        A call that changed something has not gone in a circle.
        """
        if changed:
            self._outcomes.clear()
            self._failures.pop(call.name, None)
            return "", ""
        passing = result.fault is not None and result.fault.retryable
        same = self._count_same(call, result)
        failed = self._count_failed(call, result)
        stop_same, stop_failed = (
            (PASSING_STOPPED,) * 2 if passing else (SAME_STOPPED, FAILED_STOPPED)
        )
        if same >= stop_same or failed >= stop_failed:
            return "", self._stopped("same" if same >= stop_same else "failed", call, result)
        say_same, say_failed = (PASSING_NOTICED,) * 2 if passing else (SAME_NOTICED, FAILED_NOTICED)
        if same >= say_same or failed >= say_failed:
            return NOTICES["same" if same >= say_same else "failed"][self.language], ""
        return "", ""

    def _count_same(self, call: ToolCall, result: ToolResult) -> int:
        key = digest([call.model_dump(mode="json"), result.model_dump(mode="json")])
        self._outcomes[key] += 1
        return self._outcomes[key]

    def _count_failed(self, call: ToolCall, result: ToolResult) -> int:
        if result.ok:
            self._failures.pop(call.name, None)
            return 0
        self._failures[call.name] += 1
        return self._failures[call.name]

    def _stopped(self, kind: str, call: ToolCall, result: ToolResult) -> str:
        code = result.fault.code if result.fault else "ok"
        return STOPPED[kind][self.language].format(tool=call.name, code=code)
