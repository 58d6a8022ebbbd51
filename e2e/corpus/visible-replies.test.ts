import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { parseMessage } from '../../daemon/mail/mime/parse.ts';
import { ownText } from '../../daemon/mail/text/quotes.ts';
import { corpusFile, corpusMissing } from '../corpus.ts';
import { ownTexts } from './own-texts.ts';
import { visibleReplies } from './visible-replies.ts';

/** A description of a text that does not reveal it: its hash, its characters and its lines. */
function factsOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${hash} ${text.length} characters ${text.split('\n').length} lines`;
}

describe('the visible text of a reply is what its sender wrote', { skip: corpusMissing() }, () => {
  const names = globSync('*/*.txt', { cwd: corpusFile('reply') })
    .map((name) => name.replaceAll('\\', '/'))
    .toSorted();

  test('every file has an expected result', () => assert.deepEqual(names, Object.keys(visibleReplies).toSorted()));

  for (const name of names)
    test(name, () => {
      const text = readFileSync(corpusFile(`reply/${name}`), 'utf8').replaceAll('\r\n', '\n');
      assert.equal(factsOf(ownText(text)), visibleReplies[name]);
    });
});

describe(
  'what the sender of a message wrote is distinguished from quotes and signatures',
  { skip: corpusMissing() },
  () => {
    for (const [name, expected] of Object.entries(ownTexts))
      test(name, () => {
        const { text, from } = parseMessage(readFileSync(corpusFile(name)));
        assert.equal(factsOf(ownText(text, from)), expected);
      });
  },
);
