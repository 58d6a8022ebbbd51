import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFaithful } from './rich-extensions.ts';

test('formatted editing is offered only for text that loses nothing by it', () => {
  const kept = [
    '',
    'Shall we say **seven**?\n\nAda\nLee',
    '* one\n* two\n  1. deeper',
    '> quoted\n>\n> > twice\n\nand _so_ on, see <https://example.org/a_b> or ada@example.org',
    '# Plan\n\n```js\nlet x = "<b>";\n```\n\n![plan](cid:image-1)',
    'a * b_c_d [x] 1. 2 & &amp; {name}  \nnext',
    'שלום\n\nمرحبا',
  ];
  const lost = ['| a | b |\n|---|---|\n| 1 | 2 |', '- [ ] to do', 'Text[^1]\n\n[^1]: below\n\n| a |\n|---|\n| 1 |'];
  assert.deepEqual(
    kept.filter((text) => !isFaithful(text)),
    [],
  );
  assert.deepEqual(lost.filter(isFaithful), []);
});
