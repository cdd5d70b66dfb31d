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
    "Eu_8nATZAn2mw-b_4u_3m3UsAdn3R8m0XwikCl71yvqiPRKNf0HQ.1.eNrtW9ty27gZfhUMPZ2JZwQODjyAvku63U1n5E07u5u9yPiCJiGTG1r"
    "UUpQcO-PbPkBv9oH2Tfok_QGeIPEgxU493VbJ2IZA_N9_xA_gJ_TZksubdCmtC4vY1CbWzLoJb9XH1-jnvMhiFJbo57CYoe_lnSzgcZmWmXr-w"
    "0Y-zBBl6K9lmKXhEi3CqMyLNQy5DgsYwBx0gahA__rHPxG9oNC_KvLbVQmPoJ3H8dq6-PC5xXtdlmH0URaoDD_KNSoTiRL5SVHJIpJLReZ5to_"
    "-pGRI8s06XMZlAhie5z3OOpxv5EIuY8BJ8ixe79BzbvM-Pef88WpmKWYXn_vcHmfWMi9lJfUqz9IolWs1MqwFhifrUobxPTyPa-ZdH5Dn17_Iq"
    "Ey3NcZdcq8Vj-WqTKwLMrOy8Fpm8PBdrAXehtmmHltsMsXsg0Vd26XWlVK0pqMdXWU6g5I5e7Rcmb-PwToMhn7_DX0ni1vwpIM9FBa3eWFAij6"
    "iicQ7pCjfLEtZmJowg3iEqo4eJMMoMSidEcp9yZsgZJijdLkIl2VxPwLzgtKzk_T_zdLX4R6mhZG8xsQen34640TSoKViZP450_PvTZGW6TpBH"
    "DtDlqTHT8JVkYIp4wG9vGkM50nucA66gx925O0mK9NVlkpYbZZyCykc-vM7REdgpqVfyhJ9czlF6u6Quh2p4n2P2lw-rL6GYK_HMBZ5UaaLNAr"
    "LNF-aPuxBfDsWV_UCOkOLAmwKMGsUF_lqJeOLekGdWimu9Hp7nclbbXJYlfOwiNWI9fbGAobbVN69yWHRszDzAlsg-EOQywPbQy4jsHJ9UOsZu"
    "P-zaq5gvZPFUlGmsYowHOelio27NFaCWw6srpZaR9ObRK-2vu2qJbOi-2mZwugLa7OWxQ-rMJLvlj-tpVUjJwpWoV4KJBKbXrIAueov7B8YUQ0"
    "uEA1Uw0Oc6hECcQYNYLEui_yjssM2LF5hnGyUaLOziIXcE-ftANxIym2v68xg9xOFK-guIN5j6_HqalDbu7DUsdCAuL7tm-q65MuVdRB1fvVgt"
    "YVtFCnVr0vOEQ92-wB3kWY6pvOlHNT3LtzK2ZknQy-KBhRmNjuk8E2r6hpDQuzLSjDnEYPYIAjsh7j-LeacYOpsvTl8wpQiBnFEEDTcrTsnSGS"
    "6872bCZthd46rYRioxBZ7GfNsBz5HBLuIYqEwsXgwVdQqD4iotyc9IRUw8xKPbLlIsEceOttFm6KAjd2f80zva1QvzsE3aQnbMct2XeACcDLL0"
    "hX4ChAj9QArJxdqljDliEL1Uaoj23RKX8I2f_8HhByAQxzMzi51G-v2IQmTMK5CsoDdqerWqcBRa4xW3PGNaKeEmsFefdRmaRmZglKvEnQXOmi"
    "hxQ402YUmLTQdgGaiVqXBruZnBtMTRmtGeiret60jGBEz5M4I6T6brD13YGpVinZ2vYbVIxuZssaEnMpAPQ87HnLIe8xFCOkR5he4Fwks3jq7c"
    "i8Wi2G5B6LG8TBAmogw_cRb7BxnCsa6RJm0urdHolnFhApwOkgZBiioxYbWlrGhKb4PZqy_Goz52HF-dQFFwEZT_Yd8sQ1-VZ9hcWAYmMEPNcB"
    "be1cLEWyJcF40xzPN_XEo2SdhqfcubeDsxj49mOjb5z8W4XINW4Fb7dwSYvSV454PJFdEEkq3lL41s0Ht0P0Z4AxlAYUA2bMHAafbAQhfea-J2"
    "wFpMEwOSN-YwR8sPMj0mLnQpD63Wd1dt2k3xCUPl0avMbiDqEFrFh1dBeEaWLscmKu3KG7b7AbA84fLhrylJnuizVsOpKJoYTpog2FL1lAZvAi"
    "qVOjwd4Rpmp3xWGcZRgyo-Y5I8wq3pThi3ZfxDaz7buy6DhlY94PdJPNLni7bLDM0q4cD6xQMXz0YOte2rixxLCGLwL5VyjgInfOTL17aF5sie"
    "3VWnWuGrP-MCWx4eS3D2dl1FPvS-8pMavH1QeUUPX_ktH5TpPHsTMSCe8759J5zcJs5nuyH9pqDewDftTmCI7071y2sm2B84c-x0YO7cbAP8x8"
    "G1UnCLJ-pzUy8GFIHdt_9YP2a_MuwuJGQWK85I_R6QIKhDbInIHo4hNBct7BuggB-oNgafbgbSZB6-kQhqC3MXVkvdVSb69lZzFyXL84HmYyNM"
    "Q4e7kSY9E8eHuijZg6z6Ry7nppGPrUdsDuxKcIeV20WqCllM5ghesoFTPVybvvgL0e1Xd2mcHBmD8eeaw2auYFlsGj5GsIYMhqyH80Ujg9qEgd"
    "KXRHYAaK8brAA1ICjUv0Rq89VSw2pyHDwJay0gpV-lbEqW2kFKxOqKpi2q1awMrZWsPKBVnBavy6cSuMootvqxPyqzqPUcc7XUZjJV8QO1FZSR"
    "UL1Rk3lBqsp8TdFDV3rL-_SSFqKwaYqmCSFXKgzh3kY9-qjuGecSUQYhN51ZZI90roqMQF6BEh1BO_lyDPqUEEiwIh0faU7YOVwMLxrznc-qWq"
    "f-5JhoyKvywxi56TcgveKjWxQSOOs3IGYSpXyU1c74W3thImq-KRkXqcP7XuBHkhPEmf0EAwOtkyWipFDe3y4QlBjcLiMEm3B2zSOM40AEWE9K"
    "9zMWhFjjbrUrOBw1zyIM6-p3_hGXOz5YcogrDnwmKaGRO7WzCnpmYDRwXgZMUs_WmfW778x66rnX2WX1sO60rjj4CptT_NoF4F0CSsAu2aC6TP"
    "hfl7wXCUGmWFqHfDWKTeccsPL5YZTahhMDS-eGegRmaE-CnmTiaF5va5e1eg7JU9OCk7oLFz_mUlhAmQsKSz0PzMpVPXwI5NCc4dmICO0yM_JC"
    "KZGT84INcgXZYTvnp0RIByO2C2MRtlXSgh7XpgyxwsmhMatY3sFbZVGZ_8FMgKmM3IoI3B1W67zlC_6-aC53dJuFNQ1lyfnhCgIhf_cnDABMpY"
    "TmENDIo7dKOy-AHXacGnaTXiJwIxW_an4tKvxfrWok2Tgbf-gWQ7sUsbwxnKS8YKuAzEt-uScVIN8UU568-ycBOF4RE7SgY7FZKT3L5Yhx_qjL"
    "V5pcVqxzBXrcGyM5cCvtFrtzc-pifKCq1Uz4Y3Vamr6MFWz8qcXim937s717pFQvzWheUVFe6-7feYMpNADFemJhbFXq_X6M26M1rREpbYtnIF"
    "LAJi6KEic99hPGHsPrSPeFEyL6djDhUdME0q2IoEYfDiiSEgOOexde8P9f9lZUVpEWmNLTQTKn--eSqxd3GOqtsdMor_BJPr_mTsEi_eUXWIfO"
    "299VcVH_O8Q3foSJaIcVU3VfYm5DROAhvAHqR91KwkiXN9rNHqwf9TNy2ld-YGLl_spmoxv68WT0vO0nF_wks6ZfLs4tuyqLwlZ-0q--PnliON"
    "LVZimrncqdZ5KnS_0GmQw2k5vQSqu4mXqGtSaqLeKF3kPQ5UhrDsIRv39jbfyE1IvZ2aoug9mo-abkRdoPP_YwEBR0idTqiLPEOVwFVdRVd8Ar"
    "W-toZ0vvMxQ-6XHGVrlCrH5XuYFGq8DDfE1z9A2-lHfojBkfoK2f7ldlfcXYCrSCg9eQGsZ2tbV478BOXScpg"
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
        *("engine", "game", "title", "bar", "prompt", "odds", "hex", "note", "policies", "objective", "why"),
        *("problems", "board", "words"),
    }
    assert set(embed(scenario=EXAMPLE)) == set(told), "a new format needs a new number"
