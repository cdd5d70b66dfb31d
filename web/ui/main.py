"""Starts the page."""

import asyncio

from page import Page

page = Page()
asyncio.create_task(page.start())
