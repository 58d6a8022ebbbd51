import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reflowed } from './reflow.ts';

test('a paragraph with hard line breaks is joined', () => {
  const lines = [
    'I have a need to monitor some of the sensors of the harbour and to take',
    'various actions.  In fact, not all sensors will be there at the beginning, as',
    'we know.',
    'Yours',
  ];
  assert.equal(reflowed(lines.join('\n')), `${lines.slice(0, 3).join(' ')}\nYours`);
});

test('an amount at the beginning of a line is no item of a list', () => {
  const lines = [
    'The board came to its conclusion on Monday, and the price of it is then',
    '59.00 euros for each of us.',
  ];
  assert.equal(reflowed(lines.join('\n')), lines.join(' '));
});

test('intentional line breaks stay', () => {
  const long = 'a line that is as long as lines of prose are, which is rather long';
  const kept = [
    'Harbour 3\n24103 Kiel',
    `${long}\n- and a list\n- of two`,
    `${long}\n2. second`,
    `${long}:\nfirst`,
    `${long}\n  indented`,
    'Monday      3.2 metres       1.1 metres       northern wind\nTuesday     3.1 metres       1.0 metres       southern wind',
    `${'x'.repeat(140)}\n${'y'.repeat(130)}`,
    'one line alone',
    '',
  ];
  assert.deepEqual(
    kept.map((paragraph) => reflowed(paragraph)),
    kept,
  );
});
