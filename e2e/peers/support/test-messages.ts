import { randomFrom, type Random } from '../../../daemon/demo/random.ts';

const words = 'harbour ledger window copper meadow signal archive lantern barrel compass ribbon orchard'.split(' ');
const senders = ['ann', 'ben', 'cleo', 'dan', 'eve', 'finn'].map((name) => `${name}@people.example`);

/** The date of the first made-up message, in unix seconds. */
const firstSentAt = Date.parse('2026-03-01T08:00:00Z') / 1000;

type TestMessage = {
  id?: string;
  from?: string;
  subject: string;
  text: string;
  sentAt?: number;
  inReplyTo?: string;
};

/** A plain message of these parts; without `id` it has no Message-ID. */
export function buildMessage({
  id,
  from = 'ann@people.example',
  subject,
  text,
  sentAt = firstSentAt,
  inReplyTo,
}: TestMessage): Buffer {
  return toBytes([
    ...headerLines({ id, from, subject, sentAt, inReplyTo }),
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  ]);
}

/**
 * Messages that test a store: answers, several of the same second, some without a Message-ID, and one in twenty with an
 * attachment larger than 64 KB, of which every third is shared with other messages. The same seed gives the same bytes.
 */
export function randomMessages({ count, seed }: { count: number; seed: number }): Buffer[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, number) => {
    const head = headerLines({
      ...(number % 97 !== 5 && { id: idOf(seed, number) }),
      from: random.pick(senders),
      subject: `${sentence(random, 3)} ${number}`,
      sentAt: firstSentAt + Math.floor(number / 4) * 60,
      ...(number > 0 && random.chance(0.4) && { inReplyTo: idOf(seed, random.below(number)) }),
    });
    const text = Array.from({ length: random.between(1, 30) }, () => sentence(random, 9)).join('\r\n');
    if (number % 20 !== 7) return toBytes([...head, 'Content-Type: text/plain', '', text, '']);
    const content = number % 60 === 7 ? randomFrom(seed) : random;
    return toBytes([...head, ...mixedBody(text, attachmentOf(content))]);
  });
}

type MessageHeader = Omit<TestMessage, 'text'> & { from: string; sentAt: number };

function headerLines({ id, from, subject, sentAt, inReplyTo }: MessageHeader): string[] {
  return [
    `From: ${from}`,
    'To: alice@example.test',
    `Subject: ${subject}`,
    `Date: ${new Date(sentAt * 1000).toUTCString().replace('GMT', '+0000')}`,
    ...(id ? [`Message-ID: <${id}>`] : []),
    ...(inReplyTo ? [`In-Reply-To: <${inReplyTo}>`, `References: <${inReplyTo}>`] : []),
    'MIME-Version: 1.0',
  ];
}

function mixedBody(text: string, attachment: string): string[] {
  return [
    'Content-Type: multipart/mixed; boundary="cut-here"',
    '',
    '--cut-here',
    'Content-Type: text/plain',
    '',
    text,
    '--cut-here',
    'Content-Type: application/octet-stream; name="figures.bin"',
    'Content-Disposition: attachment; filename="figures.bin"',
    'Content-Transfer-Encoding: base64',
    '',
    attachment,
    '--cut-here--',
    '',
  ];
}

function attachmentOf(random: Random): string {
  const bytes = Buffer.alloc(random.between(60_000, 190_000));
  for (let at = 0; at + 4 <= bytes.length; at += 4) bytes.writeUInt32LE(random.below(2 ** 32), at);
  return (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n');
}

function sentence(random: Random, length: number): string {
  return Array.from({ length }, () => random.pick(words)).join(' ');
}

function idOf(seed: number, number: number): string {
  return `letter.${seed}.${number}@people.example`;
}

function toBytes(lines: readonly string[]): Buffer {
  return Buffer.from(lines.join('\r\n'));
}
