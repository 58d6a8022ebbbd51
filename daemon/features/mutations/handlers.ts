import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { isUuid } from '../../base/ids.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Handlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { flagBits } from '../../mail/messages/flags.ts';
import { findMessage } from '../../mail/messages/messages.ts';
import { setMuted } from '../../mail/arrivals/muted-threads.ts';
import { displayChange } from '../../mail/mutations/apply.ts';
import type { Change } from '../../mail/mutations/change.ts';
import { mutationByPublicId, ownerOfMutation, type Mutation } from '../../mail/mutations/journal.ts';
import { labelTargetForRole } from '../../mail/mutations/folders/label-targets.ts';
import { buildMutationReply, previewReply } from '../../mail/mutations/mutation-reply.ts';
import { previewMutationId } from '../../mail/mutations/preview.ts';
import { outcomesOf } from '../../mail/mutations/mutation-result.ts';
import {
  targetsConversations,
  newestOfThreads,
  withoutOwnMessages,
  type ChosenTargets,
  type TargetRequest,
} from '../../mail/mutations/targets/targets.ts';
import { undoMutation } from '../../mail/mutations/undo.ts';
import { maySee } from '../../safety/policy.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { CallerAccounts } from './store.ts';
import {
  runMutation,
  type MutationAction,
  type RunMutationDeps,
  type MutationCall,
  type MutationInput,
} from './run-mutation.ts';
import type { mutationsRequests } from './contract.ts';
import { effectsOfUndo } from '../../mail/mutations/effects.ts';
import { labelNamesIn, labelChanges, type AccountPlan, type LabelRequest } from '../../mail/mutations/label-changes.ts';
import { historyPage, recordOf } from './history.ts';

type MutationsDeps = RunMutationDeps;

type MutationsHandlers<Name extends keyof Handlers<typeof mutationsRequests>> = Pick<
  Handlers<typeof mutationsRequests>,
  Name
>;

/** Runs the action that a request asks for. */
type Run = (
  input: MutationInput,
  call: MutationCall,
  actionFor: (db: WriteDb) => MutationAction,
) => ReturnType<typeof runMutation>;

export function mutationsHandlers(deps: MutationsDeps): Handlers<typeof mutationsRequests> {
  const run: Run = (input, call, actionFor) => runMutation(deps, input, { ...call, actionFor });
  return {
    ...roleHandlers(run),
    ...muteHandler(run, deps),
    ...flagHandlers(run, deps),
    ...labelHandlers(run),
    ...journalHandlers(deps),
  };
}

/** Requests that move mail to the folder of a role. */
function roleHandlers(run: Run): MutationsHandlers<'archive' | 'trash' | 'spam' | 'readAndArchive'> {
  return {
    archive: (input, call) =>
      run(input, call, (db) => ({
        kind: 'archive',
        planFor: rolePlan(db, 'archive'),
        selectTargets: conversationFilter(input),
      })),
    trash: (input, call) => run(input, call, (db) => ({ kind: 'trash', planFor: rolePlan(db, 'trash') })),
    spam: (input, call) =>
      run(input, call, (db) => ({
        kind: 'spam',
        planFor: rolePlan(db, 'spam'),
        selectTargets: conversationFilter(input),
      })),
    readAndArchive: (input, call) =>
      run(input, call, (db) => ({
        kind: 'read_and_archive',
        planFor: rolePlan(db, 'archive', { do: 'flags', add: ['\\Seen'], remove: [] }),
        selectTargets: conversationFilter(input),
      })),
  };
}

function muteHandler(run: Run, { clock, onMutationResult }: MutationsDeps): MutationsHandlers<'mute'> {
  return {
    mute({ muted, ...input }, call) {
      const request = { ...input, ...(input.query !== undefined && { conversations: true }) };
      return run(request, call, (db) => ({
        kind: 'mute',
        details: { muted },
        planFor: muted ? rolePlan(db, 'archive') : () => ({ changes: [] }),
        selectTargets: conversationFilter(request),
        onApplied({ byAccount }, actor) {
          const threads = [...new Set(byAccount.flatMap(({ targets }) => targets.map(({ thread }) => thread)))];
          setMuted(db, threads, { muted, at: instantOf(clock.now()), actor });
          for (const { account, targets } of byAccount)
            onMutationResult(
              displayChange(
                account,
                targets.map(({ id }) => id),
              ),
            );
        },
      }));
    },
  };
}

/** Requests that set flags. */
function flagHandlers(run: Run, { read }: Pick<MutationsDeps, 'read'>): MutationsHandlers<'star' | 'read' | 'flags'> {
  return {
    star: ({ starred, ...input }, call) =>
      run(input, call, () => ({
        kind: 'star',
        details: { starred },
        planFor: starred ? flagPlan(['\\Flagged'], []) : flagPlan([], ['\\Flagged']),
        ...(starred &&
          targetsConversations(input) && { selectTargets: (chosen: ChosenTargets) => newestOfThreads(read, chosen) }),
      })),
    read: ({ read: isRead, ...input }, call) =>
      run(input, call, () => ({
        kind: 'set_read',
        details: { read: isRead },
        planFor: isRead ? flagPlan(['\\Seen'], []) : flagPlan([], ['\\Seen']),
      })),
    flags({ message_id, flags: bits }, call) {
      const message = findMessage(call.db, message_id.toLowerCase());
      const others = bits & ~settable;
      if (others !== 0 && others !== ((message?.flags ?? 0) & ~settable)) throw unsettable();
      const [isRead, starred] = [(bits & flagBits.READ) !== 0, (bits & flagBits.STARRED) !== 0];
      const add = [...(isRead ? ['\\Seen'] : []), ...(starred ? ['\\Flagged'] : [])];
      const remove = [...(isRead ? [] : ['\\Seen']), ...(starred ? [] : ['\\Flagged'])];
      const action = () =>
        ({ kind: 'set_flags', about: { read: isRead, starred }, planFor: flagPlan(add, remove) }) as const;
      return { kind: 'Ack', ...run({ message_ids: [message_id], dry_run: false }, call, action) };
    },
  };
}

/** Requests that add and remove labels. */
function labelHandlers(run: Run): MutationsHandlers<'labels' | 'move' | 'route'> {
  return {
    labels({ add, remove, ...input }, call) {
      if (add.length + remove.length === 0) throw noLabel();
      return run(input, call, labelAction({ kind: 'modify_labels', add, remove }, call.accounts));
    },
    move: ({ target_label, ...input }, call) =>
      run(input, call, (db) => {
        const { planFor } = labelAction({ kind: 'move', add: [target_label], remove: [] }, call.accounts)(db);
        const [to = target_label] = labelNamesIn(db, call.accounts, [target_label]);
        return { kind: 'move', details: { to }, planFor, selectTargets: conversationFilter(input) };
      }),
    route: ({ to_label, from_queue_label, archive, ...input }, call) =>
      run(input, call, (db) => {
        const request: LabelRequest = { kind: 'route', add: [to_label], remove: [from_queue_label], archive };
        const [to = to_label, from = from_queue_label] = labelNamesIn(db, call.accounts, [to_label, from_queue_label]);
        return { ...labelAction(request, call.accounts)(db), details: { to, from } };
      }),
  };
}

/** Requests about earlier mutations. */
function journalHandlers(deps: MutationsDeps): MutationsHandlers<'undo' | 'history' | 'get'> {
  const { clock } = deps;
  return {
    undo({ mutation_id }, call) {
      const { db, caller, accounts, key, permit } = call;
      if (!isUuid(mutation_id)) throw malformed();
      if (mutation_id === previewMutationId) return { kind: 'Ack', ...previewReply([], [], { undoable: false }) };
      const mutation = requireMutation(call, mutation_id);
      for (const effect of effectsOfUndo(db, mutation)) permit(effect);
      const applied = undoMutation({ ...deps, db }, mutation, { actor: actorOf(caller), accounts, correlation: key });
      return { kind: 'Ack', ...buildMutationReply(applied) };
    },
    history: ({ limit, cursor }, { db, ...call }) => historyPage(db, { limit, cursor, call, now: clock.now() }),
    get({ mutation_id }, { db, ...call }) {
      const mutation = requireMutation({ db, ...call }, mutation_id);
      return { mutation: recordOf(db, mutation, clock.now()), outcomes: outcomesOf(db, mutation) };
    },
  };
}

/** Throws Failure `not_found`. */
function requireMutation(call: CallerAccounts & { db: ReadDb }, mutation_id: string): Mutation {
  const mutation = mutationByPublicId(call.db, mutation_id);
  if (mutation && maySee(call, ownerOfMutation(call.db, mutation))) return mutation;
  throw new Failure('missing', 'not_found', 'There is no such change. Changes are kept for a day.');
}

function rolePlan(db: WriteDb, role: 'archive' | 'trash' | 'spam', ...first: Change[]) {
  return (account: Account): AccountPlan => {
    const { label, edit } = labelTargetForRole(db, account, role);
    return { changes: [...first, { do: role, to: label }], ...(edit && { before: [edit] }) };
  };
}

function flagPlan(add: string[], remove: string[]): () => AccountPlan {
  return () => ({ changes: [{ do: 'flags', add, remove }] });
}

function labelAction(request: LabelRequest, accounts: readonly Account[]): (db: WriteDb) => MutationAction {
  return (db) => ({
    kind: request.kind,
    details: { added: labelNamesIn(db, accounts, request.add), removed: labelNamesIn(db, accounts, request.remove) },
    planFor: (account, targets) => labelChanges(db, { account, accounts, targets }, request),
  });
}

const settable = flagBits.READ | flagBits.STARRED;

/** A request for a whole thread does not apply to the user's own messages. */
function conversationFilter(request: TargetRequest): (chosen: ChosenTargets) => ChosenTargets {
  return (chosen) => (targetsConversations(request) ? withoutOwnMessages(chosen) : chosen);
}

function unsettable(): Failure {
  const sentence = 'Only READ (1) and STARRED (2) can be set. The other flags depend on where the message is stored.';
  return new Failure('invalid', 'unsettable_flag', sentence);
}

function noLabel(): Failure {
  return new Failure('invalid', 'invalid_input', 'Name a label to add, or one to remove.');
}

function malformed(): Failure {
  return new Failure('invalid', 'malformed_id', 'An id is a UUID of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.');
}
