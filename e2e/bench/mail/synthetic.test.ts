import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { randomFrom } from '../../../daemon/demo/random.ts';
import { syntheticMail, syntheticVocabulary } from './synthetic.ts';

const messages = [...syntheticMail(3_000)];
const texts = messages.map(({ bytes }) => bytes.toString());
const share = (pattern: RegExp) => texts.filter((text) => pattern.test(text)).length / texts.length;

function near(value: number, expected: number, margin: number): void {
  assert.ok(Math.abs(value - expected) <= margin, `${value} is not within ${margin} of ${expected}`);
}

test('the same mailbox is generated every time, byte for byte', () => {
  const digest = (mail: Iterable<{ bytes: Buffer }>) => {
    const hash = createHash('sha256');
    for (const { bytes } of mail) hash.update(bytes);
    return hash.digest('hex');
  };
  assert.equal(digest(syntheticMail(300)), digest(syntheticMail(300)));
  assert.notEqual(digest(syntheticMail(300)), digest(syntheticMail(301)));
});

test('its messages have the size and the kinds of real mail', () => {
  const bytes = messages.reduce((sum, { bytes: { length } }) => sum + length, 0);
  near(bytes / messages.length, 9_500, 400);
  near(share(/^Content-Type: text\/html/m), 0.5, 0.03);
  near(share(/^Content-Type: application\/pdf/m), 0.1, 0.02);
  near(share(/^In-Reply-To: </m), 0.45, 0.03);
});

test('every answer names a message that exists', () => {
  const ids = new Set(texts.map((text) => /^Message-ID: (\S+)/m.exec(text)?.[1]));
  assert.equal(ids.size, messages.length);
  const parents = texts.flatMap((text) => /^In-Reply-To: (\S+)/m.exec(text)?.[1] ?? []);
  assert.deepEqual(
    parents.filter((id) => !ids.has(id)),
    [],
  );
});

test('it is sorted oldest first and spans five years', () => {
  const moments = messages.map(({ at }) => at);
  assert.deepEqual(
    moments,
    moments.toSorted((a, b) => a - b),
  );
  near(((moments.at(-1) ?? 0) - (moments[0] ?? 0)) / (365 * 86_400), 5, 0.02);
});

test('a word of twice the rank occurs half as often', () => {
  const { words, word } = syntheticVocabulary();
  assert.equal(new Set(words).size, 60_000);
  const random = randomFrom(1);
  const counts = new Map<string, number>();
  for (let i = 0; i < 300_000; i++) {
    const next = word(random);
    counts.set(next, (counts.get(next) ?? 0) + 1);
  }
  const sum = (from: number, to: number) =>
    words.slice(from, to).reduce((all, each) => all + (counts.get(each) ?? 0), 0);
  near(sum(20, 40) / sum(40, 80), 1, 0.05);
  near(sum(2_000, 4_000) / sum(4_000, 8_000), 1, 0.05);
});
