import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Failure } from '../../base/failure.ts';
import { runCount } from '../../test-run-count.ts';
import { bodyLineNumber, readRawDraft, writeRawDraft } from './raw-draft.ts';

const marker = '# ------- nothing below this line is sent -------';

test('front matter and body round-trip exactly, with any content', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '---',
      'null',
      '~',
      '2026-03-10',
      '0x1f',
      'yes',
      '# not a comment',
      '"a\\"b, c" <a@b>',
      marker,
      '\n',
      ': ',
      '- x',
    ),
  );
  const text = fc.array(word, { maxLength: 4 }).map((words) => words.join('\n'));
  const frontmatter = fc.record({
    to: text,
    cc: text,
    bcc: text,
    subject: text,
    from: text,
    attach: fc.array(text, { maxLength: 2 }),
  });
  const more = fc.record(
    { 'in-reply-to': text, references: fc.array(text, { maxLength: 2 }), 'thread-id': text, signature: text },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(frontmatter, more, text, fc.array(text, { maxLength: 2 }), (head, rest, body, context) => {
      const whole = { ...head, ...rest };
      const raw = writeRawDraft({ frontmatter: whole, body, context });
      assert.deepEqual(readRawDraft(raw), { frontmatter: whole, body });
      assert.equal(
        raw
          .split('\n')
          .slice(bodyLineNumber(raw) - 1, bodyLineNumber(raw))
          .join(''),
        body.split('\n')[0],
      );
    }),
    { seed: 20_260_310, numRuns: runCount(80) },
  );
});

test('an editor may omit fields, and errors in edited front matter are reported', () => {
  const { frontmatter, body } = readRawDraft('---\r\nto: Ada <ada@example.org>\r\ncc:\r\n---\r\nHello\n');
  assert.deepEqual(frontmatter, { to: 'Ada <ada@example.org>', cc: '', bcc: '', subject: '', from: '', attach: [] });
  assert.equal(body, 'Hello\n');
  for (const broken of ['Hello', '---\nto: "open\n---\nHello', '---\nto: [1]\n---\n', '---\n- a\n---\n'])
    assert.throws(
      () => readRawDraft(broken),
      (failed) => failed instanceof Failure && failed.code === 'bad_front_matter',
      broken,
    );
});
