import { sql, type ReadDb } from '../../store/db.ts';
import type { TextOrigin } from '../mime/parsed-message.ts';
import { parseMessage } from '../mime/parse.ts';
import { decompress, readSource } from '../sources/source.ts';

type StoredText = { text: string; origin: TextOrigin };

/**
 * The text of a stored message: stored at ingest if it was derived from HTML, otherwise read from its source. Undefined
 * if only its headers are stored. Throws Failure `source_damaged`.
 */
export function textOf(db: ReadDb, blobs: string, message: number): StoredText | undefined {
  return textFromHtml(db, message) ?? textFromSource(db, blobs, message);
}

/** The text that was derived from HTML; undefined if the message has its own plain text. */
export function textFromHtml(db: ReadDb, message: number): StoredText | undefined {
  const row = db.get<{ text: Buffer; origin: TextOrigin }>(
    sql`SELECT text, origin FROM message_texts WHERE message = ${message}`,
  );
  return row && { text: decompress(row.text).toString(), origin: row.origin };
}

function textFromSource(db: ReadDb, blobs: string, message: number): StoredText | undefined {
  const source = readSource(db, blobs, message);
  return source && { text: parseMessage(source).text, origin: 'exact' };
}
