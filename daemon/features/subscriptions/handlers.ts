import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers, ReaderHandlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { ApplyDeps } from '../../mail/mutations/apply.ts';
import { addressKey } from '../../mail/contacts/changes.ts';
import { messagesByIds } from '../../mail/messages/messages.ts';
import { chooseTargets, type ChosenTargets } from '../../mail/mutations/targets/targets.ts';
import type { SendingService } from '../../mail/outbox/sending-service.ts';
import { countSubscriptions, subscriptionsOf } from '../../mail/subscriptions/subscriptions.ts';
import type { OutgoingFetch } from '../../outgoing/outgoing-fetch.ts';
import type { ReadDb } from '../../store/db.ts';
import type { UnsubscribeOutcome, subscriptionsRequests } from './contract.ts';
import { unsubscribeAll, announceUnsubscribed } from './unsubscribe.ts';
import { isSuccess, previewPurge, purge, senderOf, sumOf } from './purge.ts';
import { summariesOf } from './wire.ts';

type SubscriptionsDeps = {
  clock: Clock;
  fetch: OutgoingFetch;
  onMutationResult: ApplyDeps['onMutationResult'];
  sending: SendingService;
  /** A connection with the index attached. */
  read: ReadDb;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

export function subscriptionsHandlers(deps: SubscriptionsDeps): Handlers<typeof subscriptionsRequests> {
  const { clock, onMutationResult, read, zone } = deps;
  const selectTargets = (accounts: readonly Account[], message_ids: readonly string[] | undefined): ChosenTargets =>
    chooseTargets({ message_ids }, { read, accounts, now: clock.now(), zone });

  return {
    async unsubscribe({ message_id, message_ids }, { db, caller, accounts, permit }) {
      const { byAccount, skipped } = selectTargets(accounts, allMessageIds(message_id, message_ids));
      const messages = byAccount.flatMap(({ targets }) => targets.map(({ id }) => id));
      const actor = { origin: caller.origin, token_id: caller.token_id };
      const permitSend = () => permit({ safety: 'send' });
      const outcome = await unsubscribeAll({ ...deps, db }, { accounts, messages, actor, permitSend });
      const { results, event } = outcome;
      announceUnsubscribed({ onMutationResult }, accounts, outcome);
      if (results.every(({ status }) => status === 'no_method')) throw noMethod();
      const unknown = skipped.map(({ message_id: id, reason }): UnsubscribeOutcome => {
        return { message_id: id, method: 'none', status: 'not_found', already: false, reason };
      });
      const all = [...results, ...unknown];
      return {
        ok: all.every(({ status }) => status === 'done'),
        mutation_id: event?.mutation_id ?? null,
        results: all,
      };
    },
    async purge({ address, message_ids, account_id, dry_run, archive_on_no_method: archiveAnyway }, call) {
      const { db, caller, key, permit } = call;
      if (!dry_run) permit({ safety: 'destroy', action: 'archive' });
      const accounts = selectAccounts(call.accounts, account_id);
      const addresses =
        address === undefined
          ? sendersIn(db, selectTargets(accounts, message_ids))
          : [requireSingleSelection(address, message_ids)];
      const senders = addresses.map((each) => senderOf(db, accounts, each));
      const actor = { origin: caller.origin, token_id: caller.token_id };
      const permitSend = () => permit({ safety: 'send' });
      const request = { accounts, senders, archiveAnyway, actor, permitSend, correlation: key };
      const results = dry_run ? previewPurge(request) : await purge({ ...deps, db }, request);
      return { ok: results.every(({ status }) => isSuccess(status)), result: sumOf(results), results };
    },
  };
}

export function subscriptionsReaders(): ReaderHandlers<typeof subscriptionsRequests> {
  return {
    list({ limit, offset, account_id }, { db, accounts }) {
      const visible = account_id ? accounts.filter((each) => each.account_id === account_id.toLowerCase()) : accounts;
      const found = subscriptionsOf(db, visible, { limit: limit + 1, offset });
      return {
        subscriptions: summariesOf(db, found.slice(0, limit)),
        total: countSubscriptions(db, visible),
        next_offset: found.length > limit ? offset + limit : null,
      };
    },
  };
}

/** Combines the single id and the list of ids. */
function allMessageIds(message_id: string | undefined, message_ids: readonly string[] = []): string[] {
  return [...(message_id === undefined ? [] : [message_id]), ...message_ids];
}

function selectAccounts(accounts: readonly Account[], account_id: string | undefined): readonly Account[] {
  if (account_id === undefined) return accounts;
  const account = accounts.find((each) => each.account_id === account_id.toLowerCase());
  if (!account) throw new Failure('missing', 'not_found', 'There is no such account.');
  return [account];
}

function sendersIn(db: ReadDb, { byAccount }: ChosenTargets): string[] {
  const ids = byAccount.flatMap(({ targets }) => targets.map(({ id }) => id));
  return [...new Set(messagesByIds(db, ids).map(({ from_email }) => addressKey(from_email)))];
}

function requireSingleSelection(address: string, message_ids: readonly string[] | undefined): string {
  if (message_ids === undefined) return addressKey(address);
  throw new Failure('invalid', 'invalid_input', 'Say address or message_ids, and not both.');
}

function noMethod(): Failure {
  const sentence = 'The mail doesn’t say how to unsubscribe. Block the sender, or archive its mail with a rule.';
  return new Failure('invalid', 'no_unsubscribe_method', sentence);
}
