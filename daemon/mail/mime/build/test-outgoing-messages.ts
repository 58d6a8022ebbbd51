import fc from 'fast-check';
import type { Address } from '../../../contract/fields.ts';
import type { OutgoingMessage, OutgoingBody, OutgoingFile } from './outgoing-message.ts';

/** Words of many scripts, and sequences that could break a header or a body. */
const words = [
  'a'.repeat(90),
  '漢'.repeat(60),
  ...(
    'seven Grüße naïve Zoë Ångström Καλημέρα Привет мир مرحبا שלום 你好世界 東京都 こんにちは カタカナ 안녕하세요 สวัสดีครับ ' +
    'नमस्ते 👩‍👩‍👧‍👦 🏳️‍🌈 𝒳 e\u0301 =?utf-8?Q?x?= "quoted" back\\slash a,b;c <tag> > -- . From =3D &amp; C:\\x %41 it\'s'
  ).split(' '),
];

const word = fc.constantFrom(...words);
const phrase = (maxLength: number) => fc.array(word, { maxLength }).map((found) => found.join(' '));
const name = fc.oneof(
  fc.constant(null),
  phrase(6).map((found) => found || null),
);
const host = fc.constantFrom('example.org', 'bücher.example', '例え.テスト', 'пример.испытание', 'mail.example.com');
const local = fc.constantFrom('ada', 'bob.lee', 'ada+letters', "o'hara", '"john doe"', 'дмитрий');
const address: fc.Arbitrary<Address> = fc
  .record({ name, local, host })
  .map(({ name, local, host }) => ({ name, email: `${local}@${host}` }));
const addresses = fc.oneof(
  { weight: 9, arbitrary: fc.array(address, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.array(address, { minLength: 60, maxLength: 80 }) },
);
const id = fc.uuid().map((uuid) => `${uuid}@example.org`);

const line = phrase(30);
const block = fc.oneof(
  line,
  fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n')),
  line.map((text) => `> ${text}\n>\n> > ${text}`),
  line.map((text) => `- ${text}\n- **two**\n  1. _three_`),
  line.map((text) => `# ${text}`),
  fc.constant('```\n  code  here\n\n\tand > there\n```'),
  fc.constant('| a | b |\n|---|---|\n| 1 | [two](https://example.org/?a=1&b=2) |'),
);
const markdown = fc.array(block, { maxLength: 6 }).map((blocks) => blocks.join('\n\n'));
const htmlText = markdown.map((text) => `<html><body><p>${text.replaceAll(/[&<]/g, ' ')}</p></body></html>`);
/** The text beside HTML is long enough that no parser takes it for a stub. */
const alternativeText = markdown.map(
  (text) => `This is the same letter, in a form that every program shows.\n\n${text}`,
);
const body: fc.Arbitrary<OutgoingBody> = fc.oneof(
  fc.record({ kind: fc.constant('markdown'), markdown, signature: fc.option(phrase(4)) }),
  fc.record({ kind: fc.constant('html'), html: htmlText, text: fc.option(alternativeText) }),
);

const fileName = fc.oneof(
  // Some parsers decode the result of RFC 2231 decoding once more.
  phrase(5).map((text) => text.replaceAll('=?', '')),
  fc.constantFrom(
    'plan.pdf',
    '..\\..\\x.exe',
    '/etc/passwd',
    'a\r\nBcc: eve@example.org',
    'x"; filename="y',
    '‮cod.exe',
    '',
  ),
  fc.constant(`${'long name '.repeat(25)}.txt`),
);
const bytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.constant(new Uint8Array(20_000).fill(7)));
const file = fc
  .record({
    name: fileName,
    mime_type: fc.constantFrom(
      'application/pdf',
      'text/plain',
      'image/png',
      'Image/JPEG',
      'nonsense',
      'text/html; x=1',
    ),
    bytes,
  })
  .map((fields): GeneratedFile => ({ ...fields, cid: null, content: chunkedContent(fields.bytes) }));

type GeneratedFile = OutgoingFile & { bytes: Uint8Array };
export type GeneratedMessage = Omit<OutgoingMessage, 'files'> & { files: GeneratedFile[] };

/** Messages of every kind that a user may write, the same in every run. */
export function generateMessages(count: number): GeneratedMessage[] {
  const message = fc
    .record({
      from: address,
      to: addresses,
      cc: addresses,
      bcc: fc.array(fc.constantFrom({ name: 'Secret', email: 'hidden@secret.example' }), { maxLength: 1 }),
      subject: fc.oneof(phrase(20), fc.constantFrom('', '  a   b ', 'x\r\nBcc: eve@example.org', 'y'.repeat(1_200))),
      date: fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
      header_id: id,
      in_reply_to: fc.option(id),
      references: fc.oneof(fc.array(id, { maxLength: 4 }), fc.array(id, { minLength: 60, maxLength: 60 })),
      body,
      files: fc.array(file, { maxLength: 3 }),
    })
    .chain((message) =>
      fc.boolean().map((hasPicture): GeneratedMessage => (hasPicture ? withInlineImage(message) : message)),
    );
  return fc.sample(message, { seed: 8, numRuns: count });
}

/** Adds an image that the body shows. */
function withInlineImage(message: GeneratedMessage): GeneratedMessage {
  const bytes = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0]);
  const image = { name: 'plan.png', mime_type: 'image/png', cid: 'image-1', bytes, content: chunkedContent(bytes) };
  const { body } = message;
  const bodyWithImage: OutgoingBody =
    body.kind === 'markdown'
      ? { ...body, markdown: `![plan](cid:image-1)\n\n${body.markdown}` }
      : { ...body, html: `<img src="cid:image-1">${body.html}` };
  return { ...message, body: bodyWithImage, files: [...message.files, image] };
}

/** Bytes in pieces of odd lengths. */
export function chunkedContent(bytes: Uint8Array): () => AsyncIterable<Uint8Array> {
  return async function* () {
    for (let at = 0; at < bytes.length; at += 1_001) yield bytes.subarray(at, at + 1_001);
  };
}
