import { Failure } from '../../base/failure.ts';
import type { Account } from '../accounts/accounts.ts';
import { isSendableAddress } from '../mime/address/address-syntax.ts';
import type { InviteDetails } from './invite-details.ts';

/** Why an invitation cannot be answered here; undefined if it can. */
export function checkAnswerable(
  { invite, record, status }: InviteDetails,
  account: Pick<Account, 'name' | 'enabled' | 'send_kind'>,
  own: ReadonlySet<string>,
): Failure | undefined {
  const { organizer, uid, viewer_attendee_email } = record.metadata;
  if (invite.is_answer)
    return conflict('no_invitation', 'This message is an answer to an invitation, and none itself.');
  if (invite.direction === 'outbound' || own.has(organizer?.email.toLowerCase() ?? ''))
    return conflict('own_event', 'You organise this event yourself.');
  if (status.state === 'cancelled')
    return conflict('event_cancelled', 'This event is cancelled, so there is nothing left to answer.');
  if (status.superseded_by !== null)
    return conflict('event_changed', 'A later message changed this event. Answer that one.', {
      message_id: status.superseded_by,
    });
  if (viewer_attendee_email === null)
    return conflict('not_invited', `None of your addresses in ${account.name} is among the guests.`);
  if (uid === null)
    return conflict(
      'no_event_id',
      'The invitation does not say which event it is (UID), so no answer would be understood.',
    );
  if (!organizer || !isSendableAddress(organizer.email))
    return conflict('no_organizer', 'The invitation does not say to whom the answer goes.');
  if (!account.enabled)
    return conflict('account_disabled', `${account.name} is turned off. Turn it on to answer from it.`);
  if (account.send_kind === null)
    return conflict('cannot_send', `${account.name} has no server to send with. Set one up in its settings.`);
  return undefined;
}

/** Warnings before the answer. */
export function replyWarnings({ record: { metadata }, status }: InviteDetails): string[] {
  return [
    ...metadata.warnings,
    ...(status.state === 'past' ? ['This event is over already.'] : []),
    ...(metadata.method === 'REQUEST'
      ? []
      : ['The message does not ask for an answer, so the calendar of the organiser may pass over it.']),
  ];
}

function conflict(code: string, message: string, details: Record<string, unknown> = {}): Failure {
  return new Failure('conflict', code, message, details);
}
