"""What the generated client stands on. It needs the standard library and nothing else."""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any, Callable, Iterator, Mapping


class _Omitted:
    """The default of inputs that are left out; None is sent as null."""

    def __repr__(self) -> str:
        return "OMIT"


OMIT: Any = _Omitted()


class PosthornError(Exception):
    """A request that was refused or failed. `code` is a word for programs; `details` is the whole answer."""

    def __init__(self, status: int, details: Mapping[str, Any]) -> None:
        super().__init__(details.get("error") or f"The answer has status {status}.")
        self.status = status
        self.code = str(details.get("code", "unknown"))
        self.retryable = details.get("retryable") is True
        self.details = dict(details)


class PendingApproval(Exception):
    """Nothing was done yet: the owner decides about the request of an agent or a tool.

    `approvals.get` says what became of it. The same request again asks for nothing new.
    """

    def __init__(self, approval_id: str, expires_at: str) -> None:
        super().__init__(f"The owner has to approve this until {expires_at}.")
        self.approval_id = approval_id
        self.expires_at = expires_at


class Connection:
    """Where Posthorn answers, and the key."""

    def __init__(self, base_url: str, token: str, timeout: float | None = 120) -> None:
        base = re.sub(r"/api/v1$", "", base_url.rstrip("/"))
        self.api = f"{base}/api/v1"
        self.token = token
        self.timeout = timeout
        # A proxy must never see the key or the mail.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    @classmethod
    def of_this_computer(cls, instance: str = "posthorn") -> Connection:
        """Reads port and key of a Posthorn of this user, as `posthorn`, `posthorn-dev` or `posthorn-demo`."""
        if sys.platform == "darwin":
            folder = Path.home() / "Library" / "Application Support" / instance
        elif sys.platform == "win32":
            folder = Path(os.environ["APPDATA"]) / instance
        else:
            folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / instance
        port = (folder / "bridge-port").read_text().strip()
        return cls(f"http://127.0.0.1:{port}", (folder / "bridge-token").read_text().strip())

    def open(
        self, method: str, url: str, headers: Mapping[str, str], body: Any = None, timeout: Any = OMIT
    ) -> http.client.HTTPResponse:
        request = urllib.request.Request(url, data=body, method=method)
        request.add_header("Authorization", f"Bearer {self.token}")
        for name, value in headers.items():
            request.add_header(name, value)
        try:
            return self._opener.open(request, timeout=self.timeout if timeout is OMIT else timeout)
        except urllib.error.HTTPError as refused:
            with refused:
                text = refused.read().decode("utf-8", "replace")
            try:
                details = json.loads(text)
            except ValueError:
                details = {"error": text[:500]}
            raise PosthornError(refused.code, details) from None

    def call(
        self,
        method: str,
        path: str,
        form: str,
        given: Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        if_match: str | None = None,
        byte_range: str | None = None,
        approval_reason: str | None = None,
    ) -> Any:
        fields = {key: value for key, value in given.items() if value is not OMIT}

        def fill(found: re.Match[str]) -> str:
            value = fields.pop(found[1])
            if not isinstance(value, str) or value == "":
                raise TypeError(f"{found[1]} must be a text that is not empty")
            return urllib.parse.quote(value, safe="")

        address = re.sub(r"\{(\w+)\}", fill, path)
        headers: dict[str, str] = {}
        body: Any = None
        if form == "upload":
            body = fields.pop("content")
            headers["Content-Type"] = "application/octet-stream"
            if not isinstance(body, (bytes, bytearray)):
                headers["Transfer-Encoding"] = "chunked"
        elif method == "POST":
            body = json.dumps(fields).encode()
            headers["Content-Type"] = "application/json"
            fields = {}
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        if if_match is not None:
            headers["If-Match"] = f'"{if_match}"'
        if byte_range is not None:
            headers["Range"] = byte_range
        if approval_reason is not None:
            # The standard library takes a character for each byte of a header.
            headers["Posthorn-Reason"] = " ".join(approval_reason.split()).encode().decode("latin-1")
        response = self.open(method, f"{self.api}{address}{query_of(fields)}", headers, body)
        if form == "file":
            return response
        with response:
            reply = json.load(response)
        if isinstance(reply, dict) and reply.get("status") == "pending_approval":
            raise PendingApproval(reply["approval_id"], reply["expires_at"])
        return reply

    def events(self, since: int | None = None, *, retry_seconds: float = 2.0) -> Iterator[dict[str, Any]]:
        """The events as they happen. After the connection was lost it goes on where it was."""
        last = since
        while True:
            query = "" if last is None else f"?since={last}"
            try:
                # A ping arrives every half minute.
                response = self.open("GET", f"{self.api}/events{query}", {"Accept": "text/event-stream"}, timeout=120)
                with response:
                    for event in read_events(response):
                        last = event["seq"]
                        yield event
            except PosthornError as refused:
                if refused.status < 500 and refused.status != 429:
                    raise
            except OSError:
                # Posthorn was closed, or restarts.
                pass
            time.sleep(retry_seconds)


def read_events(lines: Any) -> Iterator[dict[str, Any]]:
    """The events of an answer of server-sent events."""
    data: str | None = None
    is_event = True
    for line in lines:
        text = line.decode("utf-8").rstrip("\n")
        if text == "":
            if data is not None and is_event:
                yield json.loads(data)
            data, is_event = None, True
        elif text.startswith("data: "):
            data = text[len("data: ") :]
        elif text.startswith("event: "):
            is_event = False


def query_of(fields: Mapping[str, Any]) -> str:
    """A list is sent as several values, and an empty one as an empty value."""
    pairs = [
        (key, str(each).lower() if isinstance(each, bool) else str(each))
        for key, value in fields.items()
        for each in ((value or [""]) if isinstance(value, list) else [value])
    ]
    return f"?{urllib.parse.urlencode(pairs)}" if pairs else ""


def pages(list_of: Callable[..., Any], **given: Any) -> Iterator[Any]:
    """Every page of a list, one after the other: `for page in pages(client.labels.list, limit=100)`."""
    while True:
        reply = list_of(**given)
        yield reply
        page = reply.get("mailbox", reply)
        cursor = page.get("next_cursor")
        if cursor is None:
            return
        given = {**given, "cursor": cursor}


def is_webhook_genuine(
    secret: str, headers: Mapping[str, str], body: bytes, now_seconds: float | None = None
) -> bool:
    """Whether a webhook was sent by Posthorn within the last five minutes (Standard Webhooks 1.0)."""
    named = {name.lower(): value for name, value in headers.items()}
    identity, sent_at = named.get("webhook-id", ""), named.get("webhook-timestamp", "")
    now = time.time() if now_seconds is None else now_seconds
    if not sent_at.isdigit() or abs(now - int(sent_at)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{identity}.{sent_at}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    return any(hmac.compare_digest(expected, each) for each in named.get("webhook-signature", "").split(" "))


__all__ = ["OMIT", "Connection", "PosthornError", "is_webhook_genuine", "pages"]
