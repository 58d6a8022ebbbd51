import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexWords } from './index-words.ts';

test('scripts with spaces between words are not changed', () => {
  assert.equal(indexWords('Grüße an Αθήνα, naïve café'), 'Grüße an Αθήνα, naïve café');
});

test('scripts without spaces become overlapping pairs, so that any two adjacent characters of a word are found', () => {
  assert.equal(indexWords('東京都').trim(), '東京 京都');
  assert.equal(indexWords('春のカタログ').trim(), '春の のカ カタ タロ ログ');
  assert.equal(indexWords('서울').trim(), '서울');
  assert.equal(indexWords('会').trim(), '会');
});

test('full-width and half-width forms are the same words', () => {
  assert.equal(indexWords('ＡＢＣ１２３'), 'ABC123');
  assert.equal(indexWords('ｶﾀ'), indexWords('カタ'));
});

test('ASCII is not changed, and every script next to it is detected', () => {
  assert.equal(indexWords('plain (text) a_b\n1.5'), 'plain (text) a_b\n1.5');
  assert.equal(indexWords('a東京都b').replace(/ +/g, ' '), 'a 東京 京都 b');
  assert.equal(indexWords('สวัส').trim(), 'สว วั ัส');
  assert.equal(indexWords('ㄱ').trim(), 'ᄀ');
  assert.equal(indexWords('𠀀𠀁𠀂').trim(), '𠀀𠀁 𠀁𠀂');
});
