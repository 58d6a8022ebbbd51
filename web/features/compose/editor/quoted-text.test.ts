import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitQuote, writtenText } from './quoted-text.ts';

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

test('what the user writes has no quoted lines, wherever they are', () => {
  const quote = '\n\nOn Monday, Ada Morgan wrote:\n\n> Shall we say seven?\n>\n> Ada\n';
  const cases: [body: string, written: string][] = [
    [quote, ''],
    [`Gladly.${quote}`, 'Gladly.'],
    [`> Seven?\n\nYes.\n\n> Where?\n> When?\n\nAt the pier.${quote}`, 'Yes.\n\nAt the pier.'],
    ['a > b\n\n\n\nc', 'a > b\n\nc'],
    ['', ''],
  ];
  for (const [body, written] of cases) assert.equal(writtenText(body), written);
});
