import { instantOf } from '../../base/clock.ts';
import type { Actor } from '../../contract/ownership.ts';
import type { Account } from '../accounts/accounts.ts';
import { applyMutation, type ApplyDeps } from '../mutations/apply.ts';
import type { MutationDetails } from '../mutations/journal.ts';
import { changeTodo } from './changes.ts';
import type { Todo, TodoStanding } from './todo.ts';

/** What a to-do becomes when it is changed now. */
export type Standing = Omit<TodoStanding, 'changed_at'>;

export type SettleRequest = {
  actor: Actor;
  /** The accounts that the caller may see. */
  accounts: readonly Account[];
  key?: string | undefined;
  /** What the history says about it. */
  todo: MutationDetails['todo'];
  to: Standing;
};

/**
 * Changes to-dos, and promises of others, in one mutation, so that they can be undone together. Returns its id; null where all of them
 * are like that already. Call it inside a transaction.
 */
export function settleTodos(
  deps: ApplyDeps,
  todos: readonly Todo[],
  { actor, accounts, key, todo, to }: SettleRequest,
): string | null {
  const changing = todos.filter((each) => !isSame(each, to));
  if (changing.length === 0) return null;
  const ids = new Set(changing.map(({ account_id }) => account_id));
  const concerned = accounts.filter(({ account_id }) => ids.has(account_id));
  const { id, mutation_id } = applyMutation(deps, {
    kind: 'todo',
    details: { ...(todo !== undefined && { todo }) },
    actor,
    correlation: key,
    accounts: concerned.map((account) => ({ account, changes: [], targets: [] })),
  });
  const after = { ...to, changed_at: instantOf(deps.clock.now()) };
  for (const each of changing) changeTodo(deps.db, each, { after, mutation: id });
  return mutation_id;
}

/** What looks settled but was not changed by the user is changed when the user says the same. */
function isSame({ state, postponed_until, changed_at }: Todo, to: Standing): boolean {
  return changed_at !== null && state === to.state && postponed_until === to.postponed_until;
}
