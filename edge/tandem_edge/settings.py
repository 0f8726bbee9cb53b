"""Every setting in one frozen object: flag, then environment, ``config.toml``, default."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tandem_edge.files import read_limited
from tandem_edge.languages.catalogue import _
from tandem_edge.outbound.endpoints import Endpoint
from tandem_edge.outbound.keys import PREFIX as KEY_PREFIX
from tandem_edge.outbound.prices import Price
from tandem_shared.errors import UsageError
from tandem_shared.memory import Scope, scope_name
from tandem_shared.text import one_line

PREFIX = "TANDEM_"
CONFIG_NAME = "config.toml"
LARGEST_CONFIG = 1_000_000
SHOWN = 200
"""Characters of a bad value that are repeated."""


def default_home() -> Path:
    """Where state lives when nobody says otherwise."""
    return Path(platformdirs.user_data_dir("tandem", appauthor=False))


def default_models_dir() -> Path:
    """The per-user cache of model files, shared by every clone and home."""
    return Path(platformdirs.user_cache_dir("tandem", appauthor=False)) / "models"


class Settings(BaseModel):
    """What the agent runs with. Names are the same in flags, environment and file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    home: Path = Field(default_factory=default_home, description="folder that holds all state")
    models_dir: Path = Field(
        default_factory=default_models_dir, description="cache of model files, shared by clones"
    )
    planner: str = Field(
        default="qwen2.5-coder-0.5b",
        description="planner: a model's name, a GGUF path, openai:URL#MODEL, endpoint:NAME, "
        "or scripted:FILE",
    )
    dialect: str = Field(
        default="signatures", description="how tools are described to a planner that reads text"
    )
    llm: str = Field(
        default="",
        description="language model for everything but the next action, named like a planner "
        "(default: the planner, if it is a model of this machine, else Tandem's own)",
    )
    vision: str = Field(
        default="", description="endpoint whose model looks at pictures, for the image sub-agent"
    )
    endpoints: dict[str, Endpoint] = Field(
        default_factory=dict, description="OpenAI-compatible endpoints, by name: url and model"
    )
    prices: dict[str, Price] = Field(
        default_factory=dict,
        description="US dollars for a million tokens of a model: input, cached, output",
    )
    memory: bool = Field(
        default=True, description="remember across requests, once tandem key init has made a key"
    )
    memory_recalled: int = Field(
        default=400,
        ge=0,
        le=4000,
        description="characters of standing instructions and profile told with every request",
    )
    memory_user: scope_name = Field(
        default="owner", description="whose memory it is: a name in small letters"
    )
    memory_workspace: scope_name = Field(
        default="home", description="what it is a memory for: home, work..."
    )
    memory_agent: scope_name = Field(default="tandem", description="which agent's memory it is")
    locomo: Path | None = Field(
        default=None, description="folder of LoCoMo's file, which does not come with Tandem"
    )
    skills: bool = Field(
        default=False, description="offer skills to the planner; untrained ones act worse with them"
    )
    skills_dir: Path | None = Field(
        default=None, description="folder of your own skills (default: skills in the home folder)"
    )
    planner_threads: int = Field(
        default_factory=lambda: max(1, (os.cpu_count() or 2) // 2),
        ge=1,
        le=64,
        description="threads for llama.cpp; more than the idle cores is far slower",
    )
    planner_context: int = Field(
        default=4096, ge=512, le=131072, description="planner context, tokens"
    )
    planner_blocks: bool = Field(
        default=False,
        description="evaluate each tool once for all requests: for planners trained on that form",
    )
    planner_adapter: Path | None = Field(
        default=None,
        description="LoRA file that the planner was trained into; for a planner of this machine",
    )
    planner_load_s: float = Field(
        default=120.0, gt=0, description="deadline for loading the planner, seconds"
    )
    step_s: float = Field(default=60.0, gt=0, description="deadline for one planner step, seconds")
    turn_s: float = Field(default=300.0, gt=0, description="time budget of one request, seconds")
    turn_steps: int = Field(default=6, ge=1, le=50, description="step budget of one request")
    turn_tokens: int = Field(
        default=2048, ge=16, description="budget of planner output tokens for one request"
    )
    candidates: int | None = Field(
        default=None,
        ge=1,
        le=40,
        description="tools recalled for one request; by default what the harness file says",
    )
    harness: Path | None = Field(
        default=None, description="file of the planner's guidance, instead of Tandem's own"
    )
    phone: str = Field(default="sandbox", description="phone to act on")
    seed: int = Field(default=7, ge=0, description="seed of a fresh sandbox phone")
    lang: Literal["", "en", "zh"] = Field(
        default="", description="language of what is told, en or zh (default: the system's)"
    )
    verbose: bool = Field(default=False, description="log to the terminal too")

    @property
    def memory_scope(self) -> Scope:
        """Whose memory is used."""
        return Scope(
            user=self.memory_user, workspace=self.memory_workspace, agent=self.memory_agent
        )

    @property
    def sandbox_file(self) -> Path:
        """The sandbox phone's saved state."""
        return self.home / "sandbox-phone.json"

    @property
    def skills_folder(self) -> Path:
        """Where the owner's own skills lie; it need not exist."""
        return self.skills_dir or self.home / "skills"

    @property
    def log_file(self) -> Path:
        """The current log."""
        return self.home / "logs" / "tandem.log"


def load_settings(
    flags: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None
) -> Settings:
    """The settings in force.

    ``flags`` are the command line's values; ``None`` among them means "not given".
    Raises ``UsageError`` for an unknown key (naming the nearest one) or a bad value, saying
    where it stands.
    """
    environ = os.environ if environ is None else environ
    from_flags = {key: value for key, value in (flags or {}).items() if value is not None}
    from_environment = _from_environment(environ)
    home = Path(from_flags.get("home") or from_environment.get("home") or default_home())
    config = home / CONFIG_NAME
    from_file = _from_file(config)
    origin = {
        **dict.fromkeys(from_file, str(config)),
        **{key: f"{PREFIX}{key.upper()}" for key in from_environment},
        **{key: f"--{key.replace('_', '-')}" for key in from_flags},
    }
    for name, value in {**from_file, **from_flags}.items():
        if not str(value):  # a path that is empty would be the current folder
            raise UsageError(f"{name} is empty ({origin[name]})", hint=_meaning(name))
    merged = {**from_file, **from_environment, **from_flags, "home": home}
    try:
        return Settings.model_validate(merged)
    except ValidationError as error:
        raise _bad_value(error.errors(include_url=False)[0], origin) from error


def _bad_value(first: Any, origin: Mapping[str, str]) -> UsageError:
    """What is wrong with a value. One inside a table is not repeated: it may be a key."""
    name = str(first["loc"][0])
    value = "" if len(first["loc"]) > 1 else " = " + one_line(repr(first["input"]), limit=SHOWN)
    where = ".".join(map(str, first["loc"]))
    return UsageError(
        f"{where}{value} ({origin.get(name, 'default')}): {first['msg']}", hint=_meaning(name)
    )


def _meaning(name: str) -> str:
    return f"{name} is: {Settings.model_fields[name].description}"


def _from_environment(environ: Mapping[str, str]) -> dict[str, str]:
    given = {
        key[len(PREFIX) :].lower(): value
        for key, value in environ.items()
        if key.startswith(PREFIX) and value and not key.startswith(KEY_PREFIX)
    }
    for name in given:
        _refuse_unknown(name, f"{PREFIX}{name.upper()}", lambda near: f"{PREFIX}{near.upper()}")
    return given


def _from_file(path: Path) -> dict[str, Any]:
    try:
        values = tomllib.loads(read_limited(path, LARGEST_CONFIG).decode("utf-8"))
    except FileNotFoundError:
        return {}
    except NotADirectoryError:
        raise UsageError(
            _("{file} is a file, not a folder", file=path.parent),
            hint=_("name the folder that holds all state: --home DIR"),
        ) from None
    except RecursionError:
        raise _unreadable(path, "it is nested too deep") from None
    except (OSError, ValueError) as error:  # among them: no UTF-8, no TOML, too many digits
        raise _unreadable(path, str(error)) from error
    for name in values:
        if name == "home":
            raise UsageError(
                f"{path} sets home, which is where the file itself is found",
                hint="use --home or TANDEM_HOME",
            )
        _refuse_unknown(name, f"{name} in {path}", str)
    return values


def _unreadable(path: Path, why: str) -> UsageError:
    return UsageError(
        _("{file} cannot be read: {why}", file=path, why=_(why)), hint="mend or move the file"
    )


def _refuse_unknown(name: str, shown: str, show: Any) -> None:
    if name in Settings.model_fields:
        return
    near = difflib.get_close_matches(name, Settings.model_fields, n=1, cutoff=0.4)
    suggestion = f"did you mean {show(near[0])}?" if near else ""
    known = ", ".join(Settings.model_fields)
    raise UsageError(f"{shown} is not a setting", hint=suggestion or f"settings are: {known}")
