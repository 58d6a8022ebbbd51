import { displayInstant } from '../messages/messages.ts';
import type { ExportedMessage } from './exported-message.ts';

/** Renders a message as a line of JSON. */
export function jsonOf({ message, recipients, flags, labels, keywords, files }: ExportedMessage, text: string): string {
  const { to, cc, bcc, reply_to } = recipients;
  return JSON.stringify({
    message_id: message.message_id,
    thread_id: message.thread_id,
    account_id: message.account_id,
    date: displayInstant(message),
    received_at: message.received_at,
    from: { name: message.from_name, email: message.from_email },
    to,
    cc,
    bcc,
    reply_to,
    subject: message.subject,
    message_id_header: message.header_id,
    in_reply_to: message.in_reply_to,
    references: JSON.parse(message.reference_ids) as unknown,
    flags,
    keywords,
    labels,
    attachments: files.map(({ start: _start, ...file }) => file),
    size_bytes: message.size,
    text,
  });
}
