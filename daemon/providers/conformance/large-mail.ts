import assert from 'node:assert/strict';
import { maxFetchedPartBytes } from '../provider.ts';
import type { Arrival, MissingRange, Provider } from '../provider.ts';
import type { Check } from './harness.ts';
import { messageOfLines } from './sample-messages.ts';
import { syncedMirror } from './mirror.ts';
import { only, partOf, sourceOf, textOf } from './helpers.ts';

/** Tests of attachments that are left on the server (`Source.gaps`). */
export function largeMailClaims(check: Check): void {
  check(
    'large attachments and pictures stay on the server, texts and small attachments are fetched',
    async (harness) => {
      await harness.deliver('INBOX', largeMessage);
      const placement = only((await syncedMirror(harness.provider)).inFolder('INBOX'));
      assert.equal(placement.size, largeMessage.length);
      const { text, missingRanges } = await fetched(harness.provider, placement);
      assert.deepEqual(missingRanges, [missingRangeOf('1.2', picture), missingRangeOf('3', paper)]);
      assert.equal(text, textOf(largeMessage).replace(picture, '').replace(paper, ''));
    },
  );

  check('a message is restored exactly with the parts that were left on the server', async ({ provider, deliver }) => {
    await deliver('INBOX', largeMessage);
    const placement = only((await syncedMirror(provider)).inFolder('INBOX'));
    const { text, missingRanges } = await fetched(provider, placement);
    let whole = text;
    for (const { start, part } of missingRanges)
      whole = whole.slice(0, start) + textOf(await partOf(provider, placement, part)) + whole.slice(start);
    assert.equal(whole, textOf(largeMessage));
  });

  check('a large enclosed message stays on the server as a whole', async ({ provider, deliver }) => {
    const enclosed = textOf(messageOfLines('Message-ID: <inner@letters.example>', 'Subject: inner', '', page));
    const type = 'Content-Type: multipart/mixed; boundary="cut"';
    const head = ['Subject: outer', 'MIME-Version: 1.0', type, '', '--cut', '', 'See below.', '--cut'];
    const before = textOf(messageOfLines(...head, 'Content-Type: message/rfc822', '', ''));
    const after = textOf(messageOfLines('', '--cut--', ''));
    await deliver('INBOX', Buffer.from(before + enclosed + after, 'latin1'));
    const placement = only((await syncedMirror(provider)).inFolder('INBOX'));
    const missingRanges = [{ start: before.length, length: enclosed.length, part: '2' }];
    assert.deepEqual(await fetched(provider, placement), { text: before + after, missingRanges });
    assert.equal(textOf(await partOf(provider, placement, '2')), enclosed);
  });

  check('of a message that consists of a large file the header is fetched', async ({ provider, deliver }) => {
    const head = ['Subject: the plan', 'Content-Type: application/pdf', 'Content-Transfer-Encoding: base64', '', ''];
    const header = textOf(messageOfLines(...head));
    await deliver('INBOX', Buffer.from(header + paper, 'latin1'));
    const placement = only((await syncedMirror(provider)).inFolder('INBOX'));
    const missingRanges = [{ start: header.length, length: paper.length, part: '1' }];
    assert.deepEqual(await fetched(provider, placement), { text: header, missingRanges });
    assert.equal(textOf(await partOf(provider, placement, '1')), paper);
    assert.equal(textOf(await partOf(provider, placement, '1', { start: 200_000 })), paper.slice(200_000));
  });
}

async function fetched(
  provider: Provider,
  placement: Arrival,
): Promise<{ text: string; missingRanges: readonly MissingRange[] }> {
  const source = await sourceOf(provider, placement);
  assert.ok(source.bytes, source.error);
  return { text: textOf(source.bytes), missingRanges: source.missingRanges ?? [] };
}

function missingRangeOf(part: string, body: string): MissingRange {
  return { start: textOf(largeMessage).indexOf(body), length: body.length, part };
}

/** Encoded in lines of 76 characters. */
function base64(bytes: Buffer): string {
  return (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n');
}

/** Lines of 64 bytes each. */
function linesOf(text: string, bytes: number): string {
  return `${text.padEnd(62, '.')}\r\n`.repeat(bytes / 64);
}

const page = linesOf('a long story, all of which is read', maxFetchedPartBytes + 6400);
const picture = base64(Buffer.alloc(200_000, 'not really a picture'));
const table = linesOf('screw,3,as large as may be', maxFetchedPartBytes);
const paper = base64(Buffer.alloc(210_000, 'not really a paper'));

const largeMessage = messageOfLines(
  'Message-ID: <bulky@letters.example>',
  'From: Ada Lovelace <ada@engine.example>',
  'Subject: With everything',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  '--outer',
  'Content-Type: multipart/related; boundary="inner"',
  '',
  '--inner',
  'Content-Type: text/html; charset=utf-8',
  '',
  page,
  '--inner',
  'Content-Type: image/png; name="engine.png"',
  'Content-Disposition: inline; filename="engine.png"',
  'Content-ID: <engine@letters.example>',
  'Content-Transfer-Encoding: base64',
  '',
  picture,
  '--inner--',
  '',
  '--outer',
  'Content-Type: text/csv; name="prices.csv"',
  'Content-Disposition: attachment; filename="prices.csv"',
  '',
  table,
  '--outer',
  'Content-Type: application/pdf; name="paper.pdf"',
  'Content-Disposition: attachment; filename="paper.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  paper,
  '--outer--',
  '',
);
