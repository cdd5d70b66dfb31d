"""Starts the page, in steps that leave the browser time for touches in between."""

import asyncio
import json

import js

PARTS = (
    "texts", "state", "editing", "model", "drawable", "svg", "board", "words", "comparing", "setup",
    "results", "umpire", "dialogs",
    "screen", "asking", "sharing", "packfiles",
)  # fmt: skip


async def begin():
    js.document.querySelector("mpy-script").remove()  # it has done its work, and would stand there as an empty block
    asked = js.fetch("./texts/" + str(js.document.documentElement.lang) + ".json")
    modules = json.loads(await (await js.fetch("./ui/modules.json")).text())
    for name in modules:
        with open(name, "w") as file:
            file.write(modules[name])
    await asyncio.sleep_ms(0)
    for name in PARTS:
        __import__(name)
        await asyncio.sleep_ms(0)
    from page import Page
    from texts import take

    take(json.loads(await (await asked).text()))
    await Page().start()


await begin()
