import { createHash } from 'node:crypto';

export function sampleMessage(subject: string): Uint8Array {
  return messageOfLines(
    `Message-ID: <${sampleMessageId(subject)}>`,
    'Date: Mon, 06 Apr 2026 09:12:00 +0200',
    'From: Ada Lovelace <ada@engine.example>',
    'To: Robin Vale <robin@vale.example>',
    `Subject: ${subject}`,
    '',
    `About ${subject}: all is well here.`,
    '',
  );
}

/** The Message-ID of a sample message, without brackets. */
function sampleMessageId(subject: string): string {
  return `${subject.replaceAll(/\W+/g, '-')}@letters.example`;
}

export function sampleMessages(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => sampleMessage(`number ${index + 1}`));
}

/** Like a sample message, with a text that does not compress. */
export function incompressibleMessage(subject: string): Uint8Array {
  const lines = Array.from({ length: 8 }, (_, index) =>
    createHash('sha512').update(`${subject} ${index}`).digest('hex'),
  );
  return Buffer.concat([sampleMessage(subject), messageOfLines(...lines, '')]);
}

export function messageOfLines(...lines: string[]): Uint8Array {
  return Buffer.from(lines.join('\r\n'), 'utf8');
}

export const messageWithAttachment = messageOfLines(
  'Message-ID: <parts@letters.example>',
  'Date: Mon, 06 Apr 2026 09:12:00 +0200',
  'From: Ada Lovelace <ada@engine.example>',
  'Subject: With a table',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="cut here"',
  '',
  'Preamble nobody reads.',
  '--cut here',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Gr=C3=BC=C3=9Fe aus der =',
  'Werkstatt',
  '--cut here',
  'Content-Type: text/csv; name="prices.csv"',
  'Content-Disposition: attachment; filename="prices.csv"',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('item,price\nscrew,3\n').toString('base64'),
  '--cut here--',
  '',
);

/** Contains neither NUL nor bare CR or LF, which no IMAP server must preserve (RFC 9051, section 4.3). */
export function unusualMessages(): Record<string, Uint8Array> {
  const highBytes = Buffer.from(Array.from({ length: 4096 }, (_, index) => 0x80 + (index % 0x80)));
  return {
    'eight-bit body': Buffer.concat([
      messageOfLines('Subject: bytes', 'Message-ID: <b@x.example>', '', ''),
      highBytes,
      crlf,
    ]),
    'eight-bit header': messageOfLines('From: Jürgen <j@x.example>', 'Subject: Straße, été, 東京', '', 'raw', ''),
    'empty body': messageOfLines('Subject: nothing to say', 'Message-ID: <empty@x.example>', '', ''),
    'no Message-ID': messageOfLines('From: ada@engine.example', 'Subject: who am I', '', 'Guess.', ''),
    'no final line end': messageOfLines('Subject: cut short', '', 'the last line has no end'),
    'a line of 20,000 characters': messageOfLines('Subject: long', '', 'x'.repeat(20_000), ''),
    'dots and From lines': messageOfLines('Subject: dots', '', '.', '..', 'From here on', '>From there', ''),
    'a third of a megabyte': messageOfLines(
      'Subject: heavy',
      '',
      ...Array<string>(5000).fill('sixty-six characters of text'.padEnd(66, '.')),
    ),
  };
}

const crlf = Buffer.from('\r\n');
