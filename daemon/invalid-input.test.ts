import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { Failure } from './base/failure.ts';
import { requestsByName } from './contract.ts';
import { queryFlag, queryInt } from './contract/fields.ts';
import { inputIssues, invalidInput } from './invalid-input.ts';
import { ada, testDaemon } from './test-daemon.ts';

const schema = z
  .object({
    limit: queryInt({ min: 1, max: 100 }).optional(),
    all: queryFlag.optional(),
    name: z.string().min(1).max(5).optional(),
    kind: z.enum(['new', 'reply']).optional(),
    ids: z.array(z.string()).min(1).max(2).optional(),
    at: z.iso.datetime().optional(),
    color: z.string().regex(/^#/, 'must begin with #').optional(),
    deep: z.object({ size: z.int() }).optional(),
    text: z.string(),
  })
  .refine(({ limit, all }) => limit === undefined || all === undefined, 'give either limit or all');

test('every issue is a sentence that names the field, and not the prose of the validator', () => {
  const cases: [object, string][] = [
    [{ limit: 101 }, 'limit must be at most 100.'],
    [{ limit: '101' }, 'limit must be at most 100.'],
    [{ limit: 0 }, 'limit must be at least 1.'],
    [{ limit: 'many' }, 'limit must be a whole number.'],
    [{ limit: 1.5 }, 'limit must be a whole number.'],
    [{ all: 'yes' }, 'all must be one of true, false.'],
    [{ name: '' }, 'name must not be empty.'],
    [{ name: 'too long' }, 'name must have at most 5 characters.'],
    [{ name: 5 }, 'name must be text.'],
    [{ name: null }, 'name must be text.'],
    [{ kind: 'forward' }, 'kind must be one of new, reply.'],
    [{ ids: [] }, 'ids must not be empty.'],
    [{ ids: ['a', 'b', 'c'] }, 'ids must have at most 2 entries.'],
    [{ ids: ['a', 5] }, 'ids.1 must be text.'],
    [{ ids: 'a' }, 'ids must be a list.'],
    [{ at: 'soon' }, 'at must be an instant such as 2026-03-10T08:00:00Z.'],
    [{ color: 'red' }, 'color must begin with #.'],
    [{ deep: { size: 'x' } }, 'deep.size must be a number.'],
    [{ deep: [] }, 'deep must be an object.'],
    [{ text: undefined }, 'text is missing.'],
    [{ limit: 1, all: true }, 'give either limit or all'],
  ];
  for (const [input, sentence] of cases) {
    const { error } = schema.safeParse({ text: 'x', ...input }, inputIssues);
    assert.ok(error, sentence);
    assert.equal(invalidInput(error).message, sentence);
  }
});

test('no request answers wrong values with the prose of the validator', async (t) => {
  const daemon = await testDaemon(t, { accounts: [{ ...ada, count: 1 }] });
  const wrongValues = [null, 5, -1, 1e12, '', 'x'.repeat(20_000), true, [], {}, ['x'], [null]];
  for (const [name, { input }] of requestsByName())
    for (const key of Object.keys(input.shape))
      for (const value of wrongValues) {
        const failed = await daemon.dispatch(name, { [key]: value }, { origin: 'script' }).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        if (!(failed instanceof Failure) || failed.code !== 'invalid_input') continue;
        const text = failed.message + JSON.stringify(failed.details);
        assert.doesNotMatch(text, /expected |received |Invalid |Too (big|small)|Unrecognized|[<>]=/, `${name} ${key}`);
      }
});

test('a malformed id is 400 for every request but reads, also where the id names no message (architecture 5)', async (t) => {
  const daemon = await testDaemon(t, { accounts: [{ ...ada, count: 1 }] });
  await daemon.synced();
  const codes: string[] = [];
  for (const [name, { input, effect, http, onlyInDemo }] of requestsByName()) {
    if (typeof effect === 'function' || http === undefined || onlyInDemo) continue;
    for (const key of Object.keys(input.shape).filter((each) => /(^|_)ids?$/.test(each))) {
      const value = key.endsWith('s') ? ['none'] : 'none';
      const failed = await daemon.dispatch(name, { [key]: value }, { origin: 'script' }).then(
        () => undefined,
        (thrown: unknown) => thrown as Failure,
      );
      const expected = effect.safety === 'read' ? [undefined, 'missing', 'invalid'] : ['invalid'];
      assert.ok(expected.includes(failed?.kind), `${name} ${key}: ${failed?.kind} ${failed?.message}`);
      if (failed?.code === 'malformed_id') codes.push(name);
    }
  }
  for (const name of ['jobs.cancel', 'tokens.remove', 'outbox.cancel', 'outbox.retry', 'sync.start', 'images.allow'])
    assert.ok(codes.includes(name), name);
});
