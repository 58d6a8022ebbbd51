import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitQuote } from './quoted-text.ts';

test('a quote at the end includes the attribution above it, and nothing is lost', () => {
  const quote = '\n\nOn Monday, Ada Morgan wrote:\n\n> Shall we say seven?\n>\n> Ada\n';
  const cases: [body: string, text: string][] = [
    [`Yes.\n\n> not this\n\nGladly.${quote}`, 'Yes.\n\n> not this\n\nGladly.'],
    [quote, ''],
    ['Hello\n\n> the end', 'Hello'],
    ['Hello\n\n---------- Forwarded message ----------\nFrom: Ada\n\nSeven?', 'Hello'],
    ['No quote: none', 'No quote: none'],
    ['', ''],
  ];
  for (const [body, text] of cases) {
    const split = splitQuote(body);
    assert.equal(split.text, text);
    assert.equal(split.text + split.quote, body);
  }
});
