"""A game's tree: what is stored is what is shown again."""

from __future__ import annotations

import random

import pytest

from gajah._core import Turn
from gajah.records.comments import Comment
from gajah.records.tree import Marker
from gajah.web.games.rows import StoredNode
from gajah.web.games.tree import ROOT, GameTree
from tests.helpers import OPENING


def grown(seed: int) -> GameTree:
    """A tree with a played line, variations in it, words and glyphs."""
    chance = random.Random(seed)
    tree = GameTree(OPENING)
    numbers = [ROOT]
    for count in range(30):
        if chance.random() < 0.3:
            turn = chance.choice(tree.game(tree.end).legal_turns())
            number = tree.play(turn, Comment.of(used_s=count))
        else:
            parent = chance.choice(numbers)
            turn = chance.choice(tree.game(parent).legal_turns())
            number = tree.add(parent, str(turn))
        numbers.append(number)
        if chance.random() < 0.3:
            tree.comment(number, f"Words {{{count}}}")
            tree.glyph(number, chance.choice(["!", "??", ""]))
    return tree


@pytest.mark.parametrize("seed", range(5))
def test_stored_tree_comes_back_as_it_was(seed: int) -> None:
    tree = grown(seed)
    rows = [StoredNode(**row) for row in tree.rows("game")]
    random.Random(seed).shuffle(rows)
    again = GameTree.of_rows(rows, OPENING)
    by_id = {shape.id: shape for shape in again.shapes()}
    assert by_id == {shape.id: shape for shape in tree.shapes()}
    assert again.played == tree.played
    assert str(again.record) == str(tree.record)


@pytest.mark.parametrize("seed", range(5))
def test_game_is_the_main_line_of_its_record_whatever_is_promoted(seed: int) -> None:
    tree = grown(seed)
    played = [str(node.turn) for node in tree.played_nodes()]
    chance = random.Random(seed)
    for shape in chance.sample(tree.shapes()[1:], 10):
        chance.choice([tree.promote, tree.make_main])(shape.id)
        assert [str(node.turn) for node in tree.played_nodes()] == played
        record = tree.copy_record()
        assert [str(turn) for turn in record.game().turns] == played
        turns = sum(not isinstance(node.turn, Marker) for node in record.walk())
        assert turns == len(tree)


def test_taken_back_turns_go_with_their_variations() -> None:
    tree = GameTree(OPENING)
    first = tree.play(Turn.parse("Ee2n"), Comment(""))
    tree.play(Turn.parse("ed7s"), Comment(""))
    tree.add(first, "ed7s ed6s")
    tree.take_back(2)
    assert len(tree) == 0
    assert tree.play(Turn.parse("Md2n"), Comment("")) > first, "a number is never used twice"


def test_turn_that_was_tried_before_is_kept_beside_the_played_one() -> None:
    tree = GameTree(OPENING)
    tried = tree.add(ROOT, "Md2n")
    played = tree.play(Turn.parse("Ee2n"), Comment(""))
    assert tree.shape(ROOT).children == [played, tried]


def test_drawing_replaces_the_one_before_and_leaves_words_and_times() -> None:
    tree = GameTree(OPENING)
    number = tree.play(Turn.parse("Ee2n"), Comment("Slow. [%emt 0:00:12] [%cal Ge2e5]"))
    tree.draw(number, ["Re3e6"], ["Bc3"])
    shape = tree.shape(number)
    assert (shape.arrows, shape.marks) == (["Re3e6"], ["Bc3"])
    assert (shape.comments, shape.used_s) == (["Slow."], 12)
    tree.comment(number, "Quick.")
    assert tree.shape(number).arrows == ["Re3e6"]
    [row] = tree.rows("game")
    [again] = GameTree.of_rows([StoredNode(**row)], OPENING).shapes()[1:]
    assert (again.arrows, again.marks, again.comments) == (["Re3e6"], ["Bc3"], ["Quick."])
    tree.draw(number, [], [])
    assert "%c" not in str(tree.record)
