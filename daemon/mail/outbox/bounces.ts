import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Report } from '../mime/parsed-message.ts';

/** A server's report about one recipient of a sent message. */
export type Bounce = {
  recipient: string;
  action: (typeof bounceActions)[number];
  /** Enhanced status code (RFC 3463). */
  status: string | null;
  /** The server's reply. */
  diagnostic: string | null;
  reported_at: string;
  /** The public id of the report. */
  report_message_id: string;
};

/** The possible outcomes for a recipient (RFC 3464, section 2.3.3). */
const bounceActions = ['failed', 'delayed', 'delivered', 'relayed', 'expanded'] as const;

/** A server's report about a sent message. */
export type DeliveryReport = {
  message: number;
  account: number;
  received_at: string;
  /** Message-ID of the sent message, without brackets. */
  header_id: string;
  recipients: Report['recipients'];
};

/** Reports that were not scanned yet, oldest first. Those without a Message-ID of the reported message are left out. */
export function unscannedReports(db: ReadDb, limit: number): { scanned: number[]; reports: DeliveryReport[] } {
  const rows = db.all<{ id: number; account: number; received_at: string; report: string }>(sql`
    SELECT id, account, received_at, report FROM messages
    WHERE report IS NOT NULL AND NOT EXISTS (SELECT 1 FROM bounce_scans WHERE message = messages.id)
    ORDER BY id LIMIT ${limit}`);
  const reports = rows.flatMap(({ id, account, received_at, report }): DeliveryReport[] => {
    const { kind, about, recipients } = JSON.parse(report) as Report;
    return kind === 'delivery' && about !== null
      ? [{ message: id, account, received_at, header_id: about, recipients }]
      : [];
  });
  return { scanned: rows.map(({ id }) => id), reports };
}

export function markReportsScanned(db: WriteDb, messages: readonly number[]): void {
  db.run(sql`
    INSERT INTO bounce_scans (message) SELECT value FROM json_each(${jsonList(messages)}) WHERE true ON CONFLICT DO NOTHING`);
}

/** Stores what a report says about each recipient. */
export function saveBounces(
  db: WriteDb,
  { message, account, received_at, header_id, recipients }: DeliveryReport,
): void {
  for (const { email, outcome, status, diagnostic } of recipients) {
    const action = bounceActions.find((each) => each === outcome);
    if (action === undefined) continue;
    db.run(sql`
      INSERT INTO bounces (account, message, header_id, recipient, action, status, diagnostic, reported_at)
      VALUES (${account}, ${message}, ${header_id}, ${email.toLowerCase()}, ${action}, ${status}, ${diagnostic},
        ${received_at})
      ON CONFLICT DO NOTHING`);
  }
}

/** The reports about a sent message, latest first. */
export function bouncesOf(db: ReadDb, account: number, header_id: string): Bounce[] {
  return db.all<Bounce>(sql`
    SELECT b.recipient, b.action, b.status, b.diagnostic, b.reported_at, m.message_id AS report_message_id
    FROM bounces b JOIN messages m ON m.id = b.message
    WHERE b.header_id = ${header_id} COLLATE NOCASE AND b.account = ${account} ORDER BY b.id DESC`);
}
