import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Config } from '../../config/schema/schema.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { Caller, Handlers } from '../../handler-types.ts';
import { wakeTime } from '../../mail/later/moments.ts';
import type { ApplyDeps } from '../../mail/mutations/apply.ts';
import { todoRecord } from '../../mail/todos/record.ts';
import { settleTodos, type SettleRequest, type Standing } from '../../mail/todos/settle.ts';
import { todosByIds } from '../../mail/todos/store.ts';
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

type ChangeCall = Pick<SettleRequest, 'accounts' | 'key'> & { db: WriteDb; caller: Caller };

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
  { todo_ids, ...settling }: { todo_ids: readonly string[] } & Pick<SettleRequest, 'todo' | 'to'>,
) {
  return db.transaction(() => {
    const found = todosByIds(db, accounts, todo_ids);
    if (found.length === 0)
      throw new Failure('missing', 'not_found', 'There is no such to-do. Its message may have been deleted.');
    const mutation_id = settleTodos({ ...deps, db }, found, { ...settling, accounts, key, actor: actorOf(caller) });
    const known = new Set(found.map(({ todo_id }) => todo_id));
    const present = todosByIds(db, accounts, todo_ids);
    return {
      kind: 'TodosChanged' as const,
      mutation_id,
      todos: present.map((each) => todoRecord(each, { now: deps.clock.now(), zone: deps.zone })),
      not_found: todo_ids.filter((id) => !known.has(id.toLowerCase())),
    };
  });
}
