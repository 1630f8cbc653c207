"""Names: whatever is typed, what others see is short, visible, one line, and told apart."""

from __future__ import annotations

import time
from unicodedata import category, combining, normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kameny.game import Refused
from kameny.play.names import LONGEST, distinct, tidy
from refusals import refused

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
KISS = "👩🏻\u200d❤\ufe0f\u200d💋\u200d👩🏿"

awkward = st.text(
    st.one_of(
        st.sampled_from(
            " \t\u00a0aA1é\u0301\u0327\u200d\u200b\u202e\ufe0f\u20e3👩🏻❤🇨🇿\u3164\u2800\u1100\u1161\u05e9\u05c1\u05bc"
        ),
        st.characters(),
        st.characters(categories=["Mn", "Mc", "Me", "Cf", "So", "Zs"]),
    ),
    max_size=60,
)


def tidied(text: str) -> str:
    """The tidy name, or nothing where it is refused."""
    try:
        return tidy(text)
    except Refused:
        return ""


# ---- laws ----


@given(awkward)
def test_a_name_is_short_and_one_line_without_anything_that_steers_text(text: str) -> None:
    """At most 20 code points; of the format characters only a joiner between pictures; blanks single and inside."""
    name = tidied(text)
    assert len(name) <= LONGEST
    assert name == " ".join(name.split())
    assert all(category(char)[0] != "C" for char in name if char != "\u200d")
    assert not name.startswith("\u200d")
    assert not name.endswith("\u200d")
    assert "\u200d\u200d" not in name


@given(awkward)
@example("\u1100\u200d\u1161")
@example("a \u0301 b")
def test_tidying_a_tidy_name_changes_nothing(text: str) -> None:
    """What a phone sends back is what it was shown."""
    name = tidied(text)
    assert name == normalize("NFC", name)
    assert tidied(name) == name


@given(awkward)
@example("Z" + "\u0301" * 50)
def test_no_more_than_two_marks_in_a_row(text: str) -> None:
    """No tower of marks over the line above; and no mark without a letter below it."""
    runs = "".join("m" if category(char)[0] == "M" and char != "\ufe0f" else "-" for char in tidied(text))
    assert "mmm" not in runs
    assert not runs.startswith("m")


@given(st.text(st.characters(codec="iso8859-2", categories=["L", "Nd", "Zs"]), max_size=40))
def test_letters_come_through_however_they_are_composed(text: str) -> None:
    """A letter typed as one code point or as letter and accent is the same name."""
    assert tidied(normalize("NFD", text)) == tidied(text)


@given(awkward.map(tidied).filter(bool), st.lists(awkward.map(tidied).filter(bool), max_size=8))
def test_a_new_name_is_like_no_other_and_still_short(name: str, others: list[str]) -> None:
    """Compared without case and compatible forms; everything that is shown is still tidy."""
    found = distinct(name, [*others, name])
    assert found not in {*others, name}
    assert len(found) <= LONGEST
    assert tidy(found) == found
    assert normalize("NFKC", found).casefold() not in {normalize("NFKC", other).casefold() for other in [*others, name]}
    assert distinct(name, []) == name


@given(st.integers(0, 30))
def test_many_people_of_one_name_are_all_told_apart(people: int) -> None:
    """Each newcomer gets the next number; the name is shortened, never the number."""
    table: list[str] = []
    for _ in range(people):
        table.append(distinct("Bartholomew the Great", table))
    assert len(set(table)) == people
    assert all(name.endswith(f" {i}") for i, name in enumerate(table[1:], 2))


# ---- examples ----


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann\t\n  of\u00a0\u2003Cleves ", "Ann of Cleves"),
        ("Zdene\u030ck", "Zdeněk"),
        ("Příliš žluťoučký kůň", "Příliš žluťoučký kůň"),
        ("Grzegorz Brzęczyszczykiewicz", "Grzegorz Brzęczyszcz"),
        ("Nguyễn Thị Ánh", "Nguyễn Thị Ánh"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("مُحَمَّد", "مُحَمَّد"),
        ("王小明", "王小明"),
        ("한글", "한글"),
        ("a\u200bd\u2060m\u00adi\ufeffn", "admin"),
        ("\x00\x07A\x7fnn\x9f", "Ann"),
        ("\ue000A\ud800n\u0378n", "Ann"),
        ("a \u200b b", "a b"),
        ("A\ufe0fnn", "Ann"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("☺\ufe0f", "☺\ufe0f"),
        ("🙂\u200d↔\ufe0f", "🙂\u200d↔\ufe0f"),
    ],
)
def test_what_is_typed_and_what_is_shown(typed: str, shown: str) -> None:
    """Letters of any script stay, with their marks; blanks are one blank; what cannot be seen goes."""
    assert tidy(typed) == normalize("NFC", shown)


def test_a_direction_override_cannot_turn_the_line_around() -> None:
    """Overrides, embeddings, isolates and marks of direction go; Hebrew and Arabic need none of them."""
    assert tidy("\u202egnp.\u202cAnn\u2066\u2069\u200f\u061c") == "gnp.Ann"
    assert tidy("דנה\u202e 2") == "דנה 2"


def test_zalgo_is_stripped_to_two_marks() -> None:
    """The letter stays readable and inside its line."""
    assert tidy("Z" + "\u0334\u0335\u0336\u0337" * 10 + "o") == "Z\u0334\u0335o"
    assert tidy("\u0301\u0301Ann") == "Ann"


def test_an_emoji_is_never_cut_in_the_middle() -> None:
    """A family is one sign: as many families as fit, and then none rather than half of one."""
    assert tidy(FAMILY * 5) == FAMILY * 2
    assert tidy(KISS * 3) == KISS * 2
    assert tidy("x" * 14 + FAMILY) == "x" * 14
    assert tidy("x" * 13 + FAMILY) == "x" * 13 + FAMILY
    assert tidy("x" * 19 + "🇨🇿") == "x" * 19
    assert tidy("x" * 19 + "q\u0303") == "x" * 19
    assert tidy("x" * 19 + "👍🏽") == "x" * 19


def test_a_joiner_joins_pictures_only() -> None:
    """Between letters it cannot be seen, so two names that look alike would differ."""
    assert tidy("A\u200dn\u200dn\u200d") == "Ann"
    assert tidy("👩\u200dAnn") == "👩Ann"
    assert tidy(f"{FAMILY}\u200d👶") == f"{FAMILY}👶"


@pytest.mark.parametrize(
    "typed", ["", "   ", "\u200b", "\u3164\u115f", "\u2800", "\u202e\u202c", "\u0301", "\ufe0f", "\t\n"]
)
def test_a_name_that_shows_nothing_is_refused(typed: str) -> None:
    """Blanks, fillers, overrides and lone marks are nobody's name."""
    with refused("bad_name"):
        tidy(typed)


def test_a_letter_that_is_like_another_is_the_same_name() -> None:
    """Case, width and ligatures do not make another person."""
    assert distinct("ann", ["Ann"]) == "ann 2"
    assert distinct("\uff21nn", ["ann"]) == "\uff21nn 2"
    assert distinct("STRASSE", ["Straße"]) == "STRASSE 2"
    assert distinct("Ann", ["Ann", "ANN 2"]) == "Ann 3"
    assert distinct("Ann", ["Anna", "Ann 2"]) == "Ann"


def test_the_name_is_shortened_and_not_the_number() -> None:
    """Whole signs go until the number fits, and the blank before it with them."""
    assert distinct("x" * 20, ["x" * 20]) == "x" * 18 + " 2"
    assert distinct("x" * 17 + " yz", ["x" * 17 + " yz"]) == "x" * 17 + " 2"
    assert distinct("x" * 13 + FAMILY, ["x" * 13 + FAMILY]) == "x" * 13 + " 2"


@pytest.mark.parametrize("long", ["x" * 10_000, "a" + "\u0301\u0327" * 5_000, FAMILY * 1_500, "\u202e" * 10_000 + "A"])
def test_a_very_long_name_costs_next_to_nothing(long: str) -> None:
    """Ten thousand marks in the worst order take no longer than ten thousand letters."""
    began = time.process_time()
    name = tidy(long)
    assert time.process_time() - began < 0.2
    assert len(name) <= LONGEST
    assert sum(combining(char) > 0 for char in name) <= 2
