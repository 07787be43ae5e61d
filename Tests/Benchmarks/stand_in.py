#!/usr/bin/env python3
"""A server with fixed responses, as fast as Python can: the same list for every GET, the same item for every POST.
Prints its port and serves until it is stopped.

    stand_in.py LIST.json ITEM.json
"""

import contextlib
import socket
import sys
import threading


def response(status, path):
    with open(path, "rb") as file:
        body = file.read()
    head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def serve(connection):
    buffer = bytearray(1 << 20)
    # A client may disconnect at any time.
    with connection, contextlib.suppress(ConnectionError):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while True:
            received = b""
            while b"\r\n\r\n" not in received:
                chunk = connection.recv(1 << 16)
                if not chunk:
                    return
                received += chunk
            head, _, body = received.partition(b"\r\n\r\n")
            fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
            left = int(fields.get(b"content-length", 0)) - len(body)
            if b"expect" in fields:
                connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
            while left > 0:
                count = connection.recv_into(buffer, min(left, len(buffer)))
                if count == 0:
                    return
                left -= count
            connection.sendall(added if head.startswith(b"POST ") else listed)


listed = response("200 OK", sys.argv[1])
added = response("201 Created", sys.argv[2])
listener = socket.create_server(("127.0.0.1", 0), backlog=64)
print(listener.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
