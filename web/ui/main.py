"""Starts the page."""

from page import Page, later

page = Page()
later(page.start())
