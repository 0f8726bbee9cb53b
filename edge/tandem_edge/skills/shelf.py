"""All skills at hand: the built-in ones and the owner's, with what could not be taken."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from tandem_edge.harness.recall import Recall, terms
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.skills.folder import read_skill
from tandem_edge.skills.lint import Fault, faults
from tandem_edge.skills.offering import spec_of, specs_of
from tandem_edge.skills.skill import Skill, SkillError, canonical
from tandem_shared.tools import Bilingual, ToolSpec

BUILTIN = Path(__file__).with_name("builtin")
MOST_USER_SKILLS = 200
_SHOWN = 41


@dataclass(frozen=True)
class Shelf:
    """Skills by name order, the arbiter last; ``faults`` are of the owner's, one each."""

    skills: tuple[Skill, ...]
    faults: tuple[Fault, ...] = ()

    @cached_property
    def specs(self) -> tuple[ToolSpec, ...]:
        """Every tool by which a skill can be found or loaded."""
        return specs_of(self.skills)

    @cached_property
    def _index(self) -> Recall:
        return Recall(tuple(_indexed(skill) for skill in self.skills if not skill.arbiter))

    @property
    def arbiter(self) -> Skill | None:
        """The skill that says in which order others apply."""
        return next((skill for skill in self.skills if skill.arbiter), None)

    def get(self, name: str) -> Skill | None:
        """The skill called ``name``, however its words are joined."""
        wanted = canonical(name).removeprefix("skill__")
        return next((each for each in self.skills if canonical(each.name) == wanted), None)

    def search(self, query: str, count: int) -> tuple[Skill, ...]:
        """At most ``count`` skills that share terms with ``query``, best first."""
        by_tool = {skill.tool_name: skill for skill in self.skills}
        asked = set(terms(query))
        ranked = self._index.top(query, count)
        return tuple(by_tool[spec.name] for spec in ranked if asked & set(terms(_words(spec))))

    def skills_of_tool(self) -> dict[str, tuple[str, ...]]:
        """Tool name to the names of the skills that expose it."""
        found: dict[str, list[str]] = defaultdict(list)
        for skill in self.skills:
            for tool in skill.tools:
                found[tool].append(skill.name)
        return {tool: tuple(names) for tool, names in sorted(found.items())}


@lru_cache(maxsize=1)
def builtin_skills() -> tuple[Skill, ...]:
    """The skills that ship with Tandem. Raises ``SkillError`` when one is broken."""
    folders = sorted(path for path in BUILTIN.iterdir() if path.is_dir())
    found = [read_skill(folder, builtin=True) for folder in folders if folder.name[0] not in "._"]
    return tuple(sorted(found, key=lambda skill: (skill.arbiter, skill.name)))


def load_shelf(folder: Path | None = None) -> Shelf:
    """The built-in skills and those in ``folder``, which need not exist.

    A folder that holds no usable skill gives a fault, never an exception; so does one that has
    the name of a skill that is there already.
    """
    skills, found = list(builtin_skills()), list[Fault]()
    for path in _folders(folder, found) if folder else ():
        try:
            skill = read_skill(path)
        except SkillError as error:
            found.append(Fault(path.name[:_SHOWN], str(error), error.hint, fatal=True))
            continue
        own = faults(skill, skills)
        found += own
        if not any(fault.fatal for fault in own):
            skills.append(skill)
    skills.sort(key=lambda skill: (skill.arbiter, skill.name))
    return Shelf(tuple(skills), tuple(found))


def _indexed(skill: Skill) -> ToolSpec:
    """What a search looks through: description, headings, and how people ask for its tools."""
    spec = spec_of(skill)
    tools = [found for name in skill.tools if (found := load_catalogue().spec(name))]
    english = (f"{tool.description.en} {tool.cues.en}" for tool in tools)
    chinese = (f"{tool.description.zh} {tool.cues.zh}" for tool in tools)
    return spec.model_copy(
        update={
            "cues": Bilingual(
                en=" ".join([spec.cues.en, spec.cues.en, *english]),
                zh=" ".join([spec.cues.zh, spec.cues.zh, *chinese]),
            )
        }
    )


def _words(spec: ToolSpec) -> str:
    said = (spec.description, spec.cues)
    return " ".join([spec.name.replace("_", " "), *(f"{each.en} {each.zh}" for each in said)])


def _folders(root: Path, found: list[Fault]) -> Iterator[Path]:
    try:
        paths = sorted(path for path in root.iterdir() if not path.name.startswith("."))
    except FileNotFoundError:
        return
    except OSError as error:
        found.append(Fault(root.name, f"{root}: {error.strerror}", "see that you may read it"))
        return
    folders = [path for path in paths if path.is_symlink() or path.is_dir()]
    if len(folders) > MOST_USER_SKILLS:
        said = f"{root} holds {len(folders)} folders, the first {MOST_USER_SKILLS} are read"
        found.append(Fault(root.name, said, "move some elsewhere"))
    yield from folders[:MOST_USER_SKILLS]
