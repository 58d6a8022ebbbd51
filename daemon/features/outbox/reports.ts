import { instantOf } from '../../base/clock.ts';
import { saveBounces, type DeliveryReport } from '../../mail/bounces.ts';
import { settleSend } from '../../mail/outbox-doubts.ts';
import { moveSend, outboxRow, sendUnder, type OutboxRow } from '../../mail/outbox.ts';
import { bounceWords } from './delivery.ts';
import type { NewsLoopParts } from './news-loop.ts';
import { copyOf } from './store.ts';

/** A report that is older says nothing that anybody waits for. */
const newsFor = 86_400_000;

/**
 * Ties a report to the message it is about, and says of its recipients what became of them. Gives what is to be told once
 * the transaction is through in which this is called.
 */
export function takeReport(parts: NewsLoopParts, report: DeliveryReport): (() => void)[] {
  const { db, clock, sending, announce, accounts } = parts;
  saveBounces(db, report);
  const { account, header_id } = report;
  const row = sendUnder(db, account, header_id);
  // Who reports on it has had it.
  if (row?.state === 'unknown') settleSend(db, row, { at: instantOf(clock.now()), copy: 'due' });
  const failed = report.recipients.filter(({ outcome }) => outcome === 'failed');
  if (failed.length === 0) return row ? [() => sending.soon(outboxRow(db, row.id)!)] : [];
  const tellings: (() => void)[] = [];
  if (row) {
    noteBounced(parts, row.id, failed);
    tellings.push(() => sending.soon(outboxRow(db, row.id)!));
  }
  const account_id = accounts().find(({ id }) => id === account)?.account_id;
  const isNews = row !== undefined || clock.now().getTime() - Date.parse(report.received_at) < newsFor;
  if (account_id === undefined || !isNews) return tellings;
  const [first] = failed;
  const words = first
    ? bounceWords({ recipient: first.email, status: first.status, diagnostic: first.diagnostic })
    : '';
  return [
    ...tellings,
    () =>
      announce({
        event: 'SendBounced',
        account_id,
        local_message_id: copyOf(db, account, header_id) ?? row?.message_id ?? null,
        rfc2822_message_id: row?.header_id ?? header_id,
        recipients: failed.map(({ email }) => email),
        error: words,
      }),
  ];
}

/** A mailbox may lie behind another address than the one that was written to; of a single recipient it can only be that. */
function noteBounced({ db }: Pick<NewsLoopParts, 'db'>, id: number, failed: DeliveryReport['recipients']): void {
  const row = outboxRow(db, id);
  if (!row) return;
  const said = new Map(failed.map((each) => [each.email.toLowerCase(), each]));
  const [only, ...others] = row.recipients;
  const isOnly = only !== undefined && others.length === 0;
  const recipients = row.recipients.map((each): OutboxRow['recipients'][number] => {
    const report = said.get(each.email.toLowerCase()) ?? (isOnly ? failed[0] : undefined);
    if (!report || each.state === 'waiting') return each;
    const { status, diagnostic } = report;
    return { ...each, state: 'bounced', reason: bounceWords({ recipient: each.email, status, diagnostic }) };
  });
  moveSend(db, id, row.state, row.state, { recipients });
}
