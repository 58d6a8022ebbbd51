import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hostileSize } from '../../../test-run-count.ts';
import { unflow } from './flowed.ts';

test('a line that ends in a space continues in the next one', () => {
  assert.equal(unflow('Two \r\nlines.\r\nOne line.\r\n\r\nEnd', false), 'Two lines.\nOne line.\n\nEnd');
});

test('paragraphs of different quote depth stay apart (RFC 3676, section 4.5)', () => {
  const text = [
    '>>>Take some more tea. ',
    '>>I have had nothing yet, ',
    '>> so I cannot take ',
    '>>more.',
    '> You mean you cannot take *less*. ',
    'Nobody asked *your* ',
    'opinion.',
    '>',
  ].join('\r\n');
  assert.equal(
    unflow(text, false),
    [
      '>>> Take some more tea. ',
      '>> I have had nothing yet, so I cannot take more.',
      '> You mean you cannot take *less*. ',
      'Nobody asked *your* opinion.',
      '>',
    ].join('\n'),
  );
});

test('stuffed spaces are removed (section 4.4)', () => {
  assert.equal(unflow(' From here\n >no quote\n  indented', false), 'From here\n>no quote\n indented');
});

test('the line before a signature does not flow into it, nor the signature into the next line (section 4.3)', () => {
  assert.equal(unflow('Bye \n-- \nMe', false), 'Bye \n-- \nMe');
  assert.equal(unflow('> Bye \n> -- \n> Me', false), '> Bye \n> -- \n> Me');
});

test('with DelSp the space is removed', () => {
  assert.equal(unflow('日本 \n語 \n-- \n', true), '日本語\n-- \n');
  assert.equal(unflow('two  \nwords', true), 'two words');
});

test('text without flowed lines is unchanged except for line breaks', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^([a-z.][a-z .]*[a-z.])?$/)), (lines) => {
      assert.equal(unflow(lines.join('\r\n'), true), lines.join('\n'));
    }),
  );
});

test('large hostile texts are parsed in linear time', () => {
  for (const part of ['>', ' ', ' \n', '> \n', '>\n', '>>> \n> \n', '-- \n']) {
    assert.equal(typeof unflow(part.repeat(hostileSize(2_000_000) / part.length), true), 'string');
  }
});
