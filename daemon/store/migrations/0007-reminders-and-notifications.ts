import type { WriteDb } from '../db.ts';

export function remindersAndNotifications(db: WriteDb): void {
  db.exec(`
    -- Messages that are snoozed. A message that woke or was moved has no row.
    CREATE TABLE snoozes (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
      wake_at TEXT NOT NULL,
      snoozed_at TEXT NOT NULL,
      -- The label the message was moved to, and the change that moves it back: JSON of mail/mutations/change.ts.
      label INTEGER REFERENCES labels ON DELETE SET NULL,
      restore TEXT,
      mutation INTEGER REFERENCES mutations ON DELETE SET NULL,
      origin TEXT NOT NULL,
      token_id TEXT
    ) STRICT;
    CREATE INDEX snoozes_due ON snoozes (wake_at);
    CREATE INDEX snoozes_label ON snoozes (label);
    CREATE INDEX snoozes_mutation ON snoozes (mutation);
    -- A message that leaves the snooze label, or enters the inbox, is not snoozed any more, also when another program moved it.
    CREATE TRIGGER snoozes_left AFTER DELETE ON label_messages BEGIN
      DELETE FROM snoozes WHERE message = old.message AND label = old.label;
    END;
    CREATE TRIGGER snoozes_returned AFTER INSERT ON label_messages
      WHEN EXISTS (SELECT 1 FROM snoozes WHERE message = new.message) BEGIN
      DELETE FROM snoozes
      WHERE message = new.message AND (SELECT role FROM labels WHERE id = new.label) = 'inbox';
    END;

    -- Messages that the user wants to answer later.
    CREATE TABLE reply_later (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
      flagged_at TEXT NOT NULL
    ) STRICT;

    -- Sent messages of which the user is reminded if no answer arrives.
    CREATE TABLE reminders (
      message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE,
      remind_at TEXT NOT NULL,
      made_at TEXT NOT NULL,
      -- When the reminder was given; null while it waits.
      fired_at TEXT,
      origin TEXT NOT NULL,
      token_id TEXT
    ) STRICT;
    CREATE INDEX reminders_due ON reminders (remind_at) WHERE fired_at IS NULL;

    -- One row: until when notifications and sounds are paused; null while they are not.
    CREATE TABLE notification_state (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      paused_until TEXT
    ) STRICT;
    INSERT INTO notification_state (id, paused_until) VALUES (1, NULL);

    -- Messages that arrived while notifications were paused, for the summary after the pause.
    CREATE TABLE deferred_notifications (
      message_id TEXT PRIMARY KEY
    ) STRICT, WITHOUT ROWID;
  `);
}
