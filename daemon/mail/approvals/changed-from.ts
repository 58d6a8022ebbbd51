import type { ApprovalContent, ApprovalMessage } from '../../contract/approval.ts';
import type { Address } from '../../contract/fields.ts';

type ChangedFrom = NonNullable<ApprovalContent['changed_from']>;

/** What the page compares of two versions of a message. */
type Version = Pick<ApprovalMessage, 'to' | 'cc' | 'bcc' | 'subject' | 'body'> | Omit<ChangedFrom, 'of' | 'at'>;

/** An earlier version of a message; null where it said the same to the same people. */
export function changedFrom(
  { of, at }: Pick<ChangedFrom, 'of' | 'at'>,
  earlier: Version,
  current: Version,
): ChangedFrom | null {
  if (JSON.stringify(comparable(earlier)) === JSON.stringify(comparable(current))) return null;
  return { of, at, ...comparable(earlier) };
}

function comparable({ to, cc, bcc, subject, body }: Version) {
  return { to: to.map(addressOf), cc: cc.map(addressOf), bcc: bcc.map(addressOf), subject, body };
}

function addressOf({ name, email }: Address): Address {
  return { name, email };
}
