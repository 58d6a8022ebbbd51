import { formatInteger } from '../../base/numbers.ts';
import { formatAddress } from '../../mail/export/format-fields.ts';
import type { IncompleteMessage } from '../../mail/export/export-chunk.ts';
import { displayInstant, messagesByIds } from '../../mail/messages/messages.ts';
import type { ReadDb } from '../../store/db.ts';
import type { MailboxFormat } from './formats.ts';

/** What was written of one account. */
export type AccountSummary = {
  /** Its folder. */
  name: string;
  folders: { file: string; messages: number }[];
  drafts: number;
  incomplete: (IncompleteMessage & { file: string })[];
};

const formatTexts: Record<MailboxFormat, string> = {
  mbox: 'Each folder is an mbox file, which most mail programs can import. A message with several labels is in several files.',
  eml: 'Each message is a file, which most mail programs can open. A message with several labels is in several folders.',
  json: 'Each account is a JSON file with the text of its messages, their labels and flags, and the drafts. Attached files aren’t in it.',
};

/** The text of the summary: what is in the export, and what is missing. */
export function summaryText(
  db: ReadDb,
  { made_at, format, summaries }: { made_at: string; format: MailboxFormat; summaries: readonly AccountSummary[] },
): string {
  const incomplete = summaries.flatMap((summary) =>
    summary.incomplete.map((each) => ({ ...each, account: summary.name })),
  );
  const lines = [
    `Mail exported by Posthorn on ${made_at.slice(0, 10)} at ${made_at.slice(11, 16)} UTC.`,
    formatTexts[format],
    ...summaries.flatMap(accountLines),
    '',
    incomplete.length === 0
      ? 'Every message is complete.'
      : `Not complete (${formatInteger(incomplete.length)}): these parts were left on the server, which couldn’t be reached, or are damaged on this disk.`,
    ...incomplete.map((each) => incompleteLine(db, each)),
  ];
  return `${lines.join('\n')}\n`;
}

function accountLines({ name, folders, drafts }: AccountSummary): string[] {
  return [
    '',
    name,
    ...folders.map(
      ({ file, messages }) => `  ${file}: ${formatInteger(messages)} ${messages === 1 ? 'message' : 'messages'}`,
    ),
    ...(drafts === 0 ? [] : [`  Drafts that weren’t sent: ${formatInteger(drafts)}`]),
    ...(folders.length === 0 && drafts === 0 ? ['  nothing'] : []),
  ];
}

function incompleteLine(
  db: ReadDb,
  { id, missing, account, file }: IncompleteMessage & { account: string; file: string },
): string {
  const [message] = messagesByIds(db, [id]);
  const place = `${account}/${file}`;
  if (!message) return `  ${place}: ${missing}`;
  const { subject, from_name: name, from_email: email } = message;
  const date = displayInstant(message).slice(0, 10);
  return `  ${place}: ${date}, ${formatAddress({ name, email })}, “${subject || '(no subject)'}”: ${missing}`.replaceAll(
    /\s*\n\s*/g,
    ' ',
  );
}
