"""The corpus that the phone's rules are tested against is what Python's rules say today."""

from __future__ import annotations

import json
from importlib import util
from pathlib import Path
from types import ModuleType

MAKER = Path(__file__).with_name("make_sets_corpus.py")


def load_maker() -> ModuleType:
    """The generator beside this file; tests are folders, not packages."""
    spec = util.spec_from_file_location("make_sets_corpus", MAKER)
    assert spec
    assert spec.loader
    maker = util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    return maker


def test_the_corpus_is_what_the_rules_say_today() -> None:
    """A change of `sets.py` shows here; `make_sets_corpus.py` writes the file anew, and the phone must follow."""
    maker = load_maker()
    written = json.loads(maker.CORPUS.read_text())
    made = json.loads(json.dumps(maker.make_corpus()))
    assert {part: written[part] for part in made} == made
    assert (written["faces"].split(), written["upto"]) == (list(maker.FACES), maker.UPTO)


def test_the_corpus_stays_small_enough_to_be_read() -> None:
    """It lies in git and is loaded by a browser's test runner."""
    assert load_maker().CORPUS.stat().st_size < 300_000
