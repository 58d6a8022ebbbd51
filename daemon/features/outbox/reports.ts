import { instantOf } from '../../base/clock.ts';
import { saveBounces, type DeliveryReport } from '../../mail/outbox/bounces.ts';
import { resolveUnknownSend } from '../../mail/outbox/unknown-sends.ts';
import { transitionSend, outboxRow, sendByHeaderId, type OutboxRow } from '../../mail/outbox/outbox.ts';
import { bounceText } from './delivery.ts';
import { sentCopyId } from '../../mail/outbox/entry.ts';
import type { DeliveryReportLoopDeps } from './delivery-report-deps.ts';

/** Older reports are not announced. */
const announceMaxAgeMs = 86_400_000;

/**
 * Assigns a report to its message, and updates the state of its recipients. Returns the announcements to make after the
 * caller's transaction is committed.
 */
export function processReport(deps: DeliveryReportLoopDeps, report: DeliveryReport): (() => void)[] {
  const { db, clock, sending, announce, accounts } = deps;
  saveBounces(db, report);
  const { account, header_id } = report;
  const row = sendByHeaderId(db, account, header_id);
  // The reporting server has received it.
  if (row?.state === 'unknown') resolveUnknownSend(db, row, { at: instantOf(clock.now()), copy: 'due' });
  const failed = report.recipients.filter(({ outcome }) => outcome === 'failed');
  if (failed.length === 0) return row ? [() => sending.announceAfterCommit(outboxRow(db, row.id)!)] : [];
  const announcements: (() => void)[] = [];
  if (row) {
    noteBounced(deps, row.id, failed);
    announcements.push(() => sending.announceAfterCommit(outboxRow(db, row.id)!));
  }
  const account_id = accounts().find(({ id }) => id === account)?.account_id;
  const isRecent = row !== undefined || clock.now().getTime() - Date.parse(report.received_at) < announceMaxAgeMs;
  if (account_id === undefined || !isRecent) return announcements;
  const [first] = failed;
  const words = first ? bounceText({ recipient: first.email, status: first.status, diagnostic: first.diagnostic }) : '';
  return [
    ...announcements,
    () =>
      announce({
        event: 'SendBounced',
        account_id,
        local_message_id: sentCopyId(db, account, header_id) ?? row?.message_id ?? null,
        rfc2822_message_id: row?.header_id ?? header_id,
        recipients: failed.map(({ email }) => email),
        error: words,
      }),
  ];
}

/**
 * The report may name another address of the mailbox than the recipient; with a single recipient the assignment is certain.
 */
function noteBounced(
  { db }: Pick<DeliveryReportLoopDeps, 'db'>,
  id: number,
  failed: DeliveryReport['recipients'],
): void {
  const row = outboxRow(db, id);
  if (!row) return;
  const failedByEmail = new Map(failed.map((each) => [each.email.toLowerCase(), each]));
  const [only, ...others] = row.recipients;
  const isOnly = only !== undefined && others.length === 0;
  const recipients = row.recipients.map((each): OutboxRow['recipients'][number] => {
    const report = failedByEmail.get(each.email.toLowerCase()) ?? (isOnly ? failed[0] : undefined);
    if (!report || each.state === 'waiting') return each;
    const { status, diagnostic } = report;
    return { ...each, state: 'bounced', reason: bounceText({ recipient: each.email, status, diagnostic }) };
  });
  transitionSend(db, id, row.state, row.state, { recipients });
}
