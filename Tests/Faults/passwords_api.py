"""Requests for many items, as the scripts about passwords send them."""

import json

from clients import ATTACKER


def batch(server, *lines, password, source=ATTACKER):
    """The results of a batch of JSON lines."""
    boundary = "a-boundary"
    parts = [("password", password)] + [("item", json.dumps(line)) for line in lines]
    body = "".join(f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
                   for name, value in parts) + f"--{boundary}--\r\n"
    kind = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    status, body = server.request("POST", "/items", body.encode(), kind, source=source)
    return [json.loads(line) for line in body.splitlines()] if status == 200 else status


def export(server, source=ATTACKER, **query):
    """The items of an export, or its status."""
    status, body = server.request(
        "POST", "/items/export", json.dumps(query), {"Content-Type": "application/json"}, source=source)
    return [json.loads(line) for line in body.splitlines()] if status == 200 else status
