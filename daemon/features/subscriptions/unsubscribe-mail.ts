import { diskProblemOf } from '../../base/disk-failure.ts';
import { Failure } from '../../base/failure.ts';
import type { Clock } from '../../base/clock.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { Actor } from '../../mail/mutations/apply.ts';
import { addDraft, removeDraft } from '../../mail/drafts/drafts.ts';
import { escapeHtml } from '../../mail/html/escape.ts';
import { recipientsOf, type Message } from '../../mail/messages/messages.ts';
import { isSendableAddress } from '../../mail/mime/address/address-syntax.ts';
import { formatAddressText } from '../../mail/mime/address/address-text.ts';
import type { ListUnsubscribe as Method } from '../../mail/mime/headers/unsubscribe.ts';
import type { SendingService } from '../../mail/outbox/sending-service.ts';
import { ownAddress } from '../../mail/compose/original-message.ts';
import type { WriteDb } from '../../store/db.ts';

export type Mailto = Extract<Method, { Mailto: unknown }>['Mailto'];

/** Whether a list can be left by mail. An unsubscribe mail has exactly one recipient. */
export function canUnsubscribeByMail({ enabled, send_kind }: Account, { address }: Mailto): boolean {
  return enabled && send_kind !== null && isSendableAddress(address);
}

type UnsubscribeMailDeps = { db: WriteDb; clock: Clock; sending: SendingService };
type UnsubscribeMailRequest = { account: Account; message: Message; mailto: Mailto; actor: Actor };

/**
 * Queues the unsubscribe mail, from the address that the list uses, in the caller's transaction: returns the id of its send,
 * or why it cannot be sent.
 */
export function queueUnsubscribeMail(
  { db, clock, sending }: UnsubscribeMailDeps,
  { account, message, mailto: { address, subject, body }, actor }: UnsubscribeMailRequest,
): { send_id: string } | { reason: string } {
  const from = ownAddress(db, account, message, {
    ...recipientsOf(message),
    from: { name: message.from_name, email: message.from_email },
    isOwn: false,
  });
  const text =
    lines(body ?? '')
      .slice(0, maxBodyLength)
      .toWellFormed() || 'unsubscribe';
  const draft = addDraft(
    { db, clock },
    {
      account,
      actor,
      purpose: 'unsubscribe',
      from_text: formatAddressText([from]),
      to_text: formatAddressText([{ name: null, email: address }]),
      subject:
        oneLine(subject ?? '')
          .slice(0, maxSubjectLength)
          .toWellFormed() || 'unsubscribe',
      body_kind: 'html',
      body: `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`,
      body_text: text,
    },
  );
  try {
    return { send_id: sending.queue(db, { draft, account, timing: { kind: 'now' }, actor }).send_id };
  } catch (failed) {
    if (!(failed instanceof Failure) || diskProblemOf(failed) !== undefined) throw failed;
    removeDraft(db, draft.id);
    return { reason: failed.message };
  }
}

const maxSubjectLength = 500;
const maxBodyLength = 5_000;

function lines(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
