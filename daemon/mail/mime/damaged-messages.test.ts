import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { runCount } from '../../test-run-count.ts';
import { parseMessage } from './parse.ts';
import { readBody } from './read-body.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('hostile messages are parsed in linear time', () => {
  const rfc822 = 'Content-Type: message/rfc822\n\n';
  const cases: Record<string, () => string> = {
    nothing: () => '',
    'a deep chain of messages': () => `${rfc822.repeat(5_000)}Subject: end\n\ntext`,
    'a chain of messages in base64': () => {
      let inner = 'Subject: end\n\ntext';
      for (let depth = 0; depth < 20; depth++)
        inner = `${rfc822.trimEnd()}\nContent-Transfer-Encoding: base64\n\n${base64(inner)}`;
      return inner;
    },
    'nested alternatives': () =>
      Array.from(
        { length: 5_000 },
        (_, i) => `Content-Type: multipart/alternative; boundary=b${i}\n\n--b${i}\n\ntext\n--b${i}\n`,
      ).join(''),
    '100,000 tiny parts': () => `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(100_000)}`,
    '900 messages in one': () =>
      `Content-Type: multipart/digest; boundary=b\n\n${`--b\n\nSubject: a\n\n${'words '.repeat(200)}\n`.repeat(450)}`,
    'a header of 5 MB': () => `Subject: ${'=?utf-8?q?a?= '.repeat(400_000)}\n\ntext`,
    'a type of 1 MB': () => `Content-Type: text/plain; ${'a="'.repeat(300_000)}\n\ntext`,
    '5 MB of begin lines': () => `Subject: a\n\n${'begin 644 a\n'.repeat(400_000)}`,
    '200,000 files in a text': () => `Subject: a\n\n${'begin 644 a\n#0V%T\n`\nend\n'.repeat(200_000)}`,
    '5 MB of yEnc lines': () => `Subject: a\n\n${'=ybegin line=128 size=3 name=a\n'.repeat(160_000)}`,
    '5 MB of unclosed HTML': () => `Content-Type: text/html\n\n${'<div><a href="http://x">'.repeat(200_000)}`,
    '5 MB of meta tags': () => `Content-Type: text/html\n\n${'<meta '.repeat(800_000)}`,
  };
  for (const [name, make] of Object.entries(cases)) {
    test(name, () => {
      const parsed = parseMessage(Buffer.from(make()));
      assert.ok(parsed.text.length <= 2_000_000);
      assert.ok(parsed.attachments.length <= 1_000);
      assert.ok(!parsed.notes.some((note) => note.includes('could not be read')));
    });
  }
});

/** Every text in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

test('a message damaged at any offset is parsed into clean text, and its attachments lie within its bytes', () => {
  const sound = Buffer.from(
    'From: =?utf-8?q?=C3=84nn?= <a@b.test>\nTo: "B, c" <c@d.test>\nSubject: =?iso-2022-jp?b?GyRCJEEbKEI=?=\n' +
      'Date: Tue, 3 Mar 2026 09:00:00 +0100\nList-Unsubscribe: <mailto:a@b.test?subject=x%00>\n' +
      'Content-Type: multipart/report; boundary="b"\n\n--b\nContent-Type: multipart/alternative; boundary=c\n\n' +
      '--c\nContent-Type: text/plain; charset=utf-8; format=flowed\n\nwords \nmore\nbegin 644 a\n#0V%T\n`\nend\n' +
      '--c\nContent-Type: text/html; charset=utf-16\nContent-Transfer-Encoding: quoted-printable\n\n<p>=C3=A9</p>\n--c--\n' +
      '--b\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; a@b.test\nAction: failed\n\n' +
      "--b\nContent-Type: message/rfc822; name*=utf-8''%C3%A9.eml\nContent-Transfer-Encoding: base64\n\n" +
      `${base64('Subject: in\n\nwords')}\n--b\nContent-Type: image/png\nContent-ID: <a>\n\n\0\n--b--\n`,
  );
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    fc
      .constantFrom(
        '\n',
        '\r\n\r\n',
        '--b\n',
        '--b--\n',
        '--c\n',
        '"',
        ';',
        '=',
        '\0',
        '\ud800',
        '=?utf-8?b?',
        '<',
        '(',
        'boundary=',
      )
      .map((text) => Buffer.from(text)),
  );
  const damages = fc.array(fc.record({ at: fc.nat(sound.length), cut: fc.nat(40), piece }), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(damages, (list) => {
      let bytes: Buffer = sound;
      for (const { at, cut, piece: put } of list)
        bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + cut)]);
      const parsed = parseMessage(bytes);
      assert.deepEqual(
        parsed.notes.filter((note) => note.includes('could not be read')),
        [],
      );
      for (const text of textsIn(parsed)) assert.ok(text.isWellFormed() && !text.includes('\0'), JSON.stringify(text));
      for (const { start, end } of parsed.attachments) assert.ok(start >= 0 && start <= end && end <= bytes.length);
      assert.equal(readBody(bytes).text, parsed.text);
    }),
    { numRuns: runCount(2_000), seed: 7 },
  );
});
