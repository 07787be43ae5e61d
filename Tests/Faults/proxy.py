"""A line between a client and a server that does harm: it passes one connection on after the other, each with the
fault that is next in its plan."""

import contextlib
import socket
import struct
import threading
import time

FAULTS = ("refuse", "cut request", "swallow", "cut answer")


class Proxy:
    """Faults, one for each connection; after the last, everything passes.

    pass           nothing is done
    refuse         the connection is reset before anything is read
    cut request    the server gets the half of the request, and then nothing more
    swallow        the server has answered, and the client gets a reset in place of the answer
    cut answer     the client gets the head and half of the contents, and then a reset
    delay          the client gets the answer after `seconds`
    trickle        the client gets the answer in pieces, over `seconds`
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
        # Wakes the thread that waits in accept(2), which closing does not.
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
                threading.Thread(target=carry, args=(client, server, limit), daemon=True).start()
                if fault == "cut request":
                    while server.recv(1 << 16):
                        pass
                    return reset(client)
                while answer := read_answer(server, client):
                    self.hand_over(answer, client, fault)

    def hand_over(self, answer, client, fault):
        head, contents = answer
        if fault == "swallow":
            reset(client)
        elif fault == "cut answer":
            client.sendall(head + contents[: len(contents) // 2])
            # A reset takes away what has not been read yet.
            time.sleep(0.2)
            reset(client)
        elif fault == "trickle":
            client.sendall(head)
            for index in range(0, len(contents), max(1, len(contents) // 10)):
                time.sleep(self.seconds / 10)
                client.sendall(contents[index : index + max(1, len(contents) // 10)])
        else:
            time.sleep(self.seconds if fault == "delay" else 0)
            client.sendall(head + contents)


def carry(client, server, limit):
    """From client to server, to the end or for so many bytes."""
    left = limit
    with contextlib.suppress(OSError):
        while chunk := client.recv(1 << 16):
            server.sendall(chunk if left is None else chunk[:left])
            if left is not None:
                left -= min(left, len(chunk))
                if left == 0:
                    break
        server.shutdown(socket.SHUT_WR)


def read_answer(server, client):
    """The head and contents of the next answer; None when the server has no more to say. What only tells the client
    to go on (1xx) is passed to it at once."""
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
    """Closes with RST in place of FIN, as a machine does that has forgotten the connection."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    # Whoever is blocked in recv(2) would keep the connection open.
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RD)
    connection.close()
