import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CurrentPolicy } from '../../daemon/authorization.ts';
import { systemClock } from '../../daemon/base/clock.ts';
import { Failure } from '../../daemon/base/failure.ts';
import { requestsByName } from '../../daemon/contract.ts';
import type { Effect } from '../../daemon/contract/define.ts';
import { createDispatch } from '../../daemon/dispatch.ts';
import type { Caller, Dispatch } from '../../daemon/handler-types.ts';
import { policies, type Policy, type Profile } from '../../daemon/safety/policy.ts';
import { allAccounts } from '../../daemon/mail/accounts/accounts.ts';
import { openReadOnly, type ReadDb, type WriteDb } from '../../daemon/store/db.ts';
import { storeFiles } from '../../daemon/store/open.ts';
import { ada, bob, mail, testDaemon } from '../../daemon/test-daemon.ts';
import { expectedRows, type ExpectedRow } from './policy-expectations.ts';
import { idFieldsOf, inputOf, someId } from './policy-inputs.ts';
import { expectedOutcome, type Situation } from './policy-reading.ts';
import { callersWithoutProfile, freeProfile, profileOf, profilesFor, tokenLimits } from './policy-situations.ts';

const rows = requestsByName();
const expectations = expectedRows();

describe('the table of permissions', () => {
  const closes: (() => unknown)[] = [];
  let fixture: Fixture;
  before(async () => {
    fixture = await openFixture({ after: (close) => void closes.unshift(close) });
  });
  after(async () => {
    for (const close of closes) await close();
  });

  test('every row has a line, and no line is about another row', () => {
    assert.deepEqual(new Set(expectations.map(({ name }) => name)), new Set(rows.keys()));
  });

  test('dispatch allows every row exactly if the specification allows it (checklist 67, 74, 75, 76, 77, 81, 83, 84, 85, 86)', async () => {
    const differences: string[] = [];
    let checks = 0;
    const situations = sampledSituations();
    for (const row of expectations) {
      const input = fixture.inputOf(row);
      for (const situation of situations) {
        const [actual, expected] = [
          await fixture.outcomeOf(row, input, situation),
          expectedOutcome(row, situation, fixture.accounts),
        ];
        checks++;
        if (actual.code === expected) continue;
        differences.push(describeDifference(row, situation, actual.code, expected));
        break;
      }
    }
    assert.deepEqual(differences, []);
    assert.ok(checks > 50_000, `${checks} checks`);
  });

  test('every row states what it may need besides, depending on the mail that it is about (checklist 87, 88)', () => {
    const sorted = (categories: readonly string[]) => categories.toSorted().join();
    const differences = expectations
      .filter(({ category }) => category !== 'read')
      .flatMap(({ name, category, also }) => {
        const declared = (rows.get(name)?.mayNeed ?? []).map(categoryOf).filter((each) => each !== category);
        return sorted(declared) === sorted(also)
          ? []
          : [`${name} ${category}: ${sorted(declared)}, not ${sorted(also)}`];
      });
    assert.deepEqual(differences, []);
  });

  test('every row sees the accounts of its caller and no others, whatever name its profile gives them (checklist 78, 79, 80)', async () => {
    const { of, situations } = scopes(fixture.account);
    const differences: string[] = [];
    for (const row of expectations) {
      for (const field of idFieldsOf(row)) {
        const input = fixture.inputOf(row, field);
        for (const situation of situations) {
          const visible = of(situation);
          const expected = expectedOutcome(row, situation, fixture.accounts);
          const isFound = field === undefined || visible.includes('ada');
          const { code, accounts } = await fixture.outcomeOf(row, input, situation);
          const wanted = expected === 'handled' && !isFound ? 'not_found' : expected;
          const [reached, allowed] = [accounts.toSorted().join(), visible.join()];
          if (code !== wanted || (code === 'handled' && reached !== allowed))
            differences.push(
              describeDifference(row, situation, `${code} with ${reached}`, `${wanted} with ${allowed}`),
            );
        }
      }
    }
    assert.deepEqual(differences, []);
  });
});

type AccountId = { account_id: string; email: string };

/** Callers with one account, both, or none, and the keys of the accounts that each may see. */
function scopes(account: AccountId) {
  const of = new Map<Situation, string[]>();
  const add = (visible: string[], caller: Caller, allowed_accounts?: string[]) => {
    const own = { ...freeProfile, ...(allowed_accounts && { allowed_accounts }) };
    of.set({ general: 'full', caller, profiles: { agent: own, mcp: own } }, visible);
  };
  add(['ada', 'bob'], { origin: 'web' });
  add(['ada'], { origin: 'script', token_id: 't', only: [account.account_id] });
  add([], { origin: 'script', token_id: 't', only: [someId] });
  for (const origin of ['agent', 'mcp'] as const) {
    for (const name of ['ada', 'ADA', account.account_id.toUpperCase(), account.email.toUpperCase()])
      add(['ada'], { origin }, [name]);
    add(['bob'], { origin }, ['bob', 'nobody', '']);
    add(['ada', 'bob'], { origin }, ['bob', account.email]);
    add([], { origin }, []);
    add([], { origin, token_id: 't', only: [account.account_id] }, ['bob']);
    add(['ada'], { origin, token_id: 't', only: [account.account_id] }, ['bob', 'ada']);
  }
  return { situations: [...of.keys()], of: (situation: Situation) => of.get(situation) ?? [] };
}

function describeDifference(row: ExpectedRow, situation: Situation, actual: string, expected: string): string {
  return `${row.name} ${JSON.stringify(row.when)}: ${actual} instead of ${expected} for ${JSON.stringify(situation)}`;
}

/**
 * Under `full` the profiles with no list of actions or with one action; under the other general policies the profile that
 * allows everything, and the default. `policy-cross-product.test.ts` has all of them.
 */
function sampledSituations(): Situation[] {
  const withoutProfile = policies.flatMap((general) =>
    callersWithoutProfile.map((caller) => ({ general, caller, profiles: {} })),
  );
  return [...withoutProfile, ...agentSituations()];
}

function agentSituations(): Situation[] {
  return (['agent', 'mcp'] as const).flatMap((origin) => {
    const other = origin === 'agent' ? 'mcp' : 'agent';
    const caller = { origin };
    const own = (general: Policy, of: Profile): Situation => ({ general, caller, profiles: { [origin]: of } });
    return [
      ...profilesFor(['ada', 'bob'])
        .filter(({ allowed_destructive_actions: { length } }) => length < 2)
        .map((each) => own('full', each)),
      ...policies.flatMap((general): Situation[] => [
        own(general, freeProfile),
        own(general, profileOf({})),
        { ...own(general, freeProfile), isInvalid: true },
        { ...own(general, freeProfile), isPaused: true },
        // The profile of the other origin serves nobody else.
        { general, caller, profiles: { [other]: freeProfile } },
        { general, caller, profiles: {} },
      ]),
      ...tokenLimits.map((limits) => ({ ...own('full', freeProfile), caller: { origin, token_id: 't', limits } })),
    ];
  });
}

/** An effect in the words of the table. */
function categoryOf(effect: Effect): string {
  const names: Partial<Record<Effect['safety'], string>> = { egress: 'model', mutate: 'change' };
  return effect.safety === 'destroy' ? `take:${effect.action}` : (names[effect.safety] ?? effect.safety);
}

type Answer = { code: string; accounts: readonly string[] };
type Fixture = Awaited<ReturnType<typeof openFixture>>;

/** Two accounts with mail, and a dispatch whose handlers only tell that they were reached. */
async function openFixture(cleanup: { after(close: () => unknown): void }) {
  const daemon = await testDaemon(cleanup, {
    accounts: [ada, bob],
    prepare(servers) {
      for (const [key, { control }] of servers)
        control.deliver(mail({ from: 'eve@example.test', subject: key, text: key }));
    },
  });
  await daemon.synced();
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', lens_kind: 'all_mail' });
  const message = mailbox.groups.flatMap((group) => group.rows).find(({ subject }) => subject === 'ada');
  assert.ok(message);
  const read = openReadOnly(storeFiles(daemon.dataDir).mail);
  cleanup.after(() => read.close());
  let current: CurrentPolicy = { general: 'full', profiles: {} };
  const dispatch = probingDispatch(read, () => current);
  return {
    account: { account_id: message.account_id, email: ada.email },
    accounts: allAccounts(read),
    inputOf: (row: ExpectedRow, field = idFieldsOf(row)[0]) => inputOf(row, field, message),
    async outcomeOf(
      row: ExpectedRow,
      input: object,
      { general, profiles, caller, isInvalid, isPaused = false }: Situation,
    ): Promise<Answer> {
      const mistake = 'The profile has an error.';
      current = { general, profiles, isPaused, ...(isInvalid && { mistakes: { agent: mistake, mcp: mistake } }) };
      return dispatch(row.name, input, caller).then(
        () => assert.fail('a handler answered'),
        (failed: unknown) => {
          if (!(failed instanceof Failure)) throw failed;
          return { code: failed.code, accounts: (failed.details['accounts'] ?? []) as string[] };
        },
      );
    },
  };
}

/** Tells that the handler was reached, or that the request would be stored to wait for the owner. */
function probingDispatch(read: ReadDb, policy: () => CurrentPolicy): Dispatch {
  const waits = (): never => {
    throw new Failure('internal', 'waits', 'The request waits.');
  };
  const write = { ...read, transaction: waits, run: waits, exec: waits } as unknown as WriteDb;
  const reportReached = (_input: unknown, { accounts, db }: ProbedCall): never => {
    // A request that is tried stops at its first write.
    if (db !== undefined && db !== read && db !== write) (db as WriteDb).exec('');
    throw new Failure('internal', 'handled', 'The handler was reached.', { accounts: accounts.map(({ key }) => key) });
  };
  return createDispatch({
    read,
    write,
    handlerOf: () => reportReached,
    runOnReader: async (_name, input, call) => reportReached(input, call),
    policy,
    clock: systemClock,
    isDemo: true,
  });
}

type ProbedCall = { accounts: readonly { key: string | null }[]; db?: ReadDb };
