"""Chance agrees with what another program works out from its description: `corpora/fair.json`."""

from __future__ import annotations

import ast
import json
import sys
from importlib import util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kameny.game import Before
from kameny.play.chance import Fair, commitment
from kameny.rummy import RUMMY
from kameny.rummy.model import Dealt, Options

MAKER = Path(__file__).with_name("make_fair_corpus.py")


def load_maker() -> ModuleType:
    """The generator beside this file; tests are folders, not packages."""
    spec = util.spec_from_file_location(MAKER.stem, MAKER)
    assert spec
    assert spec.loader
    maker = util.module_from_spec(spec)
    sys.modules[MAKER.stem] = maker
    spec.loader.exec_module(maker)
    return maker


CORPUS: dict[str, list[dict[str, Any]]] = json.loads(load_maker().CORPUS.read_text("utf-8"))


def cases(part: str) -> pytest.MarkDecorator:
    """Every case of a part of the corpus."""
    return pytest.mark.parametrize("case", CORPUS[part])


def fair(case: dict[str, Any]) -> Fair:
    """The chance of a case."""
    return Fair(case["secret"], case["nonces"], case["game"])


def test_the_corpus_is_what_its_maker_makes() -> None:
    """Nobody edits it: `make_fair_corpus.py` writes it anew, and then it must still be the same."""
    assert json.loads(json.dumps(load_maker().make_corpus())) == CORPUS


def test_the_maker_knows_nothing_of_kameny() -> None:
    """It imports the standard library alone, so the agreement of the two says something."""
    tree = ast.parse(MAKER.read_text("utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    modules |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert {(module or "").partition(".")[0] for module in modules} <= sys.stdlib_module_names


@cases("commitments")
def test_a_commitment_is_the_hash_of_the_bytes_of_the_secret(case: dict[str, str]) -> None:
    """Not of its hexadecimal digits."""
    assert commitment(case["secret"]) == case["commitment"]


@cases("words")
def test_the_words_are_those_of_the_hmac(case: dict[str, Any]) -> None:
    """Below 2^64 nothing is thrown away, so the numbers are the words; the purpose is UTF-8."""
    chance = fair(case)
    assert [f"{chance.below(2**64, case['purpose']):016x}" for _ in case["words"]] == case["words"]


@cases("below")
def test_numbers_below_n(case: dict[str, Any]) -> None:
    """Also where words are thrown away: just above half of all words every second one is."""
    chance = fair(case)
    assert [str(chance.below(int(case["n"]), case["purpose"])) for _ in case["values"]] == case["values"]


@cases("shuffles")
def test_shuffles(case: dict[str, Any]) -> None:
    """Nothing, one thing, two and ten."""
    assert list(fair(case).shuffled(case["items"], case["purpose"])) == case["order"]


@cases("deals")
def test_whole_deals_of_tile_rummy(case: dict[str, Any]) -> None:
    """Lots with their ties and jokers, who begins, every hand and the whole pool in order."""
    before = Before(opener=case["opener_before"])
    (dealt,) = RUMMY.deal(Options(jokers=case["jokers"]), case["seats"], before, fair(case))
    assert isinstance(dealt, Dealt)
    assert [list(lot) for lot in dealt.lots] == case["lots"]
    assert dealt.opener == case["opener"]
    assert [list(hand) for hand in dealt.hands] == case["hands"]
    assert list(dealt.pool) == case["pool"]


def test_the_corpus_has_what_is_easily_got_wrong() -> None:
    """A tie and a joker among the lots, a deal without nonces, a later game, and words that are thrown away."""
    lots, *_ = (case["lots"] for case in CORPUS["deals"])
    assert len([tile for _, tile in lots if tile.startswith("*")]) == 1
    assert len(lots) > 6
    assert any(not case["nonces"] for case in CORPUS["deals"])
    assert any(case["game"] > 1 for case in CORPUS["deals"])
    assert any(int(case["n"]) > 2**63 for case in CORPUS["below"])


def test_the_check_by_hand_is_of_the_corpus() -> None:
    """What `corpora/README.md` tells people to type gives what the corpus says."""
    text = load_maker().CORPUS.with_name("README.md").read_text("utf-8")
    first = CORPUS["words"][0]
    assert (first["purpose"], first["nonces"], first["game"]) == ("deal", [], 1)
    assert f"secret={first['secret']}" in text
    assert commitment(first["secret"])[:8] in text
    assert first["words"][0] in text
    assert f"modulo 106: {Fair(first['secret'], (), 1).below(106, 'deal')}\n" in text
