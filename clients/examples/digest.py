"""Prints the unread mail of the inbox: `python3 digest.py http://127.0.0.1:42829 KEY`, or without both for your own."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "python"))

import posthorn  # noqa: E402


def main() -> int:
    client = posthorn.connect(*sys.argv[1:3])
    try:
        for page in posthorn.pages(
            client.mailbox.list,
            lens_kind="inbox",
            view="messages",
            fields=["id", "sender", "subject", "unread"],
            include="",
            limit=50,
        ):
            unread = [row for row in page["mailbox"]["rows"] if row["unread"]]
            if not unread:
                continue
            contents = client.messages.bodies(message_ids=[row["id"] for row in unread])["contents"]
            texts = {content["message_id"]: content["text"] or "" for content in contents}
            for row in unread:
                lines = texts.get(row["id"], "").strip().split("\n")
                print(f"{row['sender']}: {row['subject']}\n  {lines[0][:100]}")
    except posthorn.PosthornError as failed:
        print(f"{failed} ({failed.code})", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
