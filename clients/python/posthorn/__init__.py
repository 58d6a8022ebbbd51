"""A client of Posthorn's HTTP interface: `posthorn.connect()`."""

from __future__ import annotations

from .api import Client
from .runtime import OMIT, Connection, PendingApproval, PosthornError, is_webhook_genuine, pages


def connect(base_url: str | None = None, token: str | None = None, *, instance: str = "posthorn") -> Client:
    """A client of the Posthorn at this address, or of the one of this user on this computer."""
    if base_url is None or token is None:
        return Client(Connection.of_this_computer(instance))
    return Client(Connection(base_url, token))


__all__ = [
    "OMIT",
    "Client",
    "Connection",
    "PendingApproval",
    "PosthornError",
    "connect",
    "is_webhook_genuine",
    "pages",
]
