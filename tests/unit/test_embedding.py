"""What an embed link carries: the summary says what the engine says, and the picture loses nothing on its way."""

from __future__ import annotations

import base64
import json
import re
import zlib
from html import escape
from typing import Any

import pytest
from hexumpire import api, cli, embedding, record, rulesets, svg
from hexumpire.errors import RecordError

from tests.toy import EXAMPLE, TOY

LEFT_OUT = {"class", "role", "xmlns", "font-family", "aria-labelledby", "aria-describedby", "pointer-events"}
FROZEN = (
    "1._zwGZqVTwU7DMAz9lcnnTGrH2GFHJIQ4c0Q7mNbdAm1Spe7GmPrv2FnLBmIFxKm2X-X3Xl5ygCYjh8F6WB6g8KFChmVqILQlNSQ14M6HMkfe"
    "YQADlFu23snc0U56tlySdA8tvZlJOpvcM5YW3aTAjH1o5JcKa12-oVdqtEjMNNUvUwhodVUuVIGhM5COYNPUJJew5AJkoCDkNijzo_pjW9gMow"
    "UD_umZMrZbkroWDFYGHFaDH5lmvnUc9jK4Xe_rXmIyojC9rPAL1BBC1wnCGNbEUaDaEA2ts7E_gM3lzzYVJY3NVRcyY_ZCGgXv6zgJldfWYR_M"
    "HUmKak-jPJ5abwSWM4nDb6kibRadGRhmYwzWFRhP4Yykj3lgiZmeswzxa51xKXfqRHb1T7J4zL8lm_-TLP2Ls-vRoOxITElM6WP3_LRzcdqZU0"
    "Eu_8nATZAn2mw-b_4u_3m3UsAdn3R8m0XwikCl71yvqiPRKNf0HQ.1.eNrtW9tu3LgZfhVCRoEYGAo86ED5Lul2NwXGmxa7m70IfCFLHEsbWZr"
    "VyOPYgW_7AL3ZB9o36ZP0J3XijA4zsVOj2zqBbQ7F__uP_En-4ny2ZH6V5tI6s4hNbWItrCzMr-CjzKF9FV6rR6_Rz0WZxSis0M9huUDfy1tZw"
    "uMqrTL1_Icbeb9AlKG_VmGWhjlahVFVlBsYchmWMIA56AxRgf71j38iekahf10W1-sKHkG7iOONdfbhc4f3uqrC6KMsURV-lBtUJRIl8pOikmU"
    "kc0XmebaP_qRkSIqbTZjHVQIYnuc9LHqcb-RK5jHgJEUWb3boObf5kJ5z_nCxsBSzs89Dbg8LKy8qWUu9LrI0SuVGjQwbgeHJppJhfAfP44Z53"
    "wfkxeUvMqrSbYNxm9xpxWO5rhLrjCjrX8oMHr6LtcDbMLtpxpY3mWL2waKu7VLrQina0NGerjadQcmcPVquzD_EYD0GQ7__hr6T5TV40sEeCsv"
    "rojQgxRDRROI9UlTc5JUsTU2YQTxB1UQPkmGUGJTOBOW-5G0QMsxRmq_CvCrvJmCeUXr2Iv1_s_RNuIdpaSSvKbGnp5_OOJE0aKmYmH_O_Px7U"
    "6ZVukkQx86YJenxk3BdpmDKeEQvbx7DeZQ7nIPu4IcdeX2TVek6SyWsNrncQgqH_uIW0QmYeelzWaFvzudI3R1StydVvO9Ql8vH1dcQ7PUUxqo"
    "oq3SVRmGVFrnpwwHEt1Nx1SygC7QqwaYAs0FxWazXMj5rFtS5leJCr7eXmbzWJodVuQjLWI3YbK8sYLhN5e2bAhY9CzMvsAWCPwS5PLA95DICK"
    "9cHtZ6B-z-r5hrWO1nmijKNVYThuKhUbNymsRLccmB1tdQ6ml4lerX1bVctmTXdT3kKo8-sm40sf1iHkXyX_7SRVoOcKFiFei6QSGx6zgLkqr-"
    "wf2BENbhANFAND3GqRwjEGTSAxaYqi4_KDtuwfIVxcqNEW5xELOSeOO0G4FZSbnt9ZwY7oShcQ3cJ8R5bDxcXo9rehpWOhRbE9W3fVNclX66sg"
    "6jzqwerLWyjSKV-nXOOeLDbB7irNNMxXeRyVN_bcCsXJ54MvSgaUZjZ7JDCV52qGwwJcSgrwZxHDGKDILAf4vq3WHKCqbP1lvAJU4oYxBFB0HC"
    "37pIgkenO924mbIbdJa6HYaASW-xlzLMd-BwR7CKKhcLE4t5UUas8IqLengyEVMDMSzyy5SLBHrnvbRfdlCVs7P5cZHpfo3pxAb5JK9iOWbbrA"
    "heAk1mWrsFXgBipB1g5uVSzhClHlKqPUh3ZplOGEnb5-z8g5Agc4mB2dq7bWLcPSZiEcR2SJexOVbdOBY5aY7Tijm9EOyXUDPb6ozZLx8gUlHq"
    "1oLvQQQctdqDJLjTpoOkINBONKi12PT8zmJ4wWjPSU_Guax3BiJghd0JI_9lk7bkjU6tWtLfrJawe2cSUNSbkXAYaeNjxkEPeYy5CSI8wv8C9S"
    "GDx1tmVe7Vajcs9EjWOhwHSRITpJ95i5zhTMNYnyqTTvTsSLWomVIDTQcowQEEjNrS2jI1N8X0wY_3VYMzHjvOrCygCNprqP-SLbfCr-gyLA8P"
    "ADH6oAd7Zu16IYEuEi7I9nmnuD2PJPgkrvXfpAmc39unBRN89_7EM8w1sBa61cyuI0VeOezqSXBFJKN1S-tbMBo1D92eAM5YFFAJkzwEEnG5HI"
    "HzlvTZuR6TBMDkgfWMGf7DwINNj5kKT-txmTXfTpv0Ql9yfG73G4B6iAW1Y9HQ1hGtg7XJgrt6iuF2zHwDP789b8o6a7Im27DiQmqKD6aENhh1"
    "ZS2XwIqhWocffEaZt9sZjvWUYMaCWOyIta9yO4oh1X8ZXsO67ses6ZGTdD3aTzC9FmndZZmxWjwfWSzB89WDoXdu5ssKxhCwC-1Yp4yB0Tl988"
    "dy-uCmzVyf1uWbM-k-YwIaXNzJcnFxGsS-9r8ykEV8fVF6i54-c1q_KNF6ciFhwzzmd33OObjOnk_3YXnN0D-C7NkdwpHeXuoV1E4wv_CU2enA"
    "_DvZh_v2oOkmYFQu1mYlXY-rA7nsYrF-TfxWWVxIS6yVnhF6OSDC2QfYERA-HEFrqFtZNEMAPFFujD_cjCVJPHykEtYW5KxukjnpzvTiJmevy1"
    "ekok6kxxsHDnQmT4cnDA33UzGE2XWLXU9PIp7YDdic2Rdjjqs0CNaVsBjNET7mAqV7ObR_85ai2q9sUDs7s_thzrUGzNLAMFh1fQxhDRkP2o5n"
    "C8UFN4kCpKwI7QJQ3DRaAGnBUaj5i9bluqSE1GQ6-hJVWsNavNlZtK61gbUJVBdN21QrWxtYK1j7QCs7r14dTZRxFdFudmF81eZQ6zukmCjP5i"
    "tiB2kqqSKjfqKncYLUl_raooWv91W0aSUsxuKkLJkkpV-rMYR7GveYo7hlnEhEGoXdZm2SPtKlKzIAeAVIfwQc58oQ6VJAIMCJdX-kPWAUcDG_"
    "b851P6trnvmTYqMjrMoPYOSl34INiIxsV0jgr9yCmUpX81NdOeFc7YaIuPimZN-l9915gADKQxJk8BIODLZOlYuTQAR-uENQYHOZRoi14ncZxp"
    "hEgIqwnhZtZK2KsVZeaFRzumgdx5rX1G9-Iiz0_zBmEtQce09SQyN2GOSUDEzA6Gi8TZhlG68L6_TdmXQz8q-zSeVhXGnccXKfteR7dIpDmsAK"
    "wSyaYPhPu5wXPVWKQBabWAW-95IaX3PB8ueElNYymhmfPDPSIzNAchbzZxNC-XlevavSdkkcnBSd0Vq7_xKQwAzKVFFb6n5kU6nr4kUmhvUMzk"
    "hE65KdkBFOjR2eEBuSLMsJ3T84IEA5H7BYmo-wrJYQ9L8yZ4xkTQuvWqb2Ctkqrs_8MGQHTBTmUEbi6Ldd7yhfDfNDebuk2Cuqay6NzQhSEwn9"
    "qTpgBmcoJzKEhEcduFHZfgDpduLTtNrxEYEar_lR-2tV4v1rUSzLytn_ULAd2KVN4UznJeEHXg5gWfXROakC-KCe9eXJOgnA8IifpQMdiNtKHF"
    "8uQY_3RFq-0fFmxzBXrcGxM5cCvtFrtzc-5ifKMq1U74Y3Vam76MFWz8ucXim937s4N7pFQvzOheUVFe6-_feaMpNADFemZhXFQq_WGM26K1rR"
    "ErbYtnJFLAJi6KEic99hPGHsPrSPeFMyL6djjhUdME0q2IoEYvD-iSEgOOexdd8P9f9lZUVpGWmNLTQTKn-6eWqxd3GOqtsdMor_BJPr_mTsEi"
    "_eUnWMfO299VcVH_O8Q3foSJaIc1U3VfY65DROAhvAHqR91KwkiXN9rNHqwf9TNy3ld-YGLl_spmkxv68Wj0vO8nF_wks6Zfbs4teyqLwlZ-0o"
    "--_nliONLXZimrvdS6nwpdT7Ta5DRaHt5C1JzFc9T16DWTL1VPMt7GKoMYd1CMOrvb7yVn5B6ObNA9X0wG7XfjDxD0_nHBgaKkj6aUhV5xijHq"
    "7iKqv4GaHNrDe184WWBui89LtC6UIjt9zLP0HQdaIyveYa20Y_6FoUh8yO0_cv1uro7A1ORTnjwAtrI0LYuHv4NZyagCQ"
)


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rulesets._registered, "toy", TOY)
    api._desks.clear()


def ask(op: str, **request: Any) -> Any:
    answer = json.loads(api.handle(json.dumps({"op": op, **request})))
    assert answer["ok"], answer
    return answer["result"]


def unpacked(fragment: str) -> Any:
    """The summary of a fragment, as embed.js reads it."""
    _, _, format, word = fragment.split(".")
    assert format == "1"
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))))


def embed(**request: Any) -> Any:
    return unpacked(ask("embed", **request)["fragment"])


def examples() -> list[Any]:
    found = [(key, one) for key in rulesets.KEYS for one in rulesets.get(key).examples()]
    return [pytest.param({"ruleset": key} | dict(one["scenario"]), id=f"{key}-{one['key']}") for key, one in found]


def written(element: list[Any]) -> str:
    tag, attributes, *children = element
    given = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    inner = "".join(escape(child) if isinstance(child, str) else written(child) for child in children)
    return f"<{tag}{given}>{inner}</{tag}>" if inner else f"<{tag}{given}/>"


@pytest.mark.parametrize("scenario", examples())
def test_the_picture_keeps_all_that_is_seen(scenario: dict[str, Any]) -> None:
    picture = ask("draw", scenario=scenario, theme="light")["svg"]
    picture = re.sub(r"<title id=.*?</title>", "", picture)
    tree = embedding.tree(picture)
    waiting = [tree]
    while waiting:
        tag, attributes, *children = waiting.pop()
        assert tag in embedding.TAGS
        assert set(attributes) <= embedding.ATTRIBUTES
        waiting += [child for child in children if not isinstance(child, str)]
    bare = re.sub(rf' ({"|".join(sorted(LEFT_OUT))})="[^"]*"', "", picture)
    bare = re.sub(r'^<svg( viewBox="[^"]*") width="[^"]*" height="[^"]*"', r"<svg\1", bare)
    bare = re.sub(r"<(\w+)([^>]*)></\1>", r"<\1\2/>", bare)
    assert written(tree).replace("&#x27;", "&#39;") == bare


@pytest.mark.parametrize("scenario", examples()[::3])
def test_the_summary_is_what_the_engine_says(scenario: dict[str, Any]) -> None:
    told = embed(scenario=scenario)
    view = ask("view", scenario=scenario)
    assert told["bar"] == view["bar"]
    assert told["engine"] == ask("rulesets")["version"]
    assert told["prompt"] == ""
    shown: list[str] = []

    def walk(line: Any) -> None:
        if not line["skipped"]:
            shown.append(line["label"])
            for child in line["children"]:
                walk(child)

    if view["assessment"]:
        walk(view["assessment"]["trace"])
    assert [line["label"] for line in told["why"]] == shown
    answer = json.loads(api.handle(json.dumps({"op": "outcomes", "scenario": scenario})))
    if answer["ok"]:
        found = answer["result"]
        assert [(one["title"], one["percent"]) for one in told["odds"]] == [
            (one["title"], one["percent"]) for one in found["summary"]
        ]
        assert told["policies"] == found["policies"]
        assert abs(sum(one["thousandths"] for one in told["odds"]) - 1000) < len(told["odds"]) + 1
        held = [one for one in found["measures"] if one["key"] == "hex"]
        if held:
            values = {one["value"]: one["percent"] for one in held[0]["values"]}
            assert told["hex"] == {"percent": values.get(1, "0 %")}
    else:
        assert told["odds"] == []
        assert told["note"] in answer["problems"][0]["message"]
    assert any("Target" in line or "Defender" in line for line in told["words"])


def test_a_fight_that_has_begun_and_one_that_is_over() -> None:
    assert embed(scenario=EXAMPLE)["prompt"] == ""
    view = ask("view", scenario=EXAMPLE, actions=["d6=3"])
    told = embed(scenario=EXAMPLE, actions=["d6=3"])
    assert told["prompt"] == view["node"]["prompt"] != ""
    assert told["odds"]
    actions = ["d6=3", "d6=6", "lose:b1", "on", "!result=D # as agreed", "lose:b1"]
    while (view := ask("view", scenario=EXAMPLE, actions=actions))["node"]["kind"] != "end":
        actions.append(view["node"]["options" if view["node"]["kind"] == "decision" else "faces"][0]["id"])
    told = embed(scenario=EXAMPLE, actions=actions)
    assert told["prompt"] == view["node"]["title"]
    assert told["odds"] == []
    assert told["note"] == ""


def test_a_forbidden_fight_says_why() -> None:
    scenario = {**EXAMPLE, "units": [one for one in EXAMPLE["units"] if one["side"] != "attacker"]}
    problems = ask("view", scenario=scenario)["problems"]
    told = embed(scenario=scenario)
    assert problems
    assert [one["text"] for one in told["problems"]] == [one["message"] for one in problems]
    assert told["odds"] == []


def test_how_the_sides_decide_goes_along() -> None:
    told = embed(scenario=EXAMPLE, policies={"attacker": "best"})
    assert told["policies"]["attacker"] == "best"
    assert embed(scenario=EXAMPLE, policies=told["policies"], objective=told["objective"]) == told
    answer = json.loads(api.handle(json.dumps({"op": "embed", "scenario": EXAMPLE, "policies": {"attacker": "x"}})))
    assert not answer["ok"]
    assert answer["problems"][0]["path"] == "$.policies.attacker"


def test_another_language_is_in_the_link() -> None:
    scenario = cli._example(rulesets.KEYS[0], rulesets.get(rulesets.KEYS[0]).examples()[0]["key"])
    english, german = embed(scenario=scenario), embed(scenario=scenario, lang="de")
    assert (english["lang"], german["lang"]) == ("en", "de")
    view = ask("view", scenario=scenario, lang="de")
    assert german["bar"] == view["bar"]
    assert german["why"][0]["label"] == view["assessment"]["trace"]["label"]
    assert [one["percent"] for one in german["odds"]] == [
        one["percent"] for one in ask("outcomes", scenario=scenario, lang="de")["summary"]
    ]
    assert german["policies"] == english["policies"]
    assert german["board"] == english["board"]


def test_an_embed_link_is_a_link(capsys: pytest.CaptureFixture[str]) -> None:
    scenario, actions = ask("normal", scenario=EXAMPLE)["scenario"], ["d6=3"]
    fragment = ask("embed", scenario=scenario, actions=actions)["fragment"]
    link = ask("link", scenario=scenario, actions=actions)["fragment"]
    assert fragment.startswith(link + ".1.")
    for text in (fragment, "#" + fragment, "https://x.example/u/embed.html?theme=dark#" + fragment, fragment + "."):
        assert ask("open", fragment=text) == {"scenario": scenario, "actions": actions}
    assert ask("open", fragment=fragment[: len(link) + 9]) == {"scenario": scenario, "actions": actions}
    assert cli.main(["link", "https://x.example/embed.html#" + fragment]) == 0
    assert capsys.readouterr().out.strip() == link
    assert cli.main(["embed", fragment]) == 0
    assert capsys.readouterr().out.strip() == fragment
    with pytest.raises(RecordError, match="too long"):
        record.from_link(fragment + "A" * (record.MAX_LINK + record.MAX_REST))
    with pytest.raises(RecordError, match="cut short or altered"):
        record.from_link(fragment.replace(".1.", "A.1.", 1))


def test_the_longest_summary_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A link with as much behind the record as may be there still opens."""
    assert record.MAX_REST >= embedding.MAX_WORD + 4096
    told = embed(scenario=EXAMPLE)
    with pytest.raises(RecordError, match="too large to be embedded"):
        embedding.fragment("1.x", told | {"words": ["x" * embedding.MAX_UNPACKED]})
    monkeypatch.setattr(embedding, "MAX_WORD", 200)
    with pytest.raises(RecordError, match="too large to be embedded"):
        embedding.fragment("1.x", told)


def test_text_is_as_it_was() -> None:
    odd = "<b>&amp; \"quoted\" 'too' ‹›"
    scenario = {**EXAMPLE, "title": odd, "map": {"hexes": {"0,0": {"name": odd}}}}
    told = embed(scenario=scenario)
    assert told["title"] == odd
    assert odd in json.dumps(told["board"], ensure_ascii=False).replace('\\"', '"')
    assert svg.esc(odd) not in json.dumps(told["board"])


def test_a_link_of_format_1_made_before_still_opens() -> None:
    """Embed links stand on other people's pages for years: this one was made by the first version."""
    found = ask("open", fragment=FROZEN)
    assert found["scenario"]["title"] == "Suez, 12 Italian factors"
    told = unpacked(FROZEN)
    assert (told["engine"], told["bar"]) == ("0.1.0", "24 : 18 → 1:1")
    assert set(told) == {
        *("engine", "lang", "game", "title", "bar", "prompt", "odds", "hex", "note", "policies", "objective", "why"),
        *("problems", "board", "words"),
    }
    assert set(embed(scenario=EXAMPLE)) == set(told), "a new format needs a new number"
