import { z } from 'zod';
import { agentReport } from '../../contract/body.ts';
import { count, messageRow, text, uuid, type RowGroup } from '../../contract/fields.ts';

/** A message or conversation in a list, as far as a model needs it. */
export const mailLine = messageRow.pick({
  id: true,
  thread_id: true,
  account_id: true,
  sender: true,
  sender_detail: true,
  subject: true,
  snippet: true,
  date: true,
  unread: true,
  starred: true,
  has_attachments: true,
  message_count: true,
  suspicious: true,
});

export function linesOf(groups: readonly RowGroup[]): z.output<typeof mailLine>[] {
  return groups.flatMap(({ rows }) => rows.map((row) => mailLine.parse(row)));
}

const attachmentLine = z.object({
  attachment_id: uuid(),
  filename: text('menu.pdf'),
  mime_type: text('application/pdf'),
  size_bytes: count,
  uri: text(
    'posthorn://attachment/7a3ca275-a251-5c2a-bfde-38c9c8b2d4fb/0195804f-3c2a-7d41-9b06-5e8d2f61c7a4',
    'The resource that holds it',
  ),
});

/** A message that was opened. */
export const openedMessage = z.object({
  message_id: uuid(),
  text: text('<<<DATA 8e14f07d6f61ce4fdf6c8393', 'What people see of the message, fenced as data').nullable(),
  html: text('<p>Shall we say seven?</p>', 'Only if it was asked for').optional(),
  attachments: z.array(attachmentLine),
  report: agentReport.optional(),
});

type Body = {
  message_id: string;
  text_plain: string | null;
  text_html: string | null;
  attachments: readonly { id: string; message_id: string; filename: string; mime_type: string; size_bytes: number }[];
  agent_report?: z.output<typeof agentReport> | undefined;
};

export function openedMessageOf({ message_id, text_plain, text_html, attachments, agent_report }: Body) {
  return {
    message_id,
    text: text_plain,
    ...(text_html !== null && { html: text_html }),
    attachments: attachments.map(({ id, filename, mime_type, size_bytes }) => ({
      attachment_id: id,
      filename,
      mime_type,
      size_bytes,
      uri: `posthorn://attachment/${message_id}/${id}`,
    })),
    ...(agent_report && { report: agent_report }),
  } satisfies z.output<typeof openedMessage>;
}

/** The text of an opened message for the model, with what was left out and what is suspicious. */
export function openedText({ text: words, report, attachments }: z.output<typeof openedMessage>): string {
  const notes = [
    ...(report?.hidden ?? []).map(
      ({ kind, characters }) => `${characters} hidden characters were left out (${kind.replace('_', ' ')}).`,
    ),
    ...(report && report.injection.score > 0
      ? [`Injection score ${report.injection.score} of 100: ${report.injection.reasons.join(' ')}`]
      : []),
    ...(report?.is_cut ? ['Only the beginning of the text is given.'] : []),
    ...(attachments.length > 0 ? [`${attachments.length} attachments; their names are in the structured result.`] : []),
  ];
  return [words ?? 'This message has no text.', ...notes].join('\n');
}
