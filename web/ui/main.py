"""Starts the page, in steps that leave the browser time for touches in between."""

import json
from typing import Any

import js
from _pyscript import interpreter

# Bytes after which MicroPython collects garbage. Left alone it does so after 16 kB: at each touch, before the answer is
# painted. (CPython's module has no such function.)
__import__("gc").threshold(2000000)


async def had(asked: Any, path: str) -> Any:
    """What is answered where a file is asked for. Raises OSError, which names it, where it is not to be had."""
    try:
        answer = await asked
    except Exception:  # no answer, which each browser says in words of its own, and in English
        raise OSError(path) from None
    if not answer.ok:
        raise OSError(path + ": HTTP status " + str(answer.status))
    return answer


async def unpack(path: str) -> list[str]:
    """Fetch a file and put its modules where Python finds them; their names, "board.svg" for one in a folder.

    It holds the length of its head (16 bits, the low ones first), the head (JSON: the name and size of each module) and
    the modules one after another, compiled.
    """
    data = await (await had(js.fetch(path), path)).arrayBuffer()
    size = js.DataView.new(data).getUint16(0, True)
    head = js.TextDecoder.new().decode(js.Uint8Array.new(data, 2, size))
    at, names = 2 + size, []
    for name, length in json.loads(head):
        folder = name.rpartition("/")[0]
        if folder and not interpreter.FS.analyzePath(folder).exists:
            interpreter.FS.mkdir(folder)
        interpreter.FS.writeFile(name, js.Uint8Array.new(data, at, length))
        at += length
        if name.endswith(".mpy"):
            names.append(name[:-4].replace("/", ".").replace(".__init__", ""))
    return names


async def begin() -> None:
    """Unpack the first parts of the page and its texts, and start."""
    js.document.querySelector("mpy-script").remove()  # it has done its work, and would stand there as an empty block
    path = "./texts/" + str(js.document.documentElement.lang) + ".json"
    asked = js.fetch(path)
    names = await unpack("./ui/first.bin")
    from browser import pause

    for name in names:
        __import__(name)
        await pause()
    import starting
    from texts import take

    take(json.loads(await (await had(asked, path)).text()))
    await starting.start(starting.made(unpack))


await begin()
