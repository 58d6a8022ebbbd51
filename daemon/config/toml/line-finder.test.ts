import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { stringify } from 'smol-toml';
import { runCount } from '../../test-run-count.ts';
import { lineFinder } from './line-finder.ts';

const toml = `# [no.table]
title = "a # b" # c = 1

[bridge] # here
port = 1
"odd key".'in ner' = true
hosts = [
  "a", # ]
  '''
  [not.a.table]
  c = 3''',
]
text = """
port = 2
[x]
\\"""
"""
after = 1

[accounts.work.sync]
type = "imap"
[accounts.work]
name = "x"
send = { type = "smtp", port = 25 }
[[rules]]
a.b.c = 1\r
[transports]
tcp.port = 5`;

test('keys, tables, dotted and quoted keys are found with their lines', () => {
  const lineOf = lineFinder(toml);
  const found = (key: string) => lineOf(key.split('.'));
  assert.deepEqual(
    ['title', 'bridge', 'bridge.port', 'bridge.hosts', 'bridge.text', 'bridge.after'].map(found),
    [2, 4, 5, 7, 13, 18],
  );
  assert.equal(lineOf(['bridge', 'odd key', 'in ner']), 6);
  assert.deepEqual(
    ['accounts', 'accounts.work.sync.type', 'accounts.work', 'accounts.work.name'].map(found),
    [20, 21, 22, 23],
  );
  assert.deepEqual(['rules.a.b.c', 'rules.a', 'transports.tcp.port'].map(found), [26, 26, 28]);
});

test('a key that is not in the file is located at the nearest enclosing table', () => {
  const lineOf = lineFinder(toml);
  assert.equal(lineOf(['accounts', 'work', 'sync', 'host']), 20);
  assert.equal(lineOf(['accounts', 'work', 'send', 'port']), 24);
  assert.equal(lineOf(['llm', 'model']), null);
  assert.equal(lineOf(['bridge', 'c']), 4);
});

test('every key that a TOML writer outputs is found in its line', () => {
  const name = fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' }).filter((text) => text !== '__proto__');
  const texts = fc.dictionary(
    name,
    fc.string({ unit: fc.constantFrom('a', '"', "'", '[', ']', '#', '\n', '\\', '=', '{') }),
  );
  fc.assert(
    fc.property(fc.dictionary(name, texts), (tables) => {
      const written = stringify({ ...tables });
      const rows = written.split('\n');
      const lineOf = lineFinder(written);
      for (const [table, keys] of Object.entries(tables)) {
        for (const [key, value] of Object.entries(keys)) {
          const line = lineOf([table, key]);
          assert.ok(line !== null);
          assert.equal(rows[line - 1], stringify({ [key]: value }).trim());
        }
      }
    }),
    { numRuns: runCount(200), seed: 7 },
  );
});
