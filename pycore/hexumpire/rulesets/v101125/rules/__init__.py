"""The rules of chapter 11, one subject a module."""
