import type { CommandContext, ReplyOf } from './context.ts';
import type { Listed } from './short-ids.ts';

type MailRow = ReplyOf<'mailbox.list'>['mailbox']['groups'][number]['rows'][number];

export function rowsOf(groups: readonly { rows: readonly MailRow[] }[]): MailRow[] {
  return groups.flatMap(({ rows }) => rows);
}

function listedOf({ kind, id, thread_id }: MailRow): Listed {
  return kind === 'thread' ? { kind, id: thread_id } : { kind: 'message', id, thread_id };
}

/** The rows of a list with their short ids, which other commands then take. */
export async function withShortIds<Row extends MailRow>(
  context: CommandContext,
  rows: readonly Row[],
): Promise<(Row & { short_id: string })[]> {
  const shortIds = (await context.shortIds()).remember(rows.map(listedOf));
  return rows.map((row, at) => ({ short_id: shortIds[at] ?? row.id, ...row }));
}

/** A terminal with fewer columns than this. */
const narrowWidth = 72;

/** The rows as a table: unread mail is bold on a terminal, and marked with a dot. */
export function mailTable(
  { out }: Pick<CommandContext, 'out'>,
  rows: readonly (MailRow & { short_id: string })[],
): string {
  const columns = [
    { title: 'ID' },
    { title: '' },
    { title: 'DATE' },
    { title: 'FROM', shrinksTo: 6 },
    { title: 'SUBJECT', shrinksTo: 8 },
  ];
  // On a narrow terminal the subject is worth more than the time of day.
  const isNarrow = out.width !== undefined && out.width < narrowWidth;
  const cells = rows.map((row) => [
    row.short_id,
    [row.unread ? '●' : '', row.starred ? '★' : '', row.has_attachments ? '+' : ''].join(''),
    (isNarrow && row.date_label.split(',')[0]) || row.date_label,
    row.senders?.join(', ') ?? row.sender,
    `${row.suspicious ? '[suspicious] ' : ''}${row.subject || '(no subject)'}${(row.message_count ?? 1) > 1 ? ` (${row.message_count})` : ''}`,
  ]);
  return out.table(columns, cells, (at) => rows[at]?.unread === true);
}
