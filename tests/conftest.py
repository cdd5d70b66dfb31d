"""What every kind of test shares: the markers, and repeatable property tests."""

import sys

import hypothesis
import pytest
from hexumpire.board import alt_text

# The same examples in every run, so that a red build is red again; campaigns that look for new ones say so.
hypothesis.settings.register_profile("repeatable", derandomize=True, deadline=None, print_blob=True)
hypothesis.settings.register_profile("search", deadline=None, print_blob=True)
hypothesis.settings.register_profile("pyodide", derandomize=True, deadline=None, max_examples=20)
QUICK = 1000
hypothesis.settings.load_profile("pyodide" if sys.platform == "emscripten" else "repeatable")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if sys.platform == "emscripten":
        for item in items:
            if item.get_closest_marker("host"):
                item.add_marker(pytest.mark.skip("needs processes, threads or the source tree"))
    for item in items:  # left to the whole suite: second readings, and most of the random scenarios by their numbers
        called = getattr(item, "callspec", None)
        far = called is not None and called.params.get("first", 0) >= QUICK
        if far or item.path.name.endswith("reference.py"):
            item.add_marker(pytest.mark.slow)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """What a test said in another language, it leaves there: the next one would read it."""
    assert alt_text.WORDS == alt_text.ENGLISH, f"{item.name} leaves the names of hexes in another language"
