import type { ReadDb } from '../../../store/db.ts';
import { sql } from '../../../store/db.ts';
import { labelsOfMessages } from '../../../mail/labels/labels.ts';
import { displayInstant, findMessage, recipientsOf } from '../../../mail/messages/messages.ts';
import { flagNames } from '../../../mail/messages/flags.ts';
import { textOf } from '../../../mail/messages/texts.ts';
import type { Rule } from '../../../mail/rules/rule.ts';

/** How much of the text a command receives, in characters. */
const maxText = 1_000_000;

/** The message as JSON for a command; undefined if it is gone. Throws Failure `source_damaged`. */
export function hookInput(db: ReadDb, blobs: string, rule: Rule, message_id: string): string | undefined {
  const message = findMessage(db, message_id);
  if (!message) return undefined;
  const { id, account_id, thread_id } = message;
  const { to, cc, bcc, reply_to } = recipientsOf(message);
  const text = textOf(db, blobs, id)?.text ?? '';
  return JSON.stringify({
    version: 1,
    rule: { id: rule.rule_id, name: rule.name },
    message: {
      id: message_id,
      account_id,
      thread_id,
      message_id_header: message.header_id,
      from: { name: message.from_name, email: message.from_email },
      to,
      cc,
      bcc,
      reply_to,
      subject: message.subject,
      snippet: message.snippet,
      date: displayInstant(message),
      list_id: message.list_id,
      size_bytes: message.size,
      flags: flagNames(message.flags),
      labels: (labelsOfMessages(db, [id]).get(id) ?? []).map(({ name }) => name),
      attachments: attachmentsOf(db, id),
      text: text.slice(0, maxText),
      text_cut: text.length > maxText,
    },
  });
}

function attachmentsOf(db: ReadDb, message: number): { filename: string; mime_type: string; size: number }[] {
  return db.all(sql`SELECT filename, mime_type, size FROM attachments WHERE message = ${message} ORDER BY ordinal`);
}
