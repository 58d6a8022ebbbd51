import { Failure } from '../../base/failure.ts';
import { isUuid } from '../../base/ids.ts';
import type { Handlers } from '../../handling.ts';
import type { Account } from '../../mail/accounts.ts';
import { flagBits } from '../../mail/flags.ts';
import { messageNamed } from '../../mail/messages.ts';
import type { Change } from '../../mail/mutations/change.ts';
import { mutationNamed } from '../../mail/mutations/journal.ts';
import { roleTarget } from '../../mail/mutations/label-targets.ts';
import { appliedReply } from '../../mail/mutations/reply.ts';
import {
  isOfConversations,
  newestOfThreads,
  withoutOwn,
  type Chosen,
  type TargetWish,
} from '../../mail/mutations/targets.ts';
import { undoMutation } from '../../mail/undo.ts';
import type { WriteDb } from '../../store/db.ts';
import { act, actorOf, type Act, type ActParts, type Answering, type Asked, type Plan } from './act.ts';
import type { mutationsRequests } from './contract.ts';
import { effectsOfUndo } from './effects.ts';
import { historyPage, mayBeSeen, outcomesOf, recordOf } from './history.ts';
import { calledIn, labelChanges, type LabelWish } from './label-changes.ts';

export type MutationsParts = ActParts;

export function mutationsHandlers(parts: MutationsParts): Handlers<typeof mutationsRequests> {
  const { clock, read } = parts;
  const does = (asked: Asked, call: Answering, actFor: (db: WriteDb) => Act) => act(parts, asked, { ...call, actFor });

  const toRole =
    (db: WriteDb, role: 'archive' | 'trash' | 'spam', ...first: Change[]) =>
    (account: Account): Plan => {
      const { label, edit } = roleTarget(db, account, role);
      return { changes: [...first, { do: role, to: label }], ...(edit && { before: [edit] }) };
    };
  const flags = (add: string[], remove: string[]) => (): Plan => ({ changes: [{ do: 'flags', add, remove }] });

  return {
    archive: (input, call) =>
      does(input, call, (db) => ({ kind: 'archive', planFor: toRole(db, 'archive'), among: ofConversations(input) })),
    trash: (input, call) => does(input, call, (db) => ({ kind: 'trash', planFor: toRole(db, 'trash') })),
    spam: (input, call) =>
      does(input, call, (db) => ({ kind: 'spam', planFor: toRole(db, 'spam'), among: ofConversations(input) })),
    star: ({ starred, ...input }, call) =>
      does(input, call, () => ({
        kind: 'star',
        about: { starred },
        planFor: starred ? flags(['\\Flagged'], []) : flags([], ['\\Flagged']),
        ...(starred && isOfConversations(input) && { among: (chosen: Chosen) => newestOfThreads(read, chosen) }),
      })),
    read: ({ read: isRead, ...input }, call) =>
      does(input, call, () => ({
        kind: 'set_read',
        about: { read: isRead },
        planFor: isRead ? flags(['\\Seen'], []) : flags([], ['\\Seen']),
      })),
    readAndArchive: (input, call) =>
      does(input, call, (db) => ({
        kind: 'read_and_archive',
        planFor: toRole(db, 'archive', { do: 'flags', add: ['\\Seen'], remove: [] }),
        among: ofConversations(input),
      })),
    labels({ add, remove, ...input }, call) {
      if (add.length + remove.length === 0) throw noLabel();
      return does(input, call, relabelling({ kind: 'modify_labels', add, remove }, call.accounts));
    },
    move: ({ target_label, ...input }, call) =>
      does(input, call, (db) => {
        const { planFor } = relabelling({ kind: 'move', add: [target_label], remove: [] }, call.accounts)(db);
        const [to = target_label] = calledIn(db, call.accounts, [target_label]);
        return { kind: 'move', about: { to }, planFor, among: ofConversations(input) };
      }),
    route: ({ to_label, from_queue_label, archive, ...input }, call) =>
      does(input, call, (db) => {
        const wish: LabelWish = { kind: 'route', add: [to_label], remove: [from_queue_label], archive };
        const [to = to_label, from = from_queue_label] = calledIn(db, call.accounts, [to_label, from_queue_label]);
        return { ...relabelling(wish, call.accounts)(db), about: { to, from } };
      }),
    flags({ message_id, flags: bits }, call) {
      const message = messageNamed(call.db, message_id.toLowerCase());
      const others = bits & ~settable;
      if (others !== 0 && others !== ((message?.flags ?? 0) & ~settable)) throw unsettable();
      const [isRead, starred] = [(bits & flagBits.READ) !== 0, (bits & flagBits.STARRED) !== 0];
      const add = [...(isRead ? ['\\Seen'] : []), ...(starred ? ['\\Flagged'] : [])];
      const remove = [...(isRead ? [] : ['\\Seen']), ...(starred ? [] : ['\\Flagged'])];
      const setting = () =>
        ({ kind: 'set_flags', about: { read: isRead, starred }, planFor: flags(add, remove) }) as const;
      return { kind: 'Ack', ...does({ message_ids: [message_id], dry_run: false }, call, setting) };
    },
    undo({ mutation_id }, { db, caller, accounts, key, permit }) {
      if (!isUuid(mutation_id)) throw malformed();
      const mutation = mutationNamed(db, mutation_id);
      if (!mutation || !mayBeSeen(db, mutation, accounts)) throw notFound();
      for (const effect of effectsOfUndo(db, mutation)) permit(effect);
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
    return (db) => ({
      kind: wish.kind,
      about: { added: calledIn(db, accounts, wish.add), removed: calledIn(db, accounts, wish.remove) },
      planFor: (account, targets) => labelChanges(db, { account, accounts, targets }, wish),
    });
  }
}

const settable = flagBits.READ | flagBits.STARRED;

/** What a whole conversation is asked is not asked of what its owner wrote. */
function ofConversations(wish: TargetWish): (chosen: Chosen) => Chosen {
  return (chosen) => (isOfConversations(wish) ? withoutOwn(chosen) : chosen);
}

function unsettable(): Failure {
  const sentence = 'Only READ (1) and STARRED (2) can be set. The other flags follow from where the message lies.';
  return new Failure('invalid', 'unsettable_flag', sentence);
}

function noLabel(): Failure {
  return new Failure('invalid', 'invalid_input', 'Name a label to add, or one to remove.');
}

function notFound(): Failure {
  return new Failure('missing', 'not_found', 'There is no such mutation. A day after it was made one is forgotten.');
}

function malformed(): Failure {
  return new Failure('invalid', 'malformed_id', 'An id is a UUID of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.');
}
