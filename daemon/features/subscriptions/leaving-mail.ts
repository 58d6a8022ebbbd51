import { Failure } from '../../base/failure.ts';
import type { Clock } from '../../base/clock.ts';
import type { Account } from '../../mail/accounts.ts';
import type { Actor } from '../../mail/apply.ts';
import { addDraft, removeDraft } from '../../mail/drafts.ts';
import { escaped } from '../../mail/html/escape.ts';
import { recipientsOf, type Message } from '../../mail/messages.ts';
import { isSendable } from '../../mail/mime/address-form.ts';
import { writeAddressText } from '../../mail/mime/address-text.ts';
import type { Unsubscribe as Method } from '../../mail/mime/unsubscribe.ts';
import type { Sending } from '../../mail/sending.ts';
import { ownAddress } from '../../mail/writing/original.ts';
import type { WriteDb } from '../../store/db.ts';

export type Mailto = Extract<Method, { Mailto: unknown }>['Mailto'];

/** Whether a list can be left by a mail from here. Nothing else is ever written to than one address. */
export function canLeaveByMail({ enabled, send_kind }: Account, { address }: Mailto): boolean {
  return enabled && send_kind !== null && isSendable(address);
}

export type MailParts = { db: WriteDb; clock: Clock; sending: Sending };
export type MailWish = { account: Account; message: Message; mailto: Mailto; actor: Actor };

/**
 * Queues the mail that asks to be off a list, from the address that the list has, in the transaction of the caller: gives the
 * id of its send, or in words why it cannot go.
 */
export function queueLeavingMail(
  { db, clock, sending }: MailParts,
  { account, message, mailto: { address, subject, body }, actor }: MailWish,
): { send_id: string } | { reason: string } {
  const from = ownAddress(db, account, message, {
    ...recipientsOf(message),
    from: { name: message.from_name, email: message.from_email },
    isOwn: false,
  });
  const text =
    lines(body ?? '')
      .slice(0, longestBody)
      .toWellFormed() || 'unsubscribe';
  const draft = addDraft(
    { db, clock },
    {
      account,
      actor,
      purpose: 'unsubscribe',
      from_text: writeAddressText([from]),
      to_text: writeAddressText([{ name: null, email: address }]),
      subject:
        oneLine(subject ?? '')
          .slice(0, longestSubject)
          .toWellFormed() || 'unsubscribe',
      body_kind: 'html',
      body: `<p>${escaped(text).replaceAll('\n', '<br>')}</p>`,
      body_text: text,
    },
  );
  try {
    return { send_id: sending.queue(db, { draft, account, timing: { kind: 'now' }, actor }).send_id };
  } catch (failed) {
    if (!(failed instanceof Failure)) throw failed;
    removeDraft(db, draft.id);
    return { reason: failed.message };
  }
}

const longestSubject = 500;
const longestBody = 5_000;

function lines(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
