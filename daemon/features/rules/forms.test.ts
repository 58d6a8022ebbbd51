import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../base/failure.ts';
import type { Condition } from '../../contract/rule.ts';
import { actionTexts, readActions } from '../../mail/rules/action-text.ts';
import { splitCommand } from '../../mail/rules/split-command.ts';
import { conditionText, readCondition } from './condition-text.ts';

const at = { now: new Date('2026-03-10T08:00:00Z'), zone: 'Europe/Berlin' };
const contains = (field: 'from' | 'to' | 'subject' | 'body_contains', value: string): Condition => {
  return { type: 'field', field, pattern: { type: 'contains', value } };
};

test('the search of a form becomes conditions, with days of the user’s calendar', () => {
  assert.deepEqual(readCondition('from:alice OR (invoice -is:read)', at), {
    type: 'or',
    conditions: [
      contains('from', 'alice'),
      {
        type: 'and',
        conditions: [
          contains('body_contains', 'invoice'),
          { type: 'not', condition: { type: 'not', condition: { type: 'field', field: 'is_unread' } } },
        ],
      },
    ],
  });
  assert.deepEqual(readCondition('before:2026-03-01', at), {
    type: 'field',
    field: 'date_before',
    date: '2026-02-28T23:00:00.000Z',
  });
  assert.deepEqual(readCondition('size:>=5mb', at), { type: 'field', field: 'size_greater_than', bytes: 5_242_879 });
});

test('what only a search can do is an error in a form', () => {
  const searches = [
    'list:x',
    'cc:ada',
    'newer:3d',
    'after:today',
    'a AROUND 3 b',
    'has:calendar',
    'foo:bar',
    'ali*',
    '€',
    'is:snoozed',
    'in:anywhere',
    'rfc822msgid:x',
  ];
  for (const search of searches)
    assert.throws(
      () => readCondition(search, at),
      (thrown) => thrown instanceof Failure && thrown.code === 'not_in_a_rule',
      search,
    );
  assert.throws(() => readCondition('size:large', at), { code: 'bad_query' });
});

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc
    .record({
      field: fc.constantFrom('from' as const, 'to' as const, 'subject' as const, 'body_contains' as const),
      value: fc.stringMatching(/^[a-zäß0-9"\\(){}:, -]{1,12}$/).filter((text) => /[a-z0-9]/.test(text)),
    })
    .map(({ field, value }) => contains(field, value)),
  fc.constantFrom<Condition>(
    { type: 'field', field: 'is_unread' },
    { type: 'field', field: 'is_starred' },
    { type: 'field', field: 'has_attachment' },
    { type: 'field', field: 'has_label', label: 'A "b", c' },
    { type: 'field', field: 'link_density', match_kind: 'heavy' },
    { type: 'field', field: 'is_in', place: 'archived' },
    { type: 'field', field: 'size_less_than', bytes: 2048 },
    { type: 'field', field: 'date_after', date: '2026-02-28T23:00:00.000Z' },
  ),
);
const { condition: anyCondition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({
      type: fc.constantFrom('and' as const, 'or' as const),
      conditions: fc.array(tie('condition'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ type: fc.constant('not' as const), condition: tie('condition') }),
  ),
}));

test('a condition becomes the text of a form that reads as the same condition, or is refused', () => {
  fc.assert(
    fc.property(anyCondition, (condition) => {
      const written = conditionText(condition, at);
      assert.ok('text' in written, JSON.stringify([condition, written]));
      const again = conditionText(readCondition(written.text, at), at);
      assert.deepEqual(again, written);
    }),
    { numRuns: 300 },
  );
});

test('a form names every part of a rule that it cannot express', () => {
  const parts = conditionText(
    {
      type: 'and',
      conditions: [
        { type: 'field', field: 'from', pattern: { type: 'regex', value: 'a+' } },
        { type: 'field', field: 'has_unsubscribe' },
        { type: 'field', field: 'date_after', date: '2026-03-01T12:30:00Z' },
        { type: 'field', field: 'cc', pattern: { type: 'contains', value: 'x' } },
      ],
    },
    at,
  );
  assert.deepEqual(parts, {
    parts: [
      'a regular expression',
      'whether the sender offers a way to unsubscribe',
      'a time of day',
      'a condition on Cc',
    ],
  });
  assert.deepEqual(conditionText(contains('subject', 'a AROUND 2 b'), at), {
    parts: ['a text that would mean something else in a form'],
  });
});

test('actions of a form are separated by commas or semicolons, and values may be quoted', () => {
  assert.deepEqual(readActions('archive; add-label:"Bills, paid" , read,shell:/bin/note --to "a, b"'), [
    { type: 'archive' },
    { type: 'add_label', label: 'Bills, paid' },
    { type: 'mark_read' },
    { type: 'shell_hook', command: '/bin/note --to "a, b"' },
  ]);
  for (const wrong of ['', ' , ', 'archive,,read', 'explode', 'add-label:', 'archive:x', 'shell:"open'])
    assert.throws(() => readActions(wrong), wrong);
  const label = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() === text && text !== '');
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), (labels) => {
      const actions = labels.map((each) => ({ type: 'add_label' as const, label: each }));
      assert.deepEqual(readActions(actionTexts(actions).join(', ')), actions);
    }),
  );
});

test('a command is split by its quotes, and nothing in it is expanded', () => {
  assert.deepEqual(splitCommand(`/bin/x  'a b' "c \\"d\\" \\\\" e'f'"g" $HOME *.txt ~ ; | \`id\``), [
    '/bin/x',
    'a b',
    'c "d" \\',
    'efg',
    '$HOME',
    '*.txt',
    '~',
    ';',
    '|',
    '`id`',
  ]);
  assert.deepEqual(splitCommand('C:\\tools\\x.exe ""'), ['C:\\tools\\x.exe', '']);
  for (const wrong of ['', "'open", '"open\\"', '""']) assert.throws(() => splitCommand(wrong), wrong);
});
