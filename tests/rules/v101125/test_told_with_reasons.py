"""What the umpire tells with the rule behind it: who is left out, why nothing is planned, what a loss rests on."""

from __future__ import annotations

from tests.rules.v101125.playing import after, begin, log
from tests.rules.v101125.setting import HERE, document, figures, infantry, skipped, support

FORT = {"title": "Ours", "tables": {"terrain_numbers": {"fort": {"dm": -2}}}}


def cited(battle, text):
    """The rules of the log entries in which a text stands."""
    return {rule for _, line in battle.log if text in line.text for rule in line.rules}


def test_units_beside_the_hex_that_are_left_out():
    """11.A.5: of a stack some take part."""
    found = figures([infantry(9), infantry(4, attacks=False)], [infantry(3)])
    assert list(skipped(found.attack_trace).values()) == ["it is left out of this attack"]
    assert found.attack == 9


def test_why_an_attack_is_not_planned():
    """11.K.1: more than 1 RE of the stack has moved; who cannot plan anyway is told nothing."""
    moved = [infantry(9, moved="initial", size="3")]
    told = begin(document(moved, [infantry(3)], artillery_steps=1))
    assert "No planned steps: more than 1 RE of a stack moved before it." in log(told)
    assert cited(told, "No planned steps") == {"11.K.1"}
    assert "No planned steps" not in log(begin(document(moved, [infantry(3)])))
    assert "No planned steps" not in log(begin(document([infantry(9)], [infantry(3)], artillery_steps=1)))


def test_support_is_never_lost():
    """11.M.5."""
    flown = {"id": "air", **support(4), "at": "1,0"}
    battle = after(document([infantry(9), infantry(8), flown], [infantry(3)]), "1X")
    found = [one for one in battle.game.refusals(battle.state) if one.unit == "air"]
    assert [one.rules for one in found] == [("11.M.5",)]


def test_works_that_no_attack_brings_down():
    """11.P.N: told where the column brings down others; what a fort becomes is told by 11.P.6."""
    lasting = after(document([infantry(12)], [infantry(5)], features=["fortified_zone"]), "1X1")
    assert cited(lasting, "No attack brings the fortified zone down.") == {"11.P.N"}
    fort = after(document([infantry(12)], [infantry(5)], features=["fort"]), "DR")
    assert "No attack brings" not in log(fort)


def test_what_a_bill_and_a_loss_rest_on():
    """11.L.1.X, 11.L.1.a, 11.N.1, 11.M.7: an exchange at full value takes a division, whose cadre is left."""
    battle = after(document([infantry(12)], [infantry(5, cadre_attack=2)]), "X1")
    assert {"11.L.1.X", "11.L.1.a", "11.M.4"} <= cited(battle, "The defender owes")
    eliminated = after(document([infantry(12)], [infantry(5)]), "X1")
    assert "11.N.0" in cited(eliminated, "is eliminated")
    assert "11.N.1" not in cited(eliminated, "is eliminated")


def test_works_of_a_shared_hex_serve_its_first_owner():
    """11.R.3.b, 11.R.3.c."""
    inside = [infantry(12, at=HERE)]
    theirs, ours = (
        figures(inside, [infantry(5)], features=["fort"], here={"owner": owner}, pack=FORT)
        for owner in ("defender", "attacker")
    )
    assert (theirs.modifiers.value, ours.modifiers.value) == (-2, 0)
    assert skipped(ours.modifiers) == {"Fort": "who came into the hex has none of its works"}


def test_a_city_of_a_shared_hex_serves_whoever_is_in_it():
    """11.R.3.b, 11.R.3.c: it is terrain; of a city with a fort only the fort is told not to count."""
    numbers = {"fort": {"dm": -2}, "full_city": {"dm": -1}}
    ours = figures(
        [infantry(12, at=HERE)],
        [infantry(5)],
        features=["full_city", "fort"],
        here={"owner": "attacker"},
        pack={"title": "Ours", "tables": {"terrain_numbers": numbers}},
    )
    assert ours.modifiers.value == -1
    assert skipped(ours.modifiers) == {"Fort": "who came into the hex has none of its works"}
