import { Failure } from '../../base/failure.ts';
import type { Call, Handlers, InputOf, ReplyOf } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { changeHistory, changesAfter, lastChangeIn, threadsSince, type Change } from '../../mail/changes/changes.ts';
import { isPerson } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';
import type { changesRequests } from './contract.ts';
import { parseState, stateText, viewOf, type ChangeState } from './state.ts';

type List = (typeof changesRequests)['list'];
type Changed = ReplyOf<List>['messages'];

export function changesHandlers(): Handlers<typeof changesRequests> {
  return {
    list({ since, limit, account_id }: InputOf<List>, call: Call<List>): ReplyOf<List> {
      const { db } = call;
      const accounts = accountsInView(call, account_id);
      const view = viewOf(accounts?.map((account) => account.account_id));
      const ids = accounts?.map(({ id }) => id);
      const history = changeHistory(db);
      if (since === undefined) {
        const seq = ids ? lastChangeIn(db, ids) : history.last_seq;
        const state = stateText({ history_id: history.history_id, seq, base: seq, view });
        return { kind: 'Changes', state, has_more: false, messages: none(), threads: none() };
      }
      const from = parseState(since, history, view);
      const found = changesAfter(db, {
        after: from.seq,
        limit: limit + 1,
        accounts: ids,
      });
      const page = found.slice(0, limit);
      const has_more = found.length > limit;
      const seq = page.at(-1)?.seq ?? from.seq;
      return {
        kind: 'Changes',
        // Nothing in it depends on what happens in accounts that the caller does not see.
        state: stateText({ ...from, seq, ...(!has_more && { base: seq }) }),
        has_more,
        messages: changedMessages(page, from),
        threads: changedThreads(db, page, from),
      };
    },
  };
}

/** Undefined for all accounts, those that were removed included. Throws Failure `not_found`. */
function accountsInView(
  { caller, accounts }: Call<List>,
  account_id: string | undefined,
): readonly Account[] | undefined {
  if (account_id === undefined) return isPerson(caller) ? undefined : accounts;
  const found = accounts.filter((account) => account.account_id === account_id.toLowerCase());
  if (found.length > 0) return found;
  throw new Failure('missing', 'not_found', 'There is no such account here, or this caller may not see it.');
}

function none(): Changed {
  return { created: [], updated: [], destroyed: [] };
}

function changedMessages(page: readonly Change[], { seq, base }: ChangeState): Changed {
  const changed = none();
  for (const { message_id, isRemoved, created } of page) {
    if (message_id === null) continue;
    if (!isRemoved) (created > base ? changed.created : changed.updated).push(message_id);
    // A message that came and went since the last page was never told of.
    else if (created <= seq) changed.destroyed.push(message_id);
  }
  return changed;
}

function changedThreads(db: ReadDb, page: readonly Change[], { base }: ChangeState): Changed {
  const touched = new Set(page.flatMap(({ thread_id }) => thread_id ?? []));
  const present = threadsSince(db, [...touched], base);
  const changed = none();
  for (const thread_id of touched) {
    const thread = present.get(thread_id);
    (!thread ? changed.destroyed : thread.isNew ? changed.created : changed.updated).push(thread_id);
  }
  return changed;
}
