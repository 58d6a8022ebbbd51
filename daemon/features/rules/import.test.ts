import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readGmailFilters } from './gmail-filters.ts';
import { readSieve } from './sieve/read-sieve.ts';

const at = { now: new Date('2026-03-10T08:00:00Z'), zone: 'Europe/Berlin' };

test('a Sieve script becomes rules, in which a branch means that none before it was taken', () => {
  const { rules, refused } = readSieve(`require ["fileinto", "imap4flags"];
/* a comment */
# rule:[Lists]
if anyof (header :contains "List-Id" "sailing",
          address :domain :is "from" "lists.example") {
  fileinto "Lists";
  stop;
} elsif size :over 5M {
  addflag "\\\\Seen";
} else {
  fileinto :copy "Rest";
}
`);
  assert.deepEqual(refused, []);
  assert.deepEqual(
    rules.map(({ name, actions }) => [name, actions]),
    [
      ['Lists', [{ type: 'move', label: 'Lists' }, { type: 'stop' }]],
      ['Lists (2)', [{ type: 'mark_read' }]],
      ['Lists (3)', [{ type: 'add_label', label: 'Rest' }]],
    ],
  );
  const [first, second, third] = rules.map(({ conditions }) => conditions);
  assert.deepEqual(first, {
    type: 'or',
    conditions: [
      { type: 'field', field: 'list_id', pattern: { type: 'contains', value: 'sailing' } },
      { type: 'field', field: 'from', pattern: { type: 'regex', value: '(?i)@lists\\.example>?$' } },
    ],
  });
  const size = { type: 'field', field: 'size_greater_than', bytes: 5_242_880 };
  assert.deepEqual(second, { type: 'and', conditions: [{ type: 'not', condition: first }, size] });
  assert.deepEqual(third, {
    type: 'and',
    conditions: [
      { type: 'not', condition: first },
      { type: 'not', condition: size },
    ],
  });
});

test('statements that no rule can do are refused with their lines, and the others stay', () => {
  const { rules, refused } = readSieve(`if header :is "X-Spam" "yes" {
  discard;
}
if true {
  redirect "ada@example.org";
}
vacation "I am away";
if header :matches "subject" "*offer*" { fileinto "Offers"; }
if header :regex "subject" ".*" { stop; }
`);
  assert.deepEqual(
    refused.map(({ line, reason }) => [line, reason]),
    [
      [1, 'Rules don’t look at the field “X-Spam”.'],
      [5, 'Rules don’t forward mail.'],
      [7, 'Rules don’t answer mail. Set a vacation reply in the settings of the account.'],
      [9, 'Rules cannot compare texts with “:regex”.'],
    ],
  );
  assert.deepEqual(
    rules.map(({ actions }) => actions),
    [[{ type: 'move', label: 'Offers' }]],
  );
});

test('a script that cannot be parsed is an error with its line', () => {
  for (const [script, line] of [
    ['if true {\n fileinto "x"\n}', 3],
    ['keep;\n}', 2],
    ['keep;\n"open', 2],
    ['if true { keep;', 1],
    ['keep;\nfileinto text:\nWork\n', 2],
  ] as const)
    assert.throws(() => readSieve(script), { code: 'bad_file', details: { line } }, script);
});

const feed = (entries: string) => `<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns='http://www.w3.org/2005/Atom' xmlns:apps='http://schemas.google.com/apps/2006'>
${entries}
</feed>`;
const entry = (properties: Record<string, string>) =>
  `<entry>\n${Object.entries(properties)
    .map(([name, value]) => `<apps:property name='${name}' value='${value}'/>`)
    .join('\n')}\n</entry>`;

test('words of a Gmail filter are looked for in subject, body and sender', () => {
  const { rules } = readGmailFilters(feed(entry({ hasTheWord: 'invoice', from: '', shouldStar: 'true' })), at);
  const pattern = { type: 'contains', value: 'invoice' };
  assert.deepEqual(rules[0]?.conditions, {
    type: 'or',
    conditions: ['subject', 'body_contains', 'from'].map((field) => ({ type: 'field', field, pattern })),
  });
});

test('filters of Gmail become rules; what only Gmail does is listed with its line', () => {
  const { rules, refused } = readGmailFilters(
    feed(
      [
        entry({
          from: 'a@b.example OR c@d.example',
          label: 'Bills/Paid',
          shouldArchive: 'true',
          shouldNeverSpam: 'true',
        }),
        entry({
          hasTheWord: 'list:(&lt;sailing.lists.example&gt;)',
          shouldMarkAsRead: 'true',
          sizeOperator: 's_sl',
          sizeUnit: 's_smb',
        }),
        entry({ subject: 'offer', forwardTo: 'x@y.example' }),
        entry({ hasTheWord: 'category:updates newer:3d', shouldTrash: 'true' }),
      ].join('\n'),
    ),
    at,
  );
  assert.deepEqual(
    rules.map(({ conditions, actions }) => [conditions, actions]),
    [
      [
        {
          type: 'or',
          conditions: ['a@b.example', 'c@d.example'].map((value) => {
            return { type: 'field', field: 'from', pattern: { type: 'contains', value } };
          }),
        },
        [{ type: 'add_label', label: 'Bills/Paid' }, { type: 'archive' }],
      ],
      [
        { type: 'field', field: 'list_id', pattern: { type: 'contains', value: 'sailing.lists.example' } },
        [{ type: 'mark_read' }],
      ],
    ],
  );
  assert.deepEqual(
    refused.map(({ line, statement }) => [line, statement]),
    [
      [7, 'shouldNeverSpam: true'],
      [17, 'forwardTo: x@y.example'],
      [20, 'hasTheWord: category:updates newer:3d'],
    ],
  );
  assert.throws(() => readGmailFilters('no XML at all', at), { code: 'bad_file' });
});
