import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Config } from '../../config/schema/schema.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Handler, InputOf, ReplyOf } from '../../handler-types.ts';
import { presentAccountIds } from '../../mail/accounts/account-ids.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { conversationsByIds, type Conversation, type ConversationOptions } from '../../mail/modes/conversations.ts';
import { addDoneMarks, type MarkedMode } from '../../mail/modes/done-marks.ts';
import { counterpartOf, allMembershipsOf, membershipsOf } from '../../mail/modes/membership.ts';
import { modeNames, type Mode } from '../../mail/modes/modes.ts';
import { applyMutation, type AccountMutation, type ApplyDeps } from '../../mail/mutations/apply.ts';
import type { Change } from '../../mail/mutations/change.ts';
import { labelTargetForRole } from '../../mail/mutations/folders/label-targets.ts';
import { previewMutationId, runOrPreview } from '../../mail/mutations/preview.ts';
import { presentThreadIds } from '../../mail/threads/threads.ts';
import { changeTodo } from '../../mail/todos/changes.ts';
import type { Todo } from '../../mail/todos/todo.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { modesRequests } from './contract.ts';
import { requireMode } from './mode-names.ts';
import { inboxMessagesOf, inboxThreadsFrom, type InboxMessage } from './store.ts';
import { doneTexts, providerName } from './texts.ts';

type DoneRow = (typeof modesRequests)['done'];
type DoneItem = ReplyOf<DoneRow>['items'][number];

export type DoneDeps = Omit<ApplyDeps, 'db'> & {
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
  config: { current: Pick<Config, 'modes' | 'screener'> };
};

/** Where mail can be done. */
type DoneMode = Exclude<Mode, 'archive'>;

/** What is to be done with one conversation of a request. */
type Plan = {
  account: Account;
  conversation: Conversation;
  todos: readonly Todo[];
  stillIn: Mode[];
  /** The messages to archive, because no mode holds them any more. */
  leaving: readonly InboxMessage[];
};
type Planned = { thread_id: string } & (Plan | { error: string });

/** The most conversations of a sender that are done at once, as many as a request may name. */
const maxThreads = 10_000;

/**
 * Marks conversations as done in a mode, or ticks their to-dos, and archives what no mode holds any more: all in one mutation. Throws
 * Failure `unknown_mode`, `not_in_archive`, `only_in_todo`, `only_for_senders`, `no_conversation` and `not_found`.
 */
export function doneHandler(deps: DoneDeps): Handler<DoneRow> {
  return (input, { db, accounts, caller, key }) => {
    const mode = doneModeOf(input);
    const { modes, screener } = deps.config.current;
    const at: ConversationOptions = { now: deps.clock.now(), zone: deps.zone, isAsking: screener.enabled };
    return runOrPreview(db, input.dry_run, () => {
      const planned = planAll(db, {
        mode,
        input,
        accounts,
        at,
        isArchiving: modes.archive_on_last_done,
      });
      const plans = planned.filter((each) => 'conversation' in each);
      const mutations = plansByAccount(db, plans);
      let mutation_id: string | null = input.dry_run ? previewMutationId : null;
      if (!input.dry_run && plans.length > 0) {
        const request = { kind: 'mode_done', details: { mode }, actor: actorOf(caller), correlation: key } as const;
        const applied = applyMutation({ ...deps, db }, { ...request, accounts: mutations });
        for (const plan of plans) savePlan(db, plan, { mode, mutation: applied.id, at });
        mutation_id = applied.mutation_id;
      }
      const items = planned.map((each) => itemOf(each, { mode, isDry: input.dry_run }));
      return { kind: 'ModeDone', dry_run: input.dry_run, mutation_id, undo_unavailable: false, items };
    });
  };
}

function doneModeOf({ mode: text, thread_ids, todo_ids, sender }: InputOf<DoneRow>): DoneMode {
  const mode = requireMode(text);
  if (mode === 'archive')
    throw new Failure('invalid', 'not_in_archive', 'Nothing in the archive can be marked as done.');
  if (todo_ids && mode !== 'todo') throw new Failure('invalid', 'only_in_todo', 'todo_ids is only for To do.');
  if (sender && mode !== 'updates' && mode !== 'reading')
    throw new Failure('invalid', 'only_for_senders', 'sender is only for Updates and Reading.');
  if (!thread_ids && !sender) throw new Failure('invalid', 'no_conversation', 'Give thread_ids or sender.');
  return mode;
}

type PlanRequest = {
  mode: DoneMode;
  input: InputOf<DoneRow>;
  accounts: readonly Account[];
  at: ConversationOptions;
  isArchiving: boolean;
};

/** What is to be done with each conversation, in the order of the request. */
function planAll(db: ReadDb, { mode, input, accounts, at, isArchiving }: PlanRequest): Planned[] {
  const { thread_ids = [], todo_ids, sender } = input;
  const bySender = sender ? threadsOfSender(db, accounts, { ...sender, mode, at }) : [];
  // A conversation that was merged with another is also known by its earlier id.
  const named = thread_ids.map((id) => id.toLowerCase());
  const present = presentThreadIds(db, named);
  const asked = [...named.map((id) => present.get(id) ?? id), ...bySender];
  const conversations = conversationsByIds(db, accounts, asked, at);
  const inbox = Map.groupBy(
    inboxMessagesOf(
      db,
      conversations.map(({ thread }) => thread),
    ),
    ({ thread }) => thread,
  );
  const ticked = todo_ids && new Set(todo_ids.map((id) => id.toLowerCase()));
  const byId = new Map(conversations.map((conversation) => [conversation.thread_id, conversation]));
  const seen = new Set<string>();
  return asked.map((thread_id): Planned => {
    const conversation = byId.get(thread_id);
    const account = accounts.find((each) => each.account_id === conversation?.account_id);
    if (!conversation || !account) return { thread_id, error: doneTexts.errors.unknown };
    if (seen.has(thread_id)) return { thread_id, error: doneTexts.errors.twice };
    seen.add(thread_id);
    const todos = mode === 'todo' ? conversation.todos.filter(({ todo_id }) => ticked?.has(todo_id) ?? true) : [];
    const error = refusalOf(conversation, mode, todos);
    if (error !== undefined) return { thread_id, error };
    const stillIn = membershipsAfter(conversation, mode, todos);
    const leaves = isArchiving && stillIn.length === 0;
    return {
      thread_id,
      account,
      conversation,
      todos,
      stillIn,
      leaving: leaves ? (inbox.get(conversation.thread) ?? []) : [],
    };
  });
}

function threadsOfSender(
  db: ReadDb,
  accounts: readonly Account[],
  {
    account_id,
    sender_email,
    mode,
    at,
  }: { account_id: string; sender_email: string; mode: DoneMode; at: ConversationOptions },
): string[] {
  const wanted =
    presentAccountIds(db, [account_id.toLowerCase()]).get(account_id.toLowerCase()) ?? account_id.toLowerCase();
  const account = accounts.find((each) => each.account_id === wanted);
  if (!account) throw new Failure('missing', 'not_found', 'There is no such account.');
  const email = sender_email.toLowerCase();
  const threads = inboxThreadsFrom(db, account.id, email, maxThreads);
  return conversationsByIds(db, [account], threads, at)
    .filter((conversation) => counterpartOf(conversation).email.toLowerCase() === email)
    .filter((conversation) => membershipsOf(conversation).some((each) => each.mode === mode))
    .map(({ thread_id }) => thread_id);
}

/** Why a conversation cannot be done, as a sentence; undefined if it can. */
function refusalOf(conversation: Conversation, mode: DoneMode, todos: readonly Todo[]): string | undefined {
  if (mode === 'todo') return todos.length > 0 ? undefined : doneTexts.errors.noTodo;
  if (conversation.doneIn.includes(mode)) return doneTexts.errors.already;
  const isHeld = allMembershipsOf(conversation).some((each) => each.mode === mode);
  return isHeld ? undefined : doneTexts.errors.notHeld(modeNames[mode]);
}

function membershipsAfter(conversation: Conversation, mode: DoneMode, todos: readonly Todo[]): Mode[] {
  const hasMoreTodos = todos.length < conversation.todos.length;
  return membershipsOf(conversation)
    .map((each) => each.mode)
    .filter((each) => each !== mode || (mode === 'todo' && hasMoreTodos));
}

/** The mail to archive, for every account concerned, so that the mutation belongs to all of them. */
function plansByAccount(db: WriteDb, plans: readonly Plan[]): AccountMutation[] {
  return [...Map.groupBy(plans, ({ account }) => account)].map(([account, own]) => {
    const targets = own.flatMap(({ leaving }) => leaving.map(({ id, message_id }) => ({ id, message_id })));
    if (targets.length === 0) return { account, changes: [], targets };
    const { label, edit } = labelTargetForRole(db, account, 'archive');
    const changes: Change[] = [
      { do: 'flags', add: ['\\Seen'], remove: [] },
      { do: 'archive', to: label },
    ];
    return { account, changes, targets, ...(edit && { before: [edit] }) };
  });
}

function savePlan(
  db: WriteDb,
  { conversation, todos }: Plan,
  { mode, mutation, at }: { mode: DoneMode; mutation: number; at: ConversationOptions },
): void {
  if (mode !== 'todo') addDoneMarks(db, messagesToMark(conversation), { mode: mode satisfies MarkedMode, mutation });
  for (const todo of todos) {
    const after = { state: 'done', postponed_until: null, changed_at: instantOf(at.now) } as const;
    changeTodo(db, todo, { after, mutation });
  }
}

/** The received messages; where there are none, the newest one. */
function messagesToMark({ messages, newest }: Conversation): number[] {
  const received = messages.filter(({ direction }) => direction === 'inbound').map(({ id }) => id);
  return received.length > 0 ? received : [newest.id];
}

function itemOf(planned: Planned, { mode, isDry }: { mode: DoneMode; isDry: boolean }): DoneItem {
  const { thread_id } = planned;
  if ('error' in planned) {
    const { error } = planned;
    return { thread_id, mode, marked: false, archived: 0, marked_read: 0, provider: '', copy: error, error };
  }
  const { account, conversation, todos, stillIn, leaving } = planned;
  const provider = providerName(account);
  const facts = {
    mode: modeNames[mode],
    stillIn: stillIn.map((each) => modeNames[each]),
    provider,
    archived: leaving.length,
    todos: todos.length,
  };
  return {
    thread_id: conversation.thread_id,
    account_id: account.account_id,
    mode,
    marked: true,
    ...(mode === 'todo' && { todos_ticked: todos.map(({ todo_id }) => todo_id) }),
    ...(stillIn.length > 0 && { still_in: stillIn }),
    archived: leaving.length,
    marked_read: leaving.filter(({ is_read }) => is_read === 0).length,
    provider,
    copy: isDry ? doneTexts.preview(facts) : doneTexts.copy(facts),
  };
}
