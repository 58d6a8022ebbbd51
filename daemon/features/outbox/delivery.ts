import type { z } from 'zod';
import { bouncesOf, type Bounce } from '../../mail/outbox/bounces.ts';
import { messagesByIds, recipientsOf } from '../../mail/messages/messages.ts';
import { sendByHeaderId, type OutboxRecipient, type OutboxRow } from '../../mail/outbox/outbox.ts';
import { explainReply } from '../../providers/smtp/reply-explanations.ts';
import type { ReadDb } from '../../store/db.ts';
import type { outboxRequests } from './contract.ts';

type RecipientDelivery = z.input<(typeof outboxRequests)['ofMessage']['output']>['recipients'][number];

/**
 * The delivery state of a sent message for each recipient: the server's answer at submission, and later reports. A message
 * that another program sent only has reports.
 */
export function deliveryOf(
  db: ReadDb,
  { id, account, direction }: { id: number; account: { id: number }; direction: string },
): { row: OutboxRow | undefined; recipients: RecipientDelivery[] } {
  const [message] = messagesByIds(db, [id]);
  if (!message || message.header_id === null || direction !== 'outbound') return { row: undefined, recipients: [] };
  const row = sendByHeaderId(db, account.id, message.header_id);
  const bounces = new Map(
    bouncesOf(db, account.id, message.header_id)
      .toReversed()
      .map((each) => [each.recipient, each]),
  );
  const { to, cc, bcc } = recipientsOf(message);
  const addressed = [...to, ...cc, ...bcc].map(({ email }) => ({ email, state: 'accepted' as const }));
  const known = row?.recipients ?? (bounces.size > 0 ? addressed : []);
  const named = new Set(known.map(({ email }) => email.toLowerCase()));
  // An alias that was resolved on the way is reported under an address that is not among the recipients.
  const others = [...bounces.keys()]
    .filter((email) => !named.has(email))
    .map((email) => ({ email, state: 'accepted' as const }));
  return {
    row,
    recipients: [...known, ...others].map((each) => deliveryTo(each, bounces.get(each.email.toLowerCase()))),
  };
}

function deliveryTo(
  { email, state, reason }: Pick<OutboxRecipient, 'email' | 'state' | 'reason'>,
  bounce: Bounce | undefined,
): RecipientDelivery {
  if (!bounce)
    return { email, state, reason: reason ?? null, status: null, diagnostic: null, at: null, report_message_id: null };
  const { status, diagnostic, reported_at: at, report_message_id } = bounce;
  return { email, ...stateAfter(bounce), status, diagnostic, at, report_message_id };
}

function stateAfter(bounce: Bounce): Pick<RecipientDelivery, 'state' | 'reason'> {
  switch (bounce.action) {
    case 'failed':
      return { state: 'bounced', reason: bounceText(bounce) };
    case 'delayed':
      return { state: 'delayed', reason: `${bounceText(bounce)} It is still being tried.` };
    case 'delivered':
      return { state: 'delivered', reason: null };
    case 'relayed':
    case 'expanded':
      return { state: 'accepted', reason: null };
  }
}

/** Why a message bounced, as text for the user. */
export function bounceText({
  recipient,
  status,
  diagnostic,
}: Pick<Bounce, 'recipient' | 'status' | 'diagnostic'>): string {
  const [, code] = /(?:^|\s)([245]\d\d)\b/.exec(diagnostic ?? '') ?? [];
  return explainReply({ code: code === undefined ? null : Number(code), status }, recipient);
}
