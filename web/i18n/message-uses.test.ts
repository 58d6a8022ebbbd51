import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageUses } from './message-uses.ts';

const words = {
  product: 'Posthorn',
  list: { files: ['#'], today: 'Today', orders: { newest: 'Newest', oldest: 'Oldest' } },
  reader: { back: 'Back', gone: 'Gone' },
} as const;

function usesIn(source: string): string[] {
  const found = messageUses('page.tsx', `import { strings } from './strings.ts';\n${source}`, words);
  return [...new Set(found.map((place) => place.join('.')))].toSorted();
}

test('a message is found by its full path and by aliases', () => {
  assert.deepEqual(usesIn('say(strings.product, strings.list.files({ count }));'), ['list.files', 'product']);
  assert.deepEqual(
    usesIn('const words = strings.list;\nconst { newest } = words.orders;\nsay(newest, words?.today);'),
    ['list.orders.newest', 'list.today'],
  );
  assert.deepEqual(usesIn('const { reader: { back } } = strings;\nsay(back);'), ['']);
  assert.deepEqual(usesIn('const { back: label } = strings.reader;\nconst page = <a title={label}>{label}</a>;'), [
    'reader.back',
  ]);
  assert.deepEqual(usesIn('say(strings.reader.back.length);'), ['reader.back']);
});

test('a section that is passed on or indexed by a computed name is used completely', () => {
  for (const use of [
    'say(strings.reader)',
    'strings.reader[name]',
    '({ ...strings.reader })',
    '() => strings.reader',
  ]) {
    assert.deepEqual(usesIn(`const found = ${use};`), ['reader'], use);
  }
  assert.deepEqual(usesIn('export const words = strings.reader;'), ['reader']);
  assert.deepEqual(usesIn('const words = strings.reader;\nexport { words };'), ['reader']);
  assert.deepEqual(usesIn('const { ...rest } = strings.reader;'), ['reader']);
  assert.deepEqual(usesIn('const page = <Row words={strings.list.orders} />;'), ['list.orders']);
  assert.deepEqual(usesIn('say(strings[name]);'), ['']);
});

test('an alias is valid in its own block, and types use no messages', () => {
  const source = [
    'function one() { const words = strings.list; return words.today; }',
    'function two() { const words = strings.reader; return words.gone; }',
    'function three(words: string) { return words; }',
    'type Orders = keyof typeof strings.list.orders;',
  ];
  assert.deepEqual(usesIn(source.join('\n')), ['list.today', 'reader.gone']);
});

test('an unknown key uses the section that would contain it', () => {
  assert.deepEqual(usesIn('say(strings.reader.unknown);'), ['reader']);
});
