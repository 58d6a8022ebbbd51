import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { runCount } from '../../../test-run-count.ts';
import type { Part } from './part.ts';
import { largeLeafParts, parseMimeStructure } from './structure.ts';

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'), 'latin1');

/** The leaves as `number type "body"`. */
function leavesOf(bytes: Buffer): string[] {
  const leaves = ({ children, number, type, start, end }: Part): string[] =>
    children.length > 0
      ? children.flatMap(leaves)
      : [`${number} ${type} ${JSON.stringify(bytes.toString('latin1', start, end))}`];
  return leaves(parseMimeStructure(bytes).root);
}

describe('parts', () => {
  test('a message of one part is part 1, and is plain text by default', () => {
    assert.deepEqual(leavesOf(mail('Subject: a', '', 'text', '')), ['1 text/plain "text\\r\\n"']);
    assert.deepEqual(leavesOf(mail('Content-Type: nonsense', '', 'text')), ['1 text/plain "text"']);
    assert.deepEqual(leavesOf(Buffer.alloc(0)), ['1 text/plain ""']);
  });

  test('the line break before a delimiter belongs to the delimiter; preamble and epilogue belong to no part', () => {
    const bytes = mail(
      'Content-Type: multipart/mixed; boundary="b"', '', 'preamble',
      '--b', '', 'one', '',
      '--b  ', 'Content-Type: text/html', '', 'two',
      '--b--\t', 'epilogue', '--b', '', 'too late', '',
    ); // prettier-ignore
    assert.deepEqual(leavesOf(bytes), ['1 text/plain "one\\r\\n"', '2 text/html "two"']);
  });

  test('parts are numbered as in IMAP, through multiparts and messages', () => {
    const bytes = mail(
      'Content-Type: multipart/mixed; boundary=o', '',
      '--o', 'Content-Type: multipart/alternative; boundary=i', '', '--i', '', 'a', '--i', '', 'b', '--i--',
      '--o', 'Content-Type: message/rfc822', '', 'Subject: plain', '', 'c',
      '--o', 'Content-Type: message/rfc822', '', 'Content-Type: multipart/mixed; boundary=m', '', '--m', '', 'd', '--m--',
      '--o--',
    ); // prettier-ignore
    assert.deepEqual(leavesOf(bytes), [
      '1.1 text/plain "a"',
      '1.2 text/plain "b"',
      '2.1 text/plain "c"',
      '3.1 text/plain "d"',
    ]);
  });

  test('a boundary that begins like another is a different boundary', () => {
    const bytes = mail(
      'Content-Type: multipart/mixed; boundary=b', '',
      '--b', 'Content-Type: multipart/mixed; boundary=bb', '', '--bb', '', 'inner', '--bb--',
      '--b', '', '--bbb', '-- b', '--b no', '--b--no', ' --b', '--b--',
    ); // prettier-ignore
    assert.deepEqual(leavesOf(bytes), [
      '1.1 text/plain "inner"',
      '2 text/plain "--bbb\\r\\n-- b\\r\\n--b no\\r\\n--b--no\\r\\n --b"',
    ]);
  });

  test('a boundary that ends in two hyphens does not close its multipart', () => {
    const bytes = mail(
      'Content-Type: multipart/mixed; boundary="x--"',
      '',
      '--x--',
      '',
      'a',
      '--x--',
      '',
      'b',
      '--x----',
    );
    assert.deepEqual(leavesOf(bytes), ['1 text/plain "a"', '2 text/plain "b"']);
  });

  test('an outer delimiter ends inner multiparts that were never closed', () => {
    const bytes = mail(
      'Content-Type: multipart/mixed; boundary=o', '',
      '--o', 'Content-Type: multipart/mixed; boundary=i', '', '--i', '', 'a',
      '--o', '', 'b',
    ); // prettier-ignore
    assert.deepEqual(leavesOf(bytes), ['1.1 text/plain "a"', '2 text/plain "b"']);
  });

  test('a boundary that is used again inside itself belongs to the inner multipart until that is closed', () => {
    const bytes = mail(
      'Content-Type: multipart/mixed; boundary=b', '',
      '--b', 'Content-Type: multipart/mixed; boundary=b', '', '--b', '', 'in', '--b--',
      '--b', '', 'out', '--b--',
    ); // prettier-ignore
    assert.deepEqual(leavesOf(bytes), ['1.1 text/plain "in"', '2 text/plain "out"']);
    assert.equal(parseMimeStructure(bytes).anomalies.length, 1);
  });

  test('headers without a blank line after them end at the delimiter', () => {
    const bytes = mail(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'X: y',
      '--b',
      '',
      'text',
      '',
      'more',
      '--b--',
    );
    assert.deepEqual(leavesOf(bytes), ['1 text/plain ""', '2 text/plain "text\\r\\n\\r\\nmore"']);
  });

  test('a line of white space alone after a header does not hide a part', () => {
    const bytes = mail(
      'Content-Type: multipart/mixed; boundary=b', ' ',
      '--b', 'Content-Type: text/plain', '\t', 'one', '', 'more',
      '--b', 'Content-Type: multipart/alternative; boundary=i', ' ', '--i', 'Content-Type: text/html', ' ', 'two', '--i--',
      '--b', 'Content-Type: message/rfc822', ' ', 'Subject: inner', ' ', 'three',
      '--b--',
    ); // prettier-ignore
    assert.deepEqual(leavesOf(bytes), [
      '1 text/plain "one\\r\\n\\r\\nmore"',
      '2.1 text/html "two"',
      '3.1 text/plain "three"',
    ]);
    assert.deepEqual(parseMimeStructure(bytes).anomalies, []);
  });

  test('text that directly follows a delimiter is text', () => {
    const bytes = mail('Content-Type: multipart/mixed; boundary=b', '', '--b', 'no header here', '', 'more', '--b--');
    assert.deepEqual(leavesOf(bytes), ['1 text/plain "no header here\\r\\n\\r\\nmore"']);
  });

  test('parts of a digest are messages by default', () => {
    const bytes = mail(
      'Content-Type: multipart/digest; boundary=d', '',
      '--d', '', 'Subject: one', '', 'text', '--d', 'Content-Type: text/plain', '', 'two', '--d--',
    ); // prettier-ignore
    assert.deepEqual(leavesOf(bytes), ['1.1 text/plain "text"', '2 text/plain "two"']);
  });

  test('a multipart without a boundary or without parts is left whole and reported as an anomaly', () => {
    for (const type of ['multipart/mixed', 'multipart/mixed; boundary=b']) {
      const bytes = mail(`Content-Type: ${type}`, '', 'lost words');
      assert.deepEqual(leavesOf(bytes), [' multipart/mixed "lost words"']);
      assert.equal(parseMimeStructure(bytes).anomalies.length, 1);
    }
  });

  test('an encoded message is not parsed', () => {
    const bytes = mail('Content-Type: message/rfc822', 'Content-Transfer-Encoding: BASE64', '', 'U3ViamVjdDogYQ==');
    assert.deepEqual(leavesOf(bytes), ['1 message/rfc822 "U3ViamVjdDogYQ=="']);
  });

  test('line ends may be mixed, and a boundary may be quoted, escaped or beyond ASCII', () => {
    const bytes = Buffer.from(
      'Content-Type: multipart/mixed;\n\tboundary="a \\"b\\" é"\r\n\n--a "b" é\n\none\r\n--a "b" é\r\n\r\ntwo\n--a "b" é--',
    );
    assert.deepEqual(leavesOf(bytes), ['1 text/plain "one"', '2 text/plain "two"']);
  });
});

describe('large leaves', () => {
  test('large leaves are the bodies of the parts that have no parts', () => {
    const bytes = mail(
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      '',
      'tiny',
      '--b',
      '',
      'x'.repeat(99),
      '--b--',
    );
    const start = bytes.indexOf('xxx');
    assert.deepEqual(largeLeafParts(parseMimeStructure(bytes), 50), [{ start, end: start + 99 }]);
    assert.deepEqual(largeLeafParts(parseMimeStructure(bytes), 100), []);
  });

  test('large leaves of any bytes ascend, lie inside the bytes and do not overlap', () => {
    const line = fc.constantFrom(
      '--b', '--b--', '--c', '--c--', '', '', 'text', 'X: y',
      'Content-Type: multipart/mixed; boundary=b', 'Content-Type: multipart/digest; boundary=c',
      'Content-Type: message/rfc822', 'Content-Type: multipart/mixed; boundary="b--"', '\r', '\t', '--',
    ); // prettier-ignore
    const message = fc.tuple(fc.array(line, { maxLength: 60 }), fc.constantFrom('\n', '\r\n', '\r', '\n\r'));
    fc.assert(
      fc.property(message, ([lines, lineEnd]) => {
        const bytes = Buffer.from(`Content-Type: multipart/mixed; boundary=b\n\n${lines.join(lineEnd)}`);
        let last = 0;
        for (const { start, end } of largeLeafParts(parseMimeStructure(bytes), 1)) {
          assert.ok(start >= last && end > start && end <= bytes.length);
          last = end;
        }
      }),
      { numRuns: runCount(2_000), seed: 1 },
    );
  });
});

describe('hostile structures are parsed in linear time', () => {
  const cases: Record<string, () => string> = {
    'multiparts nested 20,000 deep': () =>
      Array.from({ length: 20_000 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`).join('') +
      Array.from({ length: 20_000 }, (_, i) => `--b${20_000 - i}--\n`).join(''),
    'messages nested 20,000 deep': () => 'Content-Type: message/rfc822\n\n'.repeat(20_000),
    'digests nested 20,000 deep': () =>
      Array.from({ length: 20_000 }, (_, i) => `Content-Type: multipart/digest; boundary=b${i}\n\n--b${i}\n\n`).join(
        '',
      ),
    '200,000 delimiters without blank lines': () =>
      `Content-Type: multipart/mixed; boundary=b\n\n${'--b\nX: y\n'.repeat(200_000)}`,
    '200,000 lines like delimiters': () => `Content-Type: multipart/mixed; boundary=b\n\n${'--bb\n'.repeat(200_000)}`,
    '100,000 tiny parts': () => `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(100_000)}--b--`,
    'a delimiter line of 5 MB': () => `Content-Type: multipart/mixed; boundary=b\n\n--b${' '.repeat(5_000_000)}\n\nx`,
    'a header of 5 MB': () => `Subject: a\nX-Long: ${'x'.repeat(5_000_000)}\n\ntext`,
    'header of a part of 5 MB': () =>
      `Content-Type: multipart/mixed; boundary=b\n\n--b\n${'X: y\n'.repeat(1_000_000)}\n\ntext\n--b--`,
    '5 MB of line feeds in a part': () => `Content-Type: multipart/mixed; boundary=b\n\n--b\n${'\n'.repeat(5_000_000)}`,
  };
  for (const [name, make] of Object.entries(cases)) {
    test(name, () => {
      const bytes = Buffer.from(make());
      const { root } = parseMimeStructure(bytes);
      assert.ok(root.end <= bytes.length);
    });
  }

  test('truncation is noted', () => {
    const notesOf = (name: string) => parseMimeStructure(Buffer.from(cases[name]?.() ?? '')).notes.length;
    assert.equal(notesOf('multiparts nested 20,000 deep'), 1);
    assert.equal(notesOf('messages nested 20,000 deep'), 1);
    assert.equal(notesOf('100,000 tiny parts'), 1);
    assert.equal(notesOf('a header of 5 MB'), 1);
  });
});
