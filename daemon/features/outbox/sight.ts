import { Failure } from '../../base/failure.ts';
import { isUuid } from '../../base/ids.ts';
import type { Caller } from '../../handling.ts';
import type { Account } from '../../mail/accounts.ts';
import { draftNamed, type Draft } from '../../mail/drafts.ts';
import { lastSendOf, sendNamed, type OutboxRow } from '../../mail/outbox.ts';
import { isPerson } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';

/** Who asks, and the accounts they may see. */
export type Sight = { accounts: readonly Account[]; caller: Caller };

/** Throws Failure `not_found` where the draft is none that somebody may see, be it still here or sent. */
export function checkSeen(db: ReadDb, draft_id: string, { accounts, caller }: Sight): void {
  const id = draft_id.toLowerCase();
  if (isUuid(id) && draftNamed(db, id, { accounts, caller })) return;
  const row = lastSendOf(db, id);
  if (!row || !isSeen(row, { accounts, caller })) throw noDraft();
}

/** Throws Failure `not_found` where it is none that somebody may see. */
export function sendSeen(db: ReadDb, send_id: string, sight: Sight): OutboxRow {
  const row = sendNamed(db, send_id.toLowerCase());
  if (!row || !isSeen(row, sight)) throw new Failure('missing', 'not_found', 'There is no such send here.');
  return row;
}

function isSeen({ account, account_id }: OutboxRow, { accounts, caller }: Sight): boolean {
  return accounts.some((each) => each.account_id === account_id) || (account === null && isPerson(caller));
}

/** A draft and the account it goes out from. Throws Failure `not_found` and `account_gone`. */
export function sendable(db: ReadDb, draft_id: string, sight: Sight): { draft: Draft; account: Account } {
  const draft = draftNamed(db, draft_id.toLowerCase(), sight);
  if (!draft) throw noDraft();
  const account = sight.accounts.find(({ id }) => id === draft.account);
  if (!account)
    throw new Failure('conflict', 'account_gone', 'The account of this draft is gone. Choose another to send it from.');
  return { draft, account };
}

function noDraft(): Failure {
  return new Failure('missing', 'not_found', 'There is no such draft here. It may have been sent or deleted.');
}
