import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';

/** Where an answer comes from in the mail. `field` is the mark in the text, or the name of a fact. */
export type Citation = { field: string; message_id: string | null; thread_id: string | null; quote: string };

/** What a model wrote. */
export type ModelText = {
  text: string;
  citations: Citation[];
  /** What a correspondence is about. */
  topics?: string[];
  model: string;
  generated_at: string;
};

export type ModelTextKind = 'summary' | 'gist' | 'briefing' | 'contact_briefing' | 'relationship';

/** What a text is about: a conversation, or a person. */
type Subject = { thread: number } | { account: number; email: string };

type Row = { content_hash: string; model: string; data: string; generated_at: string };

/** The stored text about a subject whose content is still the same. `model` limits it to the texts of one model. */
export function storedModelText(
  db: ReadDb,
  kind: ModelTextKind,
  { subject, content_hash, model }: { subject: Subject; content_hash: string; model?: string },
): ModelText | undefined {
  const row =
    'thread' in subject
      ? db.get<Row>(sql`SELECT * FROM model_texts WHERE thread = ${subject.thread} AND kind = ${kind}`)
      : db.get<Row>(sql`
          SELECT * FROM model_texts
          WHERE account = ${subject.account} AND email = ${subject.email} AND kind = ${kind}`);
  if (row?.content_hash !== content_hash || (model !== undefined && row.model !== model)) return undefined;
  return textOfRow(row);
}

/** The stored text about a person, also where their mail has changed since; with the hash of what the model read. */
export function latestModelText(
  db: ReadDb,
  kind: ModelTextKind,
  { account, email }: { account: number; email: string },
): (ModelText & { content_hash: string }) | undefined {
  const row = db.get<Row>(sql`
    SELECT * FROM model_texts WHERE account = ${account} AND email = ${email} AND kind = ${kind}`);
  return row && { ...textOfRow(row), content_hash: row.content_hash };
}

function textOfRow({ data, model, generated_at }: Row): ModelText {
  return { ...(JSON.parse(data) as Pick<ModelText, 'text' | 'citations' | 'topics'>), model, generated_at };
}

/** Stores a text in place of the earlier one about the same subject. */
export function saveModelText(
  db: WriteDb,
  kind: ModelTextKind,
  about: { account: number; subject: Subject; content_hash: string },
  { model, generated_at, ...content }: ModelText,
): void {
  const data = JSON.stringify(content);
  const [thread, email] = 'thread' in about.subject ? [about.subject.thread, null] : [null, about.subject.email];
  db.transaction(() => {
    db.run(sql`
      DELETE FROM model_texts
      WHERE kind = ${kind} AND (thread = ${thread} OR (account = ${about.account} AND email = ${email}))`);
    // The conversation may have been deleted or merged while the model was writing.
    db.run(sql`
      INSERT INTO model_texts (kind, account, thread, email, content_hash, model, data, generated_at)
      SELECT ${kind}, ${about.account}, ${thread}, ${email}, ${about.content_hash}, ${model}, ${data}, ${generated_at}
      WHERE ${thread} IS NULL OR EXISTS (SELECT 1 FROM threads WHERE id = ${thread})`);
  });
}
