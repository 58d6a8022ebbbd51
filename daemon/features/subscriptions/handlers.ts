import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers, Readers } from '../../handling.ts';
import type { Account } from '../../mail/accounts.ts';
import type { ApplyParts } from '../../mail/apply.ts';
import { addressKey } from '../../mail/contact-changes.ts';
import { messagesByIds } from '../../mail/messages.ts';
import { chooseTargets, type Chosen } from '../../mail/mutations/targets.ts';
import type { Sending } from '../../mail/sending.ts';
import { countSubscriptions, subscriptionsOf } from '../../mail/subscriptions.ts';
import type { OutgoingFetch } from '../../outgoing/outgoing-fetch.ts';
import type { ReadDb } from '../../store/db.ts';
import type { Leaving, subscriptionsRequests } from './contract.ts';
import { leaveLists, tellLeft } from './leaving.ts';
import { isGood, previewPurge, purge, senderOf, sumOf } from './purge.ts';
import { summariesOf } from './wire.ts';

export type SubscriptionsParts = {
  clock: Clock;
  fetch: OutgoingFetch;
  onActed: ApplyParts['onActed'];
  sending: Sending;
  /** A connection with the index attached. */
  read: ReadDb;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

export function subscriptionsHandlers(parts: SubscriptionsParts): Handlers<typeof subscriptionsRequests> {
  const { clock, onActed, read, zone } = parts;
  const named = (accounts: readonly Account[], message_ids: readonly string[] | undefined): Chosen =>
    chooseTargets({ message_ids }, { read, accounts, now: clock.now(), zone });

  return {
    async unsubscribe({ message_id, message_ids }, { db, caller, accounts, permit }) {
      const { byAccount, left } = named(accounts, oneList(message_id, message_ids));
      const messages = byAccount.flatMap(({ targets }) => targets.map(({ id }) => id));
      const actor = { origin: caller.origin, token_id: caller.token_id };
      const permitSend = () => permit({ safety: 'send' });
      const outcome = await leaveLists({ ...parts, db }, { accounts, messages, actor, permitSend });
      const { results, event } = outcome;
      tellLeft({ onActed }, accounts, outcome);
      if (results.every(({ status }) => status === 'no_method')) throw noMethod();
      const unknown = left.map(({ message_id: id, reason }): Leaving => {
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
      const accounts = chosen(call.accounts, account_id);
      const addresses =
        address === undefined ? sendersIn(db, named(accounts, message_ids)) : [onlyOne(address, message_ids)];
      const senders = addresses.map((each) => senderOf(db, accounts, each));
      const actor = { origin: caller.origin, token_id: caller.token_id };
      const permitSend = () => permit({ safety: 'send' });
      const wish = { accounts, senders, archiveAnyway, actor, permitSend, correlation: key };
      const results = dry_run ? previewPurge(wish) : await purge({ ...parts, db }, wish);
      return { ok: results.every(({ status }) => isGood(status)), result: sumOf(results), results };
    },
  };
}

export function subscriptionsReaders(): Readers<typeof subscriptionsRequests> {
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

/** The one id, or the several; both together are those of both. */
function oneList(message_id: string | undefined, message_ids: readonly string[] = []): string[] {
  return [...(message_id === undefined ? [] : [message_id]), ...message_ids];
}

function chosen(accounts: readonly Account[], account_id: string | undefined): readonly Account[] {
  if (account_id === undefined) return accounts;
  const account = accounts.find((each) => each.account_id === account_id.toLowerCase());
  if (!account) throw new Failure('missing', 'not_found', 'There is no such account here.');
  return [account];
}

function sendersIn(db: ReadDb, { byAccount }: Chosen): string[] {
  const ids = byAccount.flatMap(({ targets }) => targets.map(({ id }) => id));
  return [...new Set(messagesByIds(db, ids).map(({ from_email }) => addressKey(from_email)))];
}

function onlyOne(address: string, message_ids: readonly string[] | undefined): string {
  if (message_ids === undefined) return addressKey(address);
  throw new Failure('invalid', 'invalid_input', 'Say address or message_ids, and not both.');
}

function noMethod(): Failure {
  const sentence =
    'The mail does not say how one leaves its list. Archive what comes from there with a filter instead.';
  return new Failure('invalid', 'no_unsubscribe_method', sentence);
}
