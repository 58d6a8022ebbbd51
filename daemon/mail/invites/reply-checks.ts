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
    return conflict('no_invitation', 'This message is a reply to an invitation, not an invitation.');
  if (invite.direction === 'outbound' || own.has(organizer?.email.toLowerCase() ?? ''))
    return conflict('own_event', 'You’re the organizer of this event.');
  if (status.state === 'cancelled')
    return conflict('event_cancelled', 'This event was cancelled, so there’s nothing to reply to.');
  if (status.superseded_by !== null)
    return conflict('event_changed', 'A later message changed this event. Reply to that one.', {
      message_id: status.superseded_by,
    });
  if (viewer_attendee_email === null)
    return conflict('not_invited', `None of your addresses in ${account.name} is on the guest list.`);
  if (uid === null)
    return conflict('no_event_id', 'The invitation doesn’t say which event it’s for (UID), so you can’t reply to it.');
  if (!organizer || !isSendableAddress(organizer.email))
    return conflict('no_organizer', 'The invitation doesn’t say who to reply to.');
  if (!account.enabled)
    return conflict('account_disabled', `${account.name} is turned off. Turn it on to reply from it.`);
  if (account.send_kind === null)
    return conflict('cannot_send', `${account.name} has no server to send with. Set one up in its settings.`);
  return undefined;
}

/** Warnings before the answer. */
export function replyWarnings({ record: { metadata }, status }: InviteDetails): string[] {
  return [
    ...metadata.warnings,
    ...(status.state === 'past' ? ['This event is already over.'] : []),
    ...(metadata.method === 'REQUEST'
      ? []
      : ['The message doesn’t ask for a reply, so the organizer’s calendar may ignore it.']),
  ];
}

function conflict(code: string, message: string, details: Record<string, unknown> = {}): Failure {
  return new Failure('conflict', code, message, details);
}
