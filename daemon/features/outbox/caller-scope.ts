import { Failure } from '../../base/failure.ts';
import { isUuid } from '../../base/ids.ts';
import type { Caller } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { findDraft, type Draft } from '../../mail/drafts/drafts.ts';
import { lastSendOf, findSend, type OutboxRow } from '../../mail/outbox/outbox.ts';
import { isPerson } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';

/** The caller, and the accounts that it may see. */
export type CallerScope = { accounts: readonly Account[]; caller: Caller };

/** Throws Failure `not_found` if the caller may not see the draft, existing or sent. */
export function requireVisibleDraft(db: ReadDb, draft_id: string, { accounts, caller }: CallerScope): void {
  const id = draft_id.toLowerCase();
  if (isUuid(id) && findDraft(db, id, { accounts, caller })) return;
  const row = lastSendOf(db, id);
  if (!row || !isSendVisible(row, { accounts, caller })) throw noDraft();
}

/** Throws Failure `not_found` if the caller may not see the send. */
export function requireVisibleSend(db: ReadDb, send_id: string, scope: CallerScope): OutboxRow {
  const row = findSend(db, send_id.toLowerCase());
  if (!row || !isSendVisible(row, scope)) throw new Failure('missing', 'not_found', 'There is no such send here.');
  return row;
}

function isSendVisible({ account, account_id }: OutboxRow, { accounts, caller }: CallerScope): boolean {
  return accounts.some((each) => each.account_id === account_id) || (account === null && isPerson(caller));
}

/** A draft and the account that sends it. Throws Failure `not_found` and `account_gone`. */
export function requireSendable(db: ReadDb, draft_id: string, scope: CallerScope): { draft: Draft; account: Account } {
  const draft = findDraft(db, draft_id.toLowerCase(), scope);
  if (!draft) throw noDraft();
  const account = scope.accounts.find(({ id }) => id === draft.account);
  if (!account)
    throw new Failure(
      'conflict',
      'account_gone',
      'The account of this draft was removed. Choose another to send it from.',
    );
  return { draft, account };
}

function noDraft(): Failure {
  return new Failure('missing', 'not_found', 'There is no such draft here. It may have been sent or deleted.');
}
