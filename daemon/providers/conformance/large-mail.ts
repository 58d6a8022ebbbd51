import assert from 'node:assert/strict';
import { largestFetchedPart } from '../provider.ts';
import type { Arrival, Gap, Provider } from '../provider.ts';
import type { Check } from './harness.ts';
import { message } from './letters.ts';
import { synced } from './mirror.ts';
import { only, partOf, sourceOf, textOf } from './reading.ts';

/** Attachments that are left on the server (`Source.gaps`). */
export function largeMailClaims(check: Check): void {
  check('large attachments and pictures stay on the server, texts and small ones come', async (harness) => {
    await harness.deliver('INBOX', bulky);
    const place = only((await synced(harness.provider)).in('INBOX'));
    assert.equal(place.size, bulky.length);
    const { text, gaps } = await fetched(harness.provider, place);
    assert.deepEqual(gaps, [stretch('1.2', picture), stretch('3', paper)]);
    assert.equal(text, textOf(bulky).replace(picture, '').replace(paper, ''));
  });

  check('with the parts that were left on the server a message is as it was', async ({ provider, deliver }) => {
    await deliver('INBOX', bulky);
    const place = only((await synced(provider)).in('INBOX'));
    const { text, gaps } = await fetched(provider, place);
    let whole = text;
    for (const { start, part } of gaps)
      whole = whole.slice(0, start) + textOf(await partOf(provider, place, part)) + whole.slice(start);
    assert.equal(whole, textOf(bulky));
  });

  check('a large message that another encloses stays as a whole', async ({ provider, deliver }) => {
    const enclosed = textOf(message('Message-ID: <inner@letters.example>', 'Subject: inner', '', page));
    const type = 'Content-Type: multipart/mixed; boundary="cut"';
    const head = ['Subject: outer', 'MIME-Version: 1.0', type, '', '--cut', '', 'See below.', '--cut'];
    const before = textOf(message(...head, 'Content-Type: message/rfc822', '', ''));
    const after = textOf(message('', '--cut--', ''));
    await deliver('INBOX', Buffer.from(before + enclosed + after, 'latin1'));
    const place = only((await synced(provider)).in('INBOX'));
    const gaps = [{ start: before.length, length: enclosed.length, part: '2' }];
    assert.deepEqual(await fetched(provider, place), { text: before + after, gaps });
    assert.equal(textOf(await partOf(provider, place, '2')), enclosed);
  });

  check('a message that is nothing but a large file leaves its header', async ({ provider, deliver }) => {
    const head = ['Subject: the plan', 'Content-Type: application/pdf', 'Content-Transfer-Encoding: base64', '', ''];
    const header = textOf(message(...head));
    await deliver('INBOX', Buffer.from(header + paper, 'latin1'));
    const place = only((await synced(provider)).in('INBOX'));
    const gaps = [{ start: header.length, length: paper.length, part: '1' }];
    assert.deepEqual(await fetched(provider, place), { text: header, gaps });
    assert.equal(textOf(await partOf(provider, place, '1')), paper);
    assert.equal(textOf(await partOf(provider, place, '1', { start: 200_000 })), paper.slice(200_000));
  });
}

async function fetched(provider: Provider, place: Arrival): Promise<{ text: string; gaps: readonly Gap[] }> {
  const source = await sourceOf(provider, place);
  assert.ok(source.bytes, source.trouble);
  return { text: textOf(source.bytes), gaps: source.gaps ?? [] };
}

function stretch(part: string, body: string): Gap {
  return { start: textOf(bulky).indexOf(body), length: body.length, part };
}

/** As it travels: in lines of 76 characters. */
function base64(bytes: Buffer): string {
  return (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n');
}

/** Lines of 64 bytes each. */
function linesOf(text: string, bytes: number): string {
  return `${text.padEnd(62, '.')}\r\n`.repeat(bytes / 64);
}

const page = linesOf('a long story, all of which is read', largestFetchedPart + 6400);
const picture = base64(Buffer.alloc(200_000, 'not really a picture'));
const table = linesOf('screw,3,as large as may be', largestFetchedPart);
const paper = base64(Buffer.alloc(210_000, 'not really a paper'));

const bulky = message(
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
