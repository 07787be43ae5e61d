"""A proxy between a client and a server that injects faults: each connection gets the next fault of a plan."""

import contextlib
import socket
import struct
import threading
import time

FAULTS = ("refuse", "cut request", "swallow", "cut response")


class Proxy:
    """`plan` has one fault for each connection; connections after the last one pass unchanged.

    pass           no fault
    refuse         resets the connection before anything is read
    cut request    passes the first `request_bytes` bytes of the request to the server, then resets the client
    swallow        resets the client in place of the server's response
    cut response   passes the head and half of the body to the client, then resets it
    delay          passes the response after `seconds`
    trickle        passes the response in pieces, over `seconds`
    """

    def __init__(self, port, plan, request_bytes=1000, seconds=2.0):
        self.target, self.plan = port, list(plan)
        self.request_bytes, self.seconds = request_bytes, seconds
        self.seen = []
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=16)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Wakes the thread that is blocked in accept(2); close(2) alone does not.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            fault = self.plan.pop(0) if self.plan else "pass"
            self.seen.append(fault)
            threading.Thread(target=self.serve, args=(client, fault), daemon=True).start()

    def serve(self, client, fault):
        with client, contextlib.suppress(OSError):
            if fault == "refuse":
                return reset(client)
            with socket.create_connection(("127.0.0.1", self.target)) as server:
                limit = self.request_bytes if fault == "cut request" else None
                threading.Thread(target=copy, args=(client, server, limit), daemon=True).start()
                if fault == "cut request":
                    while server.recv(1 << 16):
                        pass
                    return reset(client)
                while response := read_response(server, client):
                    self.forward(response, client, fault)

    def forward(self, response, client, fault):
        head, body = response
        if fault == "swallow":
            reset(client)
        elif fault == "cut response":
            client.sendall(head + body[: len(body) // 2])
            # A reset discards what the client has not read yet.
            time.sleep(0.2)
            reset(client)
        elif fault == "trickle":
            client.sendall(head)
            for index in range(0, len(body), max(1, len(body) // 10)):
                time.sleep(self.seconds / 10)
                client.sendall(body[index : index + max(1, len(body) // 10)])
        else:
            time.sleep(self.seconds if fault == "delay" else 0)
            client.sendall(head + body)


def copy(client, server, limit):
    """Copies from client to server, to the end or up to `limit` bytes."""
    left = limit
    with contextlib.suppress(OSError):
        while chunk := client.recv(1 << 16):
            server.sendall(chunk if left is None else chunk[:left])
            if left is not None:
                left -= min(left, len(chunk))
                if left == 0:
                    break
        server.shutdown(socket.SHUT_WR)


def read_response(server, client):
    """The head and body of the next response; None when the server closes the connection. Interim responses (1xx) are
    passed to the client at once."""
    received = b""
    while True:
        while b"\r\n\r\n" not in received:
            chunk = server.recv(1 << 16)
            if not chunk:
                return None
            received += chunk
        head, _, received = received.partition(b"\r\n\r\n")
        head += b"\r\n\r\n"
        if not head.startswith(b"HTTP/1.1 1"):
            break
        client.sendall(head)
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:-2])
    length = int(fields.get(b"content-length", 0))
    while len(received) < length:
        chunk = server.recv(1 << 16)
        if not chunk:
            return None
        received += chunk
    return head, received


def reset(connection):
    """Closes with RST in place of FIN, like a host that has lost the connection."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    # A thread that is blocked in recv(2) would keep the connection open.
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RD)
    connection.close()
