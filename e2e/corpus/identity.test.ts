import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { messageIdOf } from '../../daemon/mail/ingest/identity.ts';
import { parseMessage } from '../../daemon/mail/mime/parse.ts';
import { corpusFile, corpusMissing } from '../corpus.ts';
import { mailFileNames } from './mail-files.ts';

const account = '5f0d3a0c-6f8e-5b1a-9d57-0e6c6f2c1b11';
const idOf = (text: string) => messageIdOf(account, { bytes: Buffer.from(text, 'latin1') });

/** Real mail with LF, and without white space at the end. */
const texts = () =>
  mailFileNames().map(
    (name) => [name, readFileSync(corpusFile(name), 'latin1').replaceAll('\r\n', '\n').trimEnd()] as const,
  );

test('real mail has one id for each content', { skip: corpusMissing() }, () => {
  for (const [id, files] of Map.groupBy(texts(), ([, text]) => idOf(text))) {
    const bodies = new Set(files.map(([, text]) => bodyOf(text)));
    assert.equal(bodies.size, 1, `${id}: ${files.map(([name]) => name).join(', ')}`);
  }
});

test(
  'real mail keeps its id with other line endings, white space at its end and added fields',
  { skip: corpusMissing() },
  () => {
    let widened = 0;
    for (const [name, text] of texts()) {
      const id = idOf(text);
      assert.equal(idOf(text.replaceAll('\n', '\r\n')), id, name);
      assert.equal(idOf(`${text}\n \r\n\n`), id, name);
      const { header_id, date } = parseMessage(Buffer.from(text, 'latin1'));
      // Other text before the first field is not a header.
      if (header_id === null || date === null || !/^[\w-]+:/.test(text)) continue;
      assert.equal(idOf(`X-Filed: ${'by a server '.repeat(100)}\n${text}`), id, name);
      widened++;
    }
    assert.ok(widened > 2_400, `${widened} had fields added`);
  },
);

/** The text after the first blank line; of mail without one, all of it. */
function bodyOf(text: string): string {
  return text.slice(text.indexOf('\n\n'));
}
