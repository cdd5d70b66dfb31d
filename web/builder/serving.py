"""A server on this machine that does what a plain static host does."""

from __future__ import annotations

import contextlib
import hashlib
import http.server
import sys
import urllib.parse
from collections.abc import Callable
from pathlib import Path

from builder.running import DIST, BuildError, say

MIME = {
    **{f".{kind}": f"text/{kind}; charset=utf-8" for kind in ("css", "html")},
    **{f".{kind}": "text/javascript; charset=utf-8" for kind in ("js", "mjs")},
    **{f".{kind}": f"application/{kind}" for kind in ("json", "toml", "wasm", "zip")},
    ".bin": "application/octet-stream",
    ".gz": "application/gzip",
    ".ico": "image/x-icon",
    ".png": "image/png",
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
}


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves a folder as a plain static host would; a request for a page may build the site first."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # what is short would wait for 40 ms
    root = DIST
    cache = "no-cache"
    before_page: Callable[[], object] = staticmethod(lambda: None)
    verbose = False

    def do_GET(self) -> None:
        """Answer with a file, or say that the browser's copy still holds."""
        path = urllib.parse.unquote(urllib.parse.urlsplit(self.path).path).replace("\0", "")
        file = (self.root / path.lstrip("/")).resolve()
        if path.endswith("/"):
            file = file / "index.html"
        if file.suffix == ".html":
            try:
                self.before_page()
            except BuildError as error:
                say(str(error))
                return self.reply(500, str(error).encode(), ".txt")
        if not file.is_relative_to(self.root.resolve()) or not file.is_file():
            if file.is_dir() and file.is_relative_to(self.root.resolve()):
                self.send_response(301)
                self.send_header("Location", path.rsplit("/", 1)[-1] + "/")
                self.send_header("Content-Length", "0")
                return self.end_headers()
            return self.reply(404, b"not found\n", ".txt")
        body = file.read_bytes()
        tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
        if self.headers.get("If-None-Match") == tag:
            return self.reply(304, b"", file.suffix, tag)
        return self.reply(200, body, file.suffix, tag)

    do_HEAD = do_GET

    def reply(self, status: int, body: bytes, suffix: str, tag: str = "") -> None:
        """Send one answer."""
        self.send_response(status)
        self.send_header("Content-Type", MIME.get(suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", self.cache)
        self.send_header("Access-Control-Allow-Origin", "*")  # frames without an origin need it, as on static hosts
        if tag:
            self.send_header("ETag", tag)
        self.end_headers()
        if self.command != "HEAD":
            with contextlib.suppress(ConnectionError):
                self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Tell of each request, if asked to."""
        if self.verbose:
            super().log_message(format, *args)


class Server(http.server.ThreadingHTTPServer):
    """Serves a folder on a loopback port; `with Server(folder) as server: server.url`."""

    daemon_threads = True
    request_queue_size = 64  # connections that wait to be taken: a browser opens several at once

    def __init__(self, root: Path, port: int = 0, handler: type[Handler] = Handler, **settings: object) -> None:
        try:
            super().__init__(("127.0.0.1", port), type("Handler", (handler,), {"root": root, **settings}))
        except OSError as error:
            raise BuildError(f"cannot serve on port {port}: {error.strerror}") from error
        self.url = f"http://127.0.0.1:{self.server_address[1]}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """Pass over browsers that hang up; report anything else."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]
