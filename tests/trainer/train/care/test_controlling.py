"""The controller: planted statistics, nonsense, and decisions made again."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tandem_edge.planner.protocol import Planned, Prompt
from tandem_edge.planner.scripted import ScriptedPlanner
from tandem_shared.errors import UsageError
from tandem_trainer.train.care.controlling import (
    Asks,
    Decision,
    KeepsPhi,
    Rules,
    Standing,
    judged,
    kept_phi,
    load_ranges,
    replayed,
    schema_of,
)
from tandem_trainer.train.care.phi import Phi

RANGES = load_ranges()
PHI = Phi()


def standing(**given: float) -> Standing:
    told = {"step": 20, "accuracy": 0.9, "best": 0.9, "tokens": 20.0, "success": 0.8, **given}
    return Standing(phi=PHI, **told)


def test_dev_below_its_best_asks_for_less_efficiency_whatever_training_says() -> None:
    phi = Rules(RANGES).decide(standing(accuracy=0.8, best=0.9, efficiency=1.0)).phi
    assert phi.lambda_eff < PHI.lambda_eff
    assert phi.p_high > PHI.p_high


def test_dev_that_holds_with_most_groups_mastered_asks_for_more_efficiency() -> None:
    assert Rules(RANGES).decide(standing(efficiency=0.8)).phi.lambda_eff > PHI.lambda_eff


def test_where_most_groups_fail_progress_is_rewarded_more_and_where_few_do_less() -> None:
    assert Rules(RANGES).decide(standing(progress=0.8)).phi.lambda_prog > PHI.lambda_prog
    assert Rules(RANGES).decide(standing(progress=0.0)).phi.lambda_prog < PHI.lambda_prog


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.fixed_dictionaries(
            {name: st.floats(0, 1) for name in ("accuracy", "best", "progress", "efficiency")}
        ),
        max_size=30,
    )
)
def test_no_statistics_move_phi_out_of_its_ranges(seen: list[dict[str, float]]) -> None:
    phi = PHI
    for each in seen:
        phi = Rules(RANGES).decide(standing(**each).model_copy(update={"phi": phi})).phi
        for name, bounds in RANGES.items():
            assert bounds.least <= getattr(phi, name) <= bounds.most
        assert phi.p_low < phi.p_high


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I would raise lambda_eff",
        "[]",
        "{}",
        '{"lambda_prog": "x", "lambda_eff": 0.3, "p_low": 0.2, "p_high": 0.8}',
        '{"lambda_prog": NaN, "lambda_eff": 0.3, "p_low": 0.2, "p_high": 0.8}',
        '{"lambda_prog": 0.3, "lambda_eff": 900, "p_low": 0.2, "p_high": 0.8}',
        '{"lambda_prog": 0.3, "lambda_eff": -1, "p_low": 0.2, "p_high": 0.8}',
        '{"lambda_prog": 0.3, "lambda_eff": 0.3, "p_low": 0.9, "p_high": 0.1}',
        '{"lambda_prog": 0.3, "lambda_eff": 0.3, "p_low": 0.2, "p_high": 0.8, "arm": "grpo"}',
        "[" * 5000,
    ],
)
def test_nonsense_of_a_model_moves_nothing_and_is_told(answer: str) -> None:
    decision = Asks(ScriptedPlanner([answer]), RANGES).decide(standing())
    assert decision.phi == PHI
    assert decision.why.startswith("moved nothing")


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_no_text_of_a_model_breaks_the_run(answer: str) -> None:
    assert judged("model", standing(), answer, RANGES).phi == PHI


def test_a_model_moves_phi_within_its_ranges() -> None:
    wanted = {"lambda_prog": 0.35, "lambda_eff": 0.4, "p_low": 0.2, "p_high": 0.8}
    decision = Asks(ScriptedPlanner([json.dumps(wanted)]), RANGES).decide(standing())
    assert decision.phi == Phi(**wanted)


def test_a_planner_that_is_gone_moves_nothing() -> None:
    decision = Asks(ScriptedPlanner([]), RANGES).decide(standing())
    assert decision.phi == PHI
    assert decision.why.startswith("moved nothing")


class Remembers:
    name = "remembers"

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        self.prompt = prompt
        from tandem_shared.events import Usage

        return Planned("no", (), Usage())

    def close(self) -> None: ...


def test_a_model_is_told_dev_and_held_to_the_admissible_ranges() -> None:
    planner = Remembers()
    Asks(planner, RANGES).decide(standing(accuracy=0.71))
    assert '"accuracy":0.71' in planner.prompt.messages[0].text
    assert planner.prompt.schema == schema_of(PHI, RANGES)
    bounds = planner.prompt.schema["properties"]["lambda_eff"]
    assert bounds == {"type": "number", "minimum": 0.15, "maximum": 0.6}


def test_a_log_of_decisions_replays_to_the_same_decisions() -> None:
    wanted = '{"lambda_prog": 0.35, "lambda_eff": 0.4, "p_low": 0.2, "p_high": 0.8}'
    asks = Asks(ScriptedPlanner([wanted, "nonsense"]), RANGES)
    made = [asks.decide(standing()), asks.decide(standing())]
    made += [Rules(RANGES).decide(standing(efficiency=0.9)), KeepsPhi().decide(standing())]
    for decision in made:
        read = Decision.model_validate_json(decision.model_dump_json())
        assert replayed(read, RANGES) == decision


def test_the_last_decision_of_a_log_holds() -> None:
    moved = Rules(RANGES).decide(standing(efficiency=0.9))
    events = [{"step": 1, "what": "other"}, {"step": 2, "what": "controller", **moved.model_dump()}]
    assert kept_phi(events, PHI) == moved.phi
    assert kept_phi([], PHI) == PHI


@pytest.mark.parametrize("text", ["", "{}", '{"lambda_prog": {"least": 1, "most": 0}}', "[1]"])
def test_a_file_of_ranges_that_cannot_be_used_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ranges.json"
    path.write_text(text)
    with pytest.raises(UsageError):
        load_ranges(path)
