import type { WriteDb } from '../db.ts';

/** Parcels and orders that mail tells of; see mail/deliveries. */
export function deliveries(db: WriteDb): void {
  db.exec(`
    -- What a message says about a parcel or an order. It outlives the message, so that a deleted mail leaves its parcel known.
    CREATE TABLE delivery_evidence (
      id INTEGER PRIMARY KEY,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      message INTEGER REFERENCES messages ON DELETE SET NULL,
      -- The public id of the message, also after it was deleted.
      message_id TEXT NOT NULL,
      -- mail/deliveries/delivery.ts, as JSON.
      data TEXT NOT NULL
    ) STRICT;
    CREATE INDEX delivery_evidence_account ON delivery_evidence (account);
    CREATE INDEX delivery_evidence_message ON delivery_evidence (message);
    -- The parcels and orders that evidence names. One parcel may belong to several orders, and one order may be several parcels.
    CREATE TABLE delivery_keys (
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      key TEXT NOT NULL,
      evidence INTEGER NOT NULL REFERENCES delivery_evidence ON DELETE CASCADE,
      PRIMARY KEY (account, key, evidence)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX delivery_keys_evidence ON delivery_keys (evidence);
    -- What follows from the evidence and from the decisions of the user.
    CREATE TABLE deliveries (
      id INTEGER PRIMARY KEY,
      delivery_id TEXT NOT NULL UNIQUE,
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      key TEXT NOT NULL,
      carrier TEXT,
      merchant TEXT,
      order_numbers TEXT NOT NULL,
      tracking_number TEXT,
      tracking_url TEXT,
      items TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('ordered', 'info_received', 'in_transit', 'out_for_delivery', 'attempt_fail',
        'available_for_pickup', 'delivered', 'exception', 'returned', 'expired')),
      eta_from TEXT,
      eta_until TEXT,
      delivered_at TEXT,
      last_event_at TEXT NOT NULL,
      source TEXT NOT NULL CHECK (source IN ('schema', 'llm', 'heuristic')),
      confidence REAL NOT NULL,
      dismissed_at TEXT,
      resolved_at TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      UNIQUE (account, key)
    ) STRICT;
    CREATE TABLE delivery_sources (
      delivery INTEGER NOT NULL REFERENCES deliveries ON DELETE CASCADE,
      evidence INTEGER NOT NULL REFERENCES delivery_evidence ON DELETE CASCADE,
      PRIMARY KEY (delivery, evidence)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX delivery_sources_evidence ON delivery_sources (evidence);
    -- What the user has said, by what a delivery is known by, so that it holds also after another scan.
    CREATE TABLE delivery_decisions (
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      key TEXT NOT NULL,
      dismissed_at TEXT,
      resolved_at TEXT,
      PRIMARY KEY (account, key)
    ) STRICT, WITHOUT ROWID;
    -- How far the scan after sync has come, by internal id, and the version of its rules.
    CREATE TABLE delivery_scan (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      last_message INTEGER NOT NULL,
      rules INTEGER NOT NULL
    ) STRICT;
    -- Messages that are read again, because the check of their senders has not ended.
    CREATE TABLE delivery_unsettled (message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE) STRICT;
    -- SQLite gives the id of a deleted newest message to the next one, which is to be read too.
    CREATE TRIGGER delivery_scan_reused_id AFTER DELETE ON messages
      WHEN old.id > coalesce((SELECT max(id) FROM messages), 0)
    BEGIN
      UPDATE delivery_scan SET last_message = old.id - 1 WHERE last_message >= old.id;
    END;
  `);
}
