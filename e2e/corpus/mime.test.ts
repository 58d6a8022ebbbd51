import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { dispositionOf } from '../../daemon/mail/mime/content/attachments.ts';
import { headerFields } from '../../daemon/mail/mime/headers/headers.ts';
import { parseMessage } from '../../daemon/mail/mime/parse.ts';
import type { Part } from '../../daemon/mail/mime/structure/part.ts';
import { decodePart, readBody } from '../../daemon/mail/mime/read-body.ts';
import { largeLeafParts, parseMimeStructure } from '../../daemon/mail/mime/structure/structure.ts';
import { corpusFile, corpusMissing } from '../corpus.ts';
import { mailFileNames, mailFiles } from './mail-files.ts';

const mails = corpusMissing() ? [] : mailFiles();

/** The names of the files with a wrong result. */
function filesWhere(isWrong: (bytes: Buffer, name: string) => boolean): string[] {
  return mails.flatMap(({ name, bytes }) => (isWrong(bytes, name) ? [name] : []));
}

/** Every text in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

describe('real and hostile mail', { skip: corpusMissing() }, () => {
  test('there are at least 3,000 messages', () => assert.ok(mailFileNames().length > 3_000));

  test('is parsed completely, and the same each time', () => {
    const isWrong = (bytes: Buffer) => {
      const parsed = parseMessage(bytes);
      assert.deepEqual(parseMessage(Buffer.from(bytes)), parsed);
      return parsed.notes.some((note) => note.includes('could not be read'));
    };
    assert.deepEqual(filesWhere(isWrong), []);
  });

  test('gives well-formed Unicode without NUL', () => {
    const isUnclean = (text: string) => !text.isWellFormed() || text.includes('\0');
    assert.deepEqual(
      filesWhere((bytes) => textsIn(parseMessage(bytes)).some(isUnclean)),
      [],
    );
    assert.deepEqual(
      filesWhere((bytes) => textsIn(headerFields(bytes)).some((text) => !text.isWellFormed())),
      [],
    );
  });

  test('answers messages, and not the people it is from or to', () => {
    const isWrong = (bytes: Buffer) => {
      const { from, to, cc, in_reply_to, references } = parseMessage(bytes);
      const people = new Set([from, ...to, ...cc].map(({ email }) => email));
      return [in_reply_to ?? '', ...references].some((id) => id !== '' && people.has(id));
    };
    assert.deepEqual(filesWhere(isWrong), []);
  });

  test('has attachments of the stored size, in ranges that lie inside it', () => {
    const isWrong = (bytes: Buffer) =>
      parseMessage(bytes).attachments.some(
        (facts) =>
          facts.start > facts.end ||
          facts.end > bytes.length ||
          facts.filename === '' ||
          decodePart(bytes, facts).length !== facts.size,
      );
    assert.deepEqual(filesWhere(isWrong), []);
  });

  test('is shown with the text and the attachments it was stored with', () => {
    const isWrong = (bytes: Buffer) => {
      const [parsed, shown] = [parseMessage(bytes), readBody(bytes)];
      assert.deepEqual(shown.attachments, parsed.attachments);
      return shown.text !== parsed.text || shown.origin !== parsed.text_origin;
    };
    assert.deepEqual(filesWhere(isWrong), []);
  });

  test('can be split at its leaves and joined again', () => {
    const isWrong = (bytes: Buffer) => {
      let from = 0;
      return largeLeafParts(parseMimeStructure(bytes), 1).some(({ start, end }) => {
        const isInOrder = start >= from && end > start && end <= bytes.length;
        from = end;
        return !isInOrder;
      });
    };
    assert.deepEqual(filesWhere(isWrong), []);
  });
});

/**
 * The expected output of enmime for its test parts: of each `.golden` the types, encodings, names and decoded contents of
 * its leaves are compared (size and the beginning of the SHA-256), and with the `.raw` it was made from if there is one.
 */
describe('enmime', { skip: corpusMissing() }, () => {
  const nothing = '0 e3b0c442';
  const zip = '9 ae89a1e4';
  const every = '2000 bb71b99a';
  const hungarian = '\u00e1rv\u00edzt\u0171r\u0151 "x" t\u00fck\u00f6rf\u00far\u00f3g\u00e9p.zip';
  const expected: Record<string, string[]> = {
    'build-qp-addr-headers.golden': [`1 text/plain 7bit ${nothing}`],
    'nocontent-with-children.golden': ['1 text/html 7bit 20 c31dd3a0', '2 text/plain 7bit 15 dd600659'],
    'part-bin-content.golden': [`1 image/jpeg base64 ${every}`],
    'part-bin-header.golden': ['1 text/plain 7bit 55 3355f112'],
    'part-content-only-qp.golden': ['1 text/plain quoted-printable 28 d2e83990'],
    'part-content-only.golden': ['1 text/plain 7bit 24 d7bcdb50'],
    'part-default-headers.golden': [`1 application/zip base64 ${zip} stuff.zip`],
    'part-empty.golden': [`1 text/plain 7bit ${nothing}`],
    'part-file-mod-date.golden': ['1 text/plain quoted-printable 31 1c15b7db'],
    'part-header-only-default-encoding.golden': [`1 text/plain 7bit ${nothing}`],
    'part-header-only.golden': [`1 text/plain 7bit ${nothing}`],
    'part-message-rfc822.golden': [`1.1 text/plain 7bit ${every}`],
    'part-plain.golden': ['1 text/plain 7bit 55 3355f112'],
    'part-quotable-content.golden': ['1 text/plain 7bit 6 201a0201'],
    'part-quoted-content.golden': ['1 text/plain quoted-printable 31 1c15b7db'],
    'part-quoted-headers.golden': [`1 application/zip base64 ${zip} ${hungarian}`],
    'part-quoted-printable-headers.golden': [`1 application/zip base64 ${zip} ${hungarian}`],
    'part-with-children.golden': ['1 text/html 7bit 20 c31dd3a0', '2 text/plain 7bit 15 dd600659'],
    'utf8-to.raw.golden': ['1 text/plain 7bit 24 79c19681'],
  };
  const read = (name: string) => readFileSync(corpusFile(`mime/enmime/encode/${name}`));

  for (const [name, leaves] of Object.entries(expected)) {
    test(name, () => assert.deepEqual(leavesOf(read(name)), leaves));
  }

  for (const kind of ['html', 'text']) {
    test(`parser-raw-content-${kind}-option: its source parses to the same result`, () => {
      const name = `parser-raw-content-${kind}-option`;
      const { subject, from, to, text } = parseMessage(read(`${name}.raw`));
      for (const golden of [`${name}-true.raw.golden`, `${name}-false.raw.golden`]) {
        const written = parseMessage(read(golden));
        assert.deepEqual([written.subject, written.from, written.to], [subject, from, to]);
        assert.equal(written.text.trim(), text.trim());
      }
    });
  }
});

function leavesOf(bytes: Buffer): string[] {
  const leaves = (part: Part): string[] => {
    if (part.children.length > 0) return part.children.flatMap(leaves);
    const content = decodePart(bytes, part);
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
    const { filename } = dispositionOf(part);
    return [`${part.number} ${part.type} ${part.encoding} ${content.length} ${hash} ${filename ?? ''}`.trim()];
  };
  return leaves(parseMimeStructure(bytes).root);
}
