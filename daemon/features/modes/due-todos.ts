import type { Account } from '../../mail/accounts/accounts.ts';
import type { Verdict, VerdictsOf } from '../../mail/authentication/verdicts.ts';
import { mayNeedUserNow } from '../../mail/classification/promotion.ts';
import { kindsOf, type MessageKind } from '../../mail/classification/store.ts';
import type { At, Conversation } from '../../mail/modes/conversations.ts';
import { counterpartOf } from '../../mail/modes/membership.ts';
import { otherSide } from '../../mail/todos/record.ts';
import { dueInstant, relevantUntil, type Todo } from '../../mail/todos/todo.ts';
import type { ReadDb } from '../../store/db.ts';

const dayMs = 86_400_000;
/** To-dos that are due within so long are due soon. */
const soonMs = 3 * dayMs;
/** A to-do that is overdue for longer is not shown on Now. */
const overdueMs = 7 * dayMs;
/** So many are assessed at the most, those that are due first, because it takes reading their messages. */
const maxAssessed = 50;

/**
 * Finds the to-dos that are due soon or overdue, what is due first, each person once. What a stranger or an unproven sender asks for
 * is left out.
 */
export function dueTodosFinder(verdictsOf: VerdictsOf) {
  return (db: ReadDb, accounts: readonly Account[], shown: readonly Todo[], { now, zone }: At): Todo[] => {
    const due = shown
      .flatMap((todo) => {
        const at = dueInstant(todo, zone)?.getTime() ?? Number.POSITIVE_INFINITY;
        return at > now.getTime() + soonMs || at < now.getTime() - overdueMs ? [] : [{ todo, at }];
      })
      .toSorted((one, other) => one.at - other.at || one.todo.id - other.todo.id)
      .slice(0, maxAssessed)
      .map(({ todo }) => todo);
    const kinds = kindsOf(
      db,
      due.map(({ message }) => message),
    );
    const asking = due.flatMap(({ direction, message }) => {
      const kind = kinds.get(message);
      return direction === 'inbound' && kind ? { id: message, sent: kind.sent } : [];
    });
    const verdicts = verdictsOf(db, accounts, asking);
    const trusted = due.filter((todo) => isTrusted(todo, kinds.get(todo.message), verdicts.get(todo.message)));
    const byPerson = Map.groupBy(trusted, (todo) => personOf(todo));
    return [...byPerson.values()].flatMap((own) => own[0] ?? []);
  };
}

/** When a to-do that is not settled comes back, is due soon or is over next; undefined if none will. */
export function nextTodoChange(open: readonly Todo[], { now, zone }: At): Date | undefined {
  const moments = open.flatMap((todo) => {
    const due = dueInstant(todo, zone)?.getTime();
    return [
      todo.postponed_until === null ? Number.NaN : Date.parse(todo.postponed_until),
      due === undefined ? Number.NaN : due - soonMs,
      due ?? Number.NaN,
      relevantUntil(todo, zone).getTime(),
    ].filter((moment) => moment > now.getTime());
  });
  return moments.length === 0 ? undefined : new Date(moments.reduce((first, moment) => Math.min(first, moment)));
}

/** The to-dos that concern none of the people in these conversations. */
export function withoutPeople(todos: readonly Todo[], conversations: readonly Conversation[]): Todo[] {
  const people = new Set(conversations.map((conversation) => counterpartOf(conversation).email.toLowerCase()));
  return todos.filter((todo) => !people.has(personOf(todo)));
}

/** Whom a to-do concerns, in lower case. */
function personOf(todo: Todo): string {
  return otherSide(todo).email?.toLowerCase() ?? todo.todo_id;
}

/** The user's own promises count; of others, what is proven to come from a sender that the user knows. */
function isTrusted({ direction }: Todo, kind: MessageKind | undefined, verdict: Verdict | undefined): boolean {
  if (direction === 'outbound') return true;
  if (!kind || verdict === undefined) return false;
  return kind.kind === 'person' ? mayNeedUserNow(kind, verdict) : verdict === 'known';
}
