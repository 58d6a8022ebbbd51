import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRecipients, recipientFor, formatRecipients, withRecipients } from './address-list.ts';

test('a pasted list is split at commas, semicolons and line ends, and not inside a name', () => {
  const entries = parseRecipients(
    '"Lee, Bob" <bob@example.org>; ada@example.org\nCleo Stone (at work) <cleo@example.org>,nobody',
  );
  assert.deepEqual(
    entries.map(({ name, email, isBad }) => [name, email, isBad]),
    [
      ['Lee, Bob', 'bob@example.org', false],
      ['', 'ada@example.org', false],
      ['Cleo Stone (at work)', 'cleo@example.org', false],
      ['', 'nobody', true],
    ],
  );
  assert.deepEqual(parseRecipients(formatRecipients(entries)), entries);
});

test('a name with a comma or a quotation mark is one entry and is added once', () => {
  const entry = recipientFor('Lee, "Bob"', 'bob@example.org');
  assert.deepEqual(
    parseRecipients(entry.text).map(({ name, email }) => [name, email]),
    [['Lee, "Bob"', 'bob@example.org']],
  );
  assert.equal(
    withRecipients([entry], [recipientFor(null, 'BOB@example.org'), recipientFor('Ada', 'ada@example.org')]).length,
    2,
  );
});
