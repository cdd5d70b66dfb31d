"""Chapter 4 where two of its rules meet: what one of them leaves open or closes for the other."""

import hexumpire
import pytest

from tests.rules.daisenso.setting import (
    LADDER,
    TARGET,
    attack,
    drive,
    fight,
    hq,
    infantry,
    options,
    read,
    to,
    unit,
)


def pack(**columns):
    """A chart in which nothing happens but in the columns given, a cell a face; for chances worked out by hand."""
    cells = {name.removeprefix("c").replace("_", "-"): row for name, row in columns.items()}
    rows = {str(face): {name: cells.get(name, ["-"] * 6)[face - 1] for name in LADDER} for face in range(1, 7)}
    return {"title": "Invented", "tables": {"crt": rows}}


# --- who takes the place of a unit that breaks down (4.2.6.2 with 4) ----------------------------------


@pytest.mark.parametrize("faction", ["usual", "soviet"])
def test_4_factions_a_force_pool_of_an_enemy_faction_lends_nobody(faction):
    """Western and Soviet are enemies (4): a Western Chinese unit takes a Soviet HQ's place only where it is Soviet.

    That any Communist Chinese unit will do is said of Ranged Support alone (4.2.1.2.ccp).
    """
    reserve = unit("infantry", nation="Western Communist Chinese", pool=True, id="pw", faction=faction)
    found = read(
        fight([infantry()], [hq(nation="Soviet Communist Chinese"), infantry(nation="Russian"), reserve]), "0/1"
    )
    assert ("lose:d1:pw" in options(found)) == (faction == "soviet")
    assert ("lose:d1" in options(found)) == (faction == "usual")  # a Force Pool that nobody stated


@pytest.mark.parametrize(("faction", "lands"), [("western", True), ("soviet", False)])
def test_4_factions_nobody_of_an_enemy_faction_lands_for_an_airdrop(faction, lands):
    """One nation, two factions: the marker's own Force Pool gives the unit (4.1.4.place)."""
    force = [unit("airdrop", nation="Other minor", faction="western", blitz=True, at=TARGET),
             unit("infantry", nation="Other minor", faction=faction, pool=True, id="pool")]  # fmt: skip
    found = fight(force, [], procedure="blitz")
    assert ("land:a1@pool" in options(found)) == lands


# --- equal counters that are not alike (4.2.1 with 4.2.5) ---------------------------------------------


def test_4_2_1_once_unit_a_fresh_unit_in_a_rout_is_worth_more_than_its_like_that_has_attacked():
    """Two equal one-step units in one hex: one has attacked, one may attack the third hex after the rout (A18).

    Attrition 2 falls on them and on the one that retreated there. If the fresh one is left it attacks w4526 at 4:2,
    that is 2-1, where one face of six costs it its step and four cost the defender two: 7/6 more than without it.
    """
    force = [{**unit("infantry", af=4, at="w4626"), "count": 2}, unit("infantry", af=4)]
    foes = [infantry(at="w4726"), infantry(at=TARGET), infantry(at="w4526")]
    found = fight(force, foes, targets=("w4726", TARGET, "w4526"),
                  pack=pack(c2_1=["-", "Ad 2/0", "0/2", "0/2", "0/2", "0/2"]))  # fmt: skip
    found = drive(found, "out:a1", "d6=1", attack(TARGET), "d6=2", "retreat", to("w4626"))
    values = {one["id"]: one["value"] for one in hexumpire.best_play(found, "steps")["actions"]}
    assert values == {"lose:a2": "-5/6", "lose:a1*2": "-5/6", "lose:a1": "-2"}


def test_4_2_1_2_used_of_two_equal_hqs_one_may_still_support():
    """By the reading that an HQ may attack after it supported: whether it has is what tells two equal HQs apart."""
    force = [infantry(af=8, at="w4621"), infantry(af=4, at="w4627"), hq(at=TARGET, count=2)]
    foes = [infantry(df=8, at="w4622"), hq(at="w4625"), infantry(at="w4626")]
    found = fight(force, foes, targets=("w4622", "w4625", "w4626"), readings={"hq_again": "yes"},
                  pack=pack(c4_1=["0/2"] * 6))  # fmt: skip
    found = drive(found, "support:a3*2", "d6=1")
    assert hexumpire.best_play(found, "steps")["value"] == "2"
