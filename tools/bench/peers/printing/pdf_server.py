"""An HTTP server that prints a certificate for each request, with an id of its own, which a header names."""

import os
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock
from uuid import uuid4


def serve(print_certificate: Callable[[str], bytes]) -> None:
    one_at_a_time = Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            result_id = str(uuid4())
            with one_at_a_time:
                body = b"ok" if self.path == "/health" else print_certificate(result_id)
            self.send_response(200)
            self.send_header("result-id", result_id)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing is logged."""

    ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
