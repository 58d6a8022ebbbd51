import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { authorize, checkCaller, type CurrentPolicy } from '../../daemon/authorization.ts';
import { Failure } from '../../daemon/base/failure.ts';
import { requestsByName } from '../../daemon/contract.ts';
import { isAboutMail, type Effect, type Request } from '../../daemon/contract/define.ts';
import type { Account } from '../../daemon/mail/accounts/accounts.ts';
import { needsApproval } from '../../daemon/safety/policy.ts';
import { cannotWait, expectedRows, type ExpectedRow } from './policy-expectations.ts';
import { idFieldsOf, inputOf, someId } from './policy-inputs.ts';
import { expectedAccounts, expectedOutcome, isOfMail, type AccountNames, type Situation } from './policy-reading.ts';
import { everySituation, namedRequests } from './policy-situations.ts';

/*
 * The whole cross product, without a database. `authorize` decides by the effect, the kind and the name of a request, so rows
 * of one class are decided once. What is expected is read from the lines of `policy-expectations.ts` and from nothing else.
 * `policy-table.test.ts` shows that `dispatch` asks these functions for every row.
 */

const rows = requestsByName();
const accounts: AccountNames[] = [
  { account_id: '0195804f-3c2a-7d41-9b06-5e8d2f61c7a1', key: 'ada', email: 'ada@example.test' },
  { account_id: '0195804f-3c2a-7d41-9b06-5e8d2f61c7a2', key: 'bob', email: 'bob@example.test' },
];
const situations = [...everySituation(accounts.map(({ account_id }) => account_id))];

/** Refusals are expected, and many. */
const traceLimit = Error.stackTraceLimit;
before(() => void (Error.stackTraceLimit = 0));
after(() => void (Error.stackTraceLimit = traceLimit));

test('every row × policy × profile × origin × token × accounts, paused or not, is as the specification says (checklist 74, 75, 76, 77, 81, 83, 84, 85, 86)', () => {
  const [actual, expected] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const compared = new Map<string, number>();
  const differences: string[] = [];
  const lines = expectedRows();
  for (const line of lines) {
    const [code, reading] = [classOf(line), readingOf(line)];
    const pair = `${code.key} ${reading}`;
    const found = memo(actual, code.key, () => situations.map((situation) => actualOutcome(code, situation)));
    const wanted = memo(expected, reading, () => situations.map((situation) => wantedOutcome(line, situation)));
    const at = memo(compared, pair, () => found.findIndex((outcome, index) => outcome !== wanted[index]));
    if (at < 0) continue;
    const where = JSON.stringify(situations[at]);
    differences.push(`${line.name} ${JSON.stringify(line.when)}: ${found[at]} instead of ${wanted[at]} for ${where}`);
  }
  assert.deepEqual(differences, []);
  const count = lines.length * situations.length;
  assert.ok(count > 20_000_000, `${lines.length} lines × ${situations.length} situations`);
});

/** What `authorize` and `checkCaller` read of a row with an input. */
type RowClass = {
  key: string;
  name: string;
  effect: Effect;
  isAboutMail: boolean;
  isForPeople: boolean;
  isNotForAgents: boolean;
  needsAll: boolean;
  cannotWait: boolean;
};

function classOf(line: ExpectedRow): RowClass {
  const request = rows.get(line.name) as Request;
  const ids = { id: someId, thread_id: someId, account_id: someId };
  const input = request.input.parse(inputOf(line, idFieldsOf(line)[0], ids));
  const applies = (rule: Request['people']) => (typeof rule === 'function' ? rule(input) : rule === true);
  const facts = {
    name: namedRequests.includes(line.name) ? line.name : 'another',
    effect: typeof request.effect === 'function' ? request.effect(input) : request.effect,
    isAboutMail: isAboutMail(request),
    isForPeople: applies(request.people),
    isNotForAgents: applies(request.notForAgents),
    needsAll: request.scope === 'all',
    cannotWait: request.approval === 'refused',
  };
  return { key: JSON.stringify(facts), ...facts };
}

/** What the reading of the specification depends on. */
function readingOf(line: ExpectedRow): string {
  const name = [...namedRequests, ...cannotWait].includes(line.name) ? line.name : 'another';
  return JSON.stringify([name, line.category, line.who, isOfMail(line), line.accounts === 'all']);
}

/** What the code decides, with the keys of the accounts that the request may touch. */
function actualOutcome(row: RowClass, { general, profiles, caller, isInvalid, isPaused = false }: Situation): string {
  const mistakes = isInvalid ? { agent: 'It has an error.', mcp: 'It has an error.' } : {};
  const policy: CurrentPolicy = { general, profiles, mistakes, isPaused };
  try {
    const found = authorize(row.effect, caller, accounts as Account[], policy, row);
    const { isForPeople, isNotForAgents } = row;
    checkCaller({ ...(isForPeople && { people: true }), ...(isNotForAgents && { notForAgents: true }) }, {}, caller);
    if (row.needsAll && found.length < accounts.length) return 'policy';
    const profile = caller.origin === 'agent' || caller.origin === 'mcp' ? profiles[caller.origin] : undefined;
    const waits = profile !== undefined && needsApproval(profile, row.effect);
    if (waits && row.cannotWait) return 'policy';
    return withAccounts(waits ? 'waits' : 'handled', found);
  } catch (failed) {
    if (failed instanceof Failure) return failed.code;
    throw failed;
  }
}

function wantedOutcome(line: ExpectedRow, situation: Situation): string {
  const outcome = expectedOutcome(line, situation, accounts);
  const isLetThrough = outcome === 'handled' || outcome === 'waits';
  return isLetThrough ? withAccounts(outcome, expectedAccounts(situation, accounts)) : outcome;
}

function withAccounts(outcome: string, found: readonly AccountNames[]): string {
  return `${outcome} ${found.map(({ key }) => key).join()}`;
}

function memo<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
