import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Config } from '../../config/schema/schema.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Caller, Handlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { wakeTime } from '../../mail/later/moments.ts';
import { applyMutation, type ApplyDeps } from '../../mail/mutations/apply.ts';
import type { MutationDetails } from '../../mail/mutations/journal.ts';
import { changeTodo } from '../../mail/todos/changes.ts';
import { todoRecord } from '../../mail/todos/record.ts';
import { todosByIds } from '../../mail/todos/store.ts';
import type { Todo, TodoStanding } from '../../mail/todos/todo.ts';
import type { WriteDb } from '../../store/db.ts';
import type { todosRequests } from './contract.ts';
import type { TodoLoop } from './todo-loop.ts';

const dayMs = 86_400_000;

type TodosDeps = Omit<ApplyDeps, 'db'> & {
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
  config: { current: Pick<Config, 'snooze'> };
  scan: TodoLoop['scan'];
};

type ChangeCall = { db: WriteDb; caller: Caller; accounts: readonly Account[]; key?: string | undefined };
type Standing = Omit<TodoStanding, 'changed_at'>;

export function todosHandlers(deps: TodosDeps): Handlers<typeof todosRequests> {
  const { clock, zone, config } = deps;
  return {
    tick: ({ todo_ids, done }, call) =>
      change(deps, call, { todo_ids, todo: done ? 'ticked' : 'reopened', to: settled(done ? 'done' : 'open') }),
    dismiss: ({ todo_ids, dismissed }, call) =>
      change(deps, call, {
        todo_ids,
        todo: dismissed ? 'dismissed' : 'reopened',
        to: settled(dismissed ? 'dismissed' : 'open'),
      }),
    postpone({ todo_ids, until }, call) {
      const at =
        until === null ? null : instantOf(wakeTime(until, { now: clock.now(), zone, hours: config.current.snooze }));
      const to: Standing = { state: 'open', postponed_until: at };
      return change(deps, call, { todo_ids, todo: at === null ? 'reopened' : 'postponed', to });
    },
    async scan({ since_days, wait }, { accounts, caller }) {
      const since = new Date(clock.now().getTime() - since_days * dayMs);
      const { job_id, whenDone } = deps.scan({ accounts, since, actor: actorOf(caller) });
      return wait ? { job_id, found: await whenDone } : { job_id };
    },
  };
}

function settled(state: Standing['state']): Standing {
  return { state, postponed_until: null };
}

/** Changes to-dos in one mutation, so that they can be undone together. Throws Failure `not_found` where there is none. */
function change(
  deps: TodosDeps,
  { db, caller, accounts, key }: ChangeCall,
  { todo_ids, todo, to }: { todo_ids: readonly string[]; todo: MutationDetails['todo']; to: Standing },
) {
  const now = deps.clock.now();
  return db.transaction(() => {
    const found = todosByIds(db, accounts, todo_ids);
    if (found.length === 0)
      throw new Failure('missing', 'not_found', 'There is no such to-do. Its message may have been deleted.');
    const changing = found.filter((each) => !isSame(each, to));
    let mutation_id: string | null = null;
    if (changing.length > 0) {
      const ids = new Set(changing.map(({ account_id }) => account_id));
      const concerned = accounts.filter(({ account_id }) => ids.has(account_id));
      const applied = applyMutation(
        { ...deps, db },
        {
          kind: 'todo',
          details: { ...(todo !== undefined && { todo }) },
          actor: actorOf(caller),
          correlation: key,
          accounts: concerned.map((account) => ({ account, changes: [], targets: [] })),
        },
      );
      const after = { ...to, changed_at: instantOf(now) };
      for (const each of changing) changeTodo(db, each, { after, mutation: applied.id });
      ({ mutation_id } = applied);
    }
    const known = new Set(found.map(({ todo_id }) => todo_id));
    const present = todosByIds(db, accounts, todo_ids);
    return {
      kind: 'TodosChanged' as const,
      mutation_id,
      todos: present.map((each) => todoRecord(each, { now, zone: deps.zone })),
      not_found: todo_ids.filter((id) => !known.has(id.toLowerCase())),
    };
  });
}

/** What looks settled but was not changed by the user is changed when the user says the same. */
function isSame({ state, postponed_until, changed_at }: Todo, to: Standing): boolean {
  return changed_at !== null && state === to.state && postponed_until === to.postponed_until;
}
