import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { isUuid } from '../../base/ids.ts';
import type { Caller, Handlers } from '../../handling.ts';
import type { Account } from '../../mail/accounts.ts';
import { applyMutation, type AccountWish, type ApplyParts, type Skipped, type Target } from '../../mail/apply.ts';
import { flagBits } from '../../mail/flags.ts';
import type { Change } from '../../mail/mutations/change.ts';
import { mutationNamed, type About, type MutationKind } from '../../mail/mutations/journal.ts';
import { roleTarget } from '../../mail/mutations/label-targets.ts';
import { previewed } from '../../mail/mutations/preview.ts';
import { appliedReply, previewReply } from '../../mail/mutations/reply.ts';
import {
  chooseTargets,
  newestOfThreads,
  withoutOwn,
  type Chosen,
  type TargetWish,
} from '../../mail/mutations/targets.ts';
import { undoMutation } from '../../mail/undo.ts';
import { messageNamed } from '../../mail/messages.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { mutationsRequests } from './contract.ts';
import { labelChanges, type LabelWish } from './label-changes.ts';
import { historyPage, mayBeSeen, outcomesOf, recordOf } from './history.ts';
import { effectOfUndo } from './undo-effect.ts';

export type MutationsParts = Omit<ApplyParts, 'db'> & {
  clock: Clock;
  /** A connection with the index attached. */
  read: ReadDb;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

/** What is to happen to the mail of one account; where it cannot, why. */
type Plan = Pick<AccountWish, 'changes' | 'before'> | { error: string };

type Act = {
  kind: MutationKind;
  about?: About;
  planFor: (account: Account, targets: readonly Target[]) => Plan;
  /** Chooses among what was named. */
  among?: (chosen: Chosen) => Chosen;
};

type Asked = TargetWish & { dry_run: boolean };
type Answering = { db: WriteDb; caller: Caller; accounts: readonly Account[]; key?: string | undefined };

export function mutationsHandlers(parts: MutationsParts): Handlers<typeof mutationsRequests> {
  const { clock, read, zone } = parts;

  /** Chooses, plans and applies, in one transaction; a dry run is undone at its end. */
  function act(asked: Asked, { db, caller, accounts, key }: Answering, actFor: (db: WriteDb) => Act) {
    return previewed(db, asked.dry_run, () => {
      const { kind, about = {}, planFor, among = (chosen) => chosen } = actFor(db);
      const chosen = among(chooseTargets(asked, { read, accounts, now: clock.now(), zone }));
      const planned = chosen.byAccount.map(({ account, targets }) => ({
        account,
        targets,
        plan: planFor(account, targets),
      }));
      const left: Skipped[] = [...chosen.left];
      const wishes: AccountWish[] = [];
      for (const { account, targets, plan } of planned) {
        if ('error' in plan)
          left.push(
            ...targets.map(({ message_id }) => ({
              message_id,
              outcome: 'failed' as const,
              reason: plan.error,
              account,
            })),
          );
        else wishes.push({ account, targets, ...plan });
      }
      if (asked.dry_run) return previewReply(wishes, left);
      return appliedReply(
        applyMutation(
          { ...parts, db },
          { kind, about, actor: actorOf(caller), correlation: key, accounts: wishes, left },
        ),
      );
    });
  }

  const toRole =
    (db: WriteDb, role: 'archive' | 'trash' | 'spam', ...first: Change[]) =>
    (account: Account): Plan => {
      const { label, edit } = roleTarget(db, account, role);
      return { changes: [...first, { do: role, to: label }], ...(edit && { before: [edit] }) };
    };
  const flags = (add: string[], remove: string[]) => (): Plan => ({ changes: [{ do: 'flags', add, remove }] });

  return {
    archive: (input, call) =>
      act(input, call, (db) => ({ kind: 'archive', planFor: toRole(db, 'archive'), among: ofConversations(input) })),
    trash: (input, call) => act(input, call, (db) => ({ kind: 'trash', planFor: toRole(db, 'trash') })),
    spam: (input, call) =>
      act(input, call, (db) => ({ kind: 'spam', planFor: toRole(db, 'spam'), among: ofConversations(input) })),
    star: ({ starred, ...input }, call) =>
      act(input, call, () => ({
        kind: 'star',
        about: { starred },
        planFor: starred ? flags(['\\Flagged'], []) : flags([], ['\\Flagged']),
        ...(starred && input.thread_ids && { among: (chosen: Chosen) => newestOfThreads(read, chosen) }),
      })),
    read: ({ read: isRead, ...input }, call) =>
      act(input, call, () => ({
        kind: 'set_read',
        about: { read: isRead },
        planFor: isRead ? flags(['\\Seen'], []) : flags([], ['\\Seen']),
      })),
    readAndArchive: (input, call) =>
      act(input, call, (db) => ({
        kind: 'read_and_archive',
        planFor: toRole(db, 'archive', { do: 'flags', add: ['\\Seen'], remove: [] }),
        among: ofConversations(input),
      })),
    labels: ({ add, remove, ...input }, call) =>
      act(input, call, relabelling({ kind: 'modify_labels', add, remove }, call.accounts)),
    move: ({ target_label, ...input }, call) =>
      act(input, call, (db) => {
        const { planFor } = relabelling({ kind: 'move', add: [target_label], remove: [] }, call.accounts)(db);
        return { kind: 'move', about: { to: target_label }, planFor, among: ofConversations(input) };
      }),
    route: ({ to_label, from_queue_label, archive, ...input }, call) =>
      act(input, call, (db) => {
        const wish: LabelWish = { kind: 'route', add: [to_label], remove: [from_queue_label], archive };
        return { ...relabelling(wish, call.accounts)(db), about: { to: to_label, from: from_queue_label } };
      }),
    flags({ message_id, flags: bits }, { db, ...call }) {
      const message = messageNamed(db, message_id.toLowerCase());
      const settable = flagBits.READ | flagBits.STARRED;
      if (message && (bits & ~settable) !== (message.flags & ~settable) && bits & ~settable) throw unsettable();
      const names = [
        ['\\Seen', flagBits.READ],
        ['\\Flagged', flagBits.STARRED],
      ] as const;
      const add = names.filter(([, bit]) => bits & bit).map(([name]) => name);
      const remove = names.filter(([, bit]) => !(bits & bit)).map(([name]) => name);
      const asked = { message_ids: [message_id], dry_run: false };
      return act(asked, { db, ...call }, () => ({ kind: 'set_flags', planFor: flags(add, remove) }));
    },
    undo({ mutation_id }, { db, caller, accounts, key, permit }) {
      if (!isUuid(mutation_id)) throw malformed();
      const mutation = mutationNamed(db, mutation_id);
      if (!mutation || !mayBeSeen(db, mutation, accounts)) throw notFound();
      permit(effectOfUndo(db, mutation));
      const applied = undoMutation({ ...parts, db }, mutation, { actor: actorOf(caller), accounts, correlation: key });
      return { kind: 'Ack', ...appliedReply(applied) };
    },
    history: ({ limit, cursor }, { db, accounts }) => historyPage(db, { limit, cursor, accounts, now: clock.now() }),
    get({ mutation_id }, { db, accounts }) {
      const mutation = mutationNamed(db, mutation_id);
      if (!mutation || !mayBeSeen(db, mutation, accounts)) throw notFound();
      return { mutation: recordOf(db, mutation, clock.now()), outcomes: outcomesOf(db, mutation) };
    },
  };

  function relabelling(wish: LabelWish, accounts: readonly Account[]): (db: WriteDb) => Act {
    return (db) => {
      const planFor = labelChanges(db, wish, accounts);
      return { kind: wish.kind, about: { added: [...wish.add], removed: [...wish.remove] }, planFor };
    };
  }
}

/** Who did it, as it is kept with what was done. */
export function actorOf({ origin, token_id }: Caller) {
  return { origin, token_id };
}

/** What a whole conversation is asked is not asked of what its owner wrote. */
function ofConversations({ thread_ids }: TargetWish): (chosen: Chosen) => Chosen {
  return (chosen) => (thread_ids ? withoutOwn(chosen) : chosen);
}

function unsettable(): Failure {
  const sentence = 'Only READ (1) and STARRED (2) can be set. The other flags follow from where the message lies.';
  return new Failure('invalid', 'unsettable_flag', sentence);
}

function notFound(): Failure {
  return new Failure('missing', 'not_found', 'There is no such mutation. A day after it was made one is forgotten.');
}

function malformed(): Failure {
  return new Failure('invalid', 'malformed_id', 'An id is a UUID of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.');
}
