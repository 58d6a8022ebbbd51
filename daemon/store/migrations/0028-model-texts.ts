import type { WriteDb } from '../db.ts';

/** What language models wrote about mail, and how the user writes; see mail/assist. */
export function modelTexts(db: WriteDb): void {
  db.exec(`
    -- A text of a model, kept while the mail it is about stays as it was. It can be written again.
    CREATE TABLE model_texts (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('summary', 'gist', 'briefing', 'contact_briefing', 'relationship')),
      account INTEGER NOT NULL REFERENCES accounts ON DELETE CASCADE,
      -- The conversation, or for a briefing about a person their address in lower case.
      thread INTEGER REFERENCES threads ON DELETE CASCADE,
      email TEXT,
      -- Of the messages that the model read.
      content_hash TEXT NOT NULL,
      model TEXT NOT NULL,
      -- mail/assist/model-texts.ts, as JSON.
      data TEXT NOT NULL,
      generated_at TEXT NOT NULL,
      CHECK ((thread IS NULL) <> (email IS NULL))
    ) STRICT;
    CREATE UNIQUE INDEX model_texts_thread ON model_texts (thread, kind) WHERE thread IS NOT NULL;
    CREATE UNIQUE INDEX model_texts_email ON model_texts (account, email, kind) WHERE email IS NOT NULL;
    -- What a model wrote about a message is deleted with it.
    CREATE TRIGGER model_texts_deleted_message AFTER DELETE ON messages
    BEGIN
      DELETE FROM model_texts WHERE thread = old.thread;
      DELETE FROM model_texts WHERE account = old.account AND email = lower(old.from_email);
    END;
    -- Messages in which a model is to look for promises that the rules have not found.
    CREATE TABLE commitment_model_queue (message INTEGER PRIMARY KEY REFERENCES messages ON DELETE CASCADE) STRICT;
    -- How the user writes, measured from sent mail; mail/assist/voice/profile.ts, as JSON.
    CREATE TABLE voice_profiles (
      account INTEGER PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
      data TEXT NOT NULL
    ) STRICT;
  `);
}
