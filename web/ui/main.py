"""Starts the page, in steps that leave the browser time for touches in between."""

import asyncio

PARTS = (
    "texts", "state", "editing", "model", "drawable", "svg", "board", "setup", "results", "umpire", "dialogs",
    "screen", "asking", "sharing", "packfiles",
)  # fmt: skip


async def begin():
    for name in PARTS:
        __import__(name)
        await asyncio.sleep_ms(0)
    from page import Page

    await Page().start()


await begin()
