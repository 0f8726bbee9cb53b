"""Flag, then environment, then config.toml, then default; nothing unknown passes silently."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tandem_edge.settings import CONFIG_NAME, Settings, load_settings
from tandem_shared.errors import UsageError


def write(home: Path, text: str) -> None:
    home.mkdir(exist_ok=True)
    (home / CONFIG_NAME).write_text(text, "utf-8")


def test_without_anything_said_the_defaults_are_in_force(tmp_path: Path) -> None:
    settings = load_settings({"home": tmp_path}, {})
    assert settings == Settings(home=tmp_path)
    assert settings.phone == "sandbox"


def test_a_flag_beats_the_environment_and_that_beats_the_file(tmp_path: Path) -> None:
    write(tmp_path, "seed = 1\n")
    flags = {"home": tmp_path}
    assert load_settings(flags, {}).seed == 1
    assert load_settings(flags, {"TANDEM_SEED": "2"}).seed == 2
    assert load_settings({**flags, "seed": 3}, {"TANDEM_SEED": "2"}).seed == 3


def test_a_flag_that_was_not_given_and_an_empty_variable_say_nothing(tmp_path: Path) -> None:
    write(tmp_path, "seed = 1\n")
    assert load_settings({"home": tmp_path, "seed": None}, {"TANDEM_SEED": ""}).seed == 1


def test_the_home_decides_which_file_is_read(tmp_path: Path) -> None:
    write(tmp_path / "a", "seed = 1\n")
    write(tmp_path / "b", "seed = 2\n")
    by_environment = {"TANDEM_HOME": str(tmp_path / "a")}
    assert load_settings({}, by_environment).seed == 1
    settings = load_settings({"home": tmp_path / "b"}, by_environment)
    assert (settings.seed, settings.home) == (2, tmp_path / "b")


@pytest.mark.parametrize(
    ("environ", "shown", "near"),
    [
        ({"TANDEM_PLANER": "x"}, "TANDEM_PLANER", "did you mean TANDEM_PLANNER?"),
        ({"TANDEM_MODEL_DIR": "x"}, "TANDEM_MODEL_DIR", "did you mean TANDEM_MODELS_DIR?"),
    ],
)
def test_an_unknown_variable_names_the_nearest_setting(
    environ: dict[str, str], shown: str, near: str, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=shown) as caught:
        load_settings({"home": tmp_path}, environ)
    assert caught.value.hint == near


def test_an_unknown_key_of_the_file_names_file_and_nearest_setting(tmp_path: Path) -> None:
    write(tmp_path, "turn_step = 3\n")
    with pytest.raises(UsageError, match=r"turn_step in .*config\.toml is not a setting") as caught:
        load_settings({"home": tmp_path}, {})
    assert caught.value.hint == "did you mean turn_steps?"


def test_a_key_like_nothing_lists_all_settings(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        load_settings({"home": tmp_path}, {"TANDEM_ZZZZZZZZ": "1"})
    assert all(name in caught.value.hint for name in Settings.model_fields)


@pytest.mark.parametrize(
    ("flags", "environ", "text", "origin"),
    [
        ({"seed": -1}, {}, "", "--seed"),
        ({}, {"TANDEM_STEP_S": "soon"}, "", "TANDEM_STEP_S"),
        ({}, {}, "planner_context = 1\n", CONFIG_NAME),
    ],
)
def test_a_bad_value_says_where_it_stands_and_what_the_setting_is(
    flags: dict[str, object], environ: dict[str, str], text: str, origin: str, tmp_path: Path
) -> None:
    write(tmp_path, text)
    with pytest.raises(UsageError, match=origin) as caught:
        load_settings({"home": tmp_path, **flags}, environ)
    assert " is: " in caught.value.hint


@pytest.mark.parametrize("text", ["seed = ", "\udcff", "seed = 1\nseed = 2\n"])
def test_a_file_that_is_no_toml_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / CONFIG_NAME).write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(UsageError, match=r"config\.toml cannot be read"):
        load_settings({"home": tmp_path}, {})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("seed = " + "[" * 100_000, "nested too deep"),
        ("seed = " + "9" * 10_000, "digits"),
        ("# " + "x" * 1_000_000, "over 1 MB"),
    ],
)
def test_a_file_beyond_all_measure_is_named(text: str, reason: str, tmp_path: Path) -> None:
    write(tmp_path, text)
    with pytest.raises(UsageError, match=rf"config\.toml cannot be read: .*{reason}"):
        load_settings({"home": tmp_path}, {})


def test_a_pipe_in_place_of_the_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / CONFIG_NAME)
    with pytest.raises(UsageError, match="not a regular file"):
        load_settings({"home": tmp_path}, {})


def test_a_bad_value_is_repeated_only_in_part(tmp_path: Path) -> None:
    write(tmp_path, f'seed = "{"x" * 100_000}"\n')
    with pytest.raises(UsageError) as caught:
        load_settings({"home": tmp_path}, {})
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("name", ["home", "models_dir", "planner", "phone"])
def test_an_empty_flag_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=rf"{name} is empty \(--"):
        load_settings({"home": tmp_path, name: ""}, {})


def test_an_empty_key_of_the_file_is_refused(tmp_path: Path) -> None:
    write(tmp_path, 'models_dir = ""\n')
    with pytest.raises(UsageError, match=r"models_dir is empty \(.*config\.toml"):
        load_settings({"home": tmp_path}, {})


def test_a_folder_in_place_of_the_file_is_named(tmp_path: Path) -> None:
    (tmp_path / CONFIG_NAME).mkdir()
    with pytest.raises(UsageError, match="cannot be read"):
        load_settings({"home": tmp_path}, {})


def test_the_file_cannot_move_the_home_it_was_found_in(tmp_path: Path) -> None:
    write(tmp_path, 'home = "/elsewhere"\n')
    with pytest.raises(UsageError, match="sets home"):
        load_settings({"home": tmp_path}, {})


def test_settings_do_not_change_once_made(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    with pytest.raises(ValidationError, match="frozen"):
        settings.seed = 1
    with pytest.raises(ValidationError, match="Extra inputs"):
        Settings(home=tmp_path, colour="red")  # type: ignore[call-arg]


def test_everything_that_is_kept_is_kept_under_the_home(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path)
    for path in (settings.sandbox_file, settings.log_file):
        assert path.is_relative_to(tmp_path)


def test_every_setting_says_what_it_is() -> None:
    assert all(field.description for field in Settings.model_fields.values())


@given(st.dictionaries(st.text(min_size=1).map(str.upper), st.text(), max_size=3))
def test_variables_of_other_programs_are_not_ours(environ: dict[str, str]) -> None:
    others = {f"X{name}": value for name, value in environ.items()}
    assert load_settings({"home": "/nowhere"}, others) == Settings(home=Path("/nowhere"))
