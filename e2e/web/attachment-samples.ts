/** A message with a file of each kind that the page shows, and with some hostile files. */
type File = { name: string; type: string; body: string | Buffer };

/** One second of a tone. */
function toneWave(): Buffer {
  const rate = 8000;
  const samples = Buffer.from(Array.from({ length: rate }, (_, at) => 128 + Math.round(60 * Math.sin(at / 3))));
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

const vector = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" width="640" height="400">
<script>parent.document.title = 'taken'; fetch('https://elsewhere.test/')</script>
<rect width="320" height="200" fill="#dce8ee"/><path d="M160 20v140h90z" fill="#8a5a10"/><path d="M150 40v120H80z" fill="#22614a"/>
<path d="M50 170h220l-30 22H80z" fill="#1d2327"/></svg>`;

const calendar = `BEGIN:VCALENDAR
VERSION:2.0
BEGIN:VEVENT
UID:regatta
SUMMARY:Regatta
DTSTART;TZID=America/New_York:20260401T100000
DTEND;TZID=America/New_York:20260401T120000
LOCATION:Harbour office\\, first floor
DESCRIPTION:Bring the sails. All of it stands at https://harbour.test/regatta
ORGANIZER;CN=Finn Baker:mailto:finn@harbour.test
ATTENDEE;CN=Ada Morgan;PARTSTAT=ACCEPTED:mailto:ada@example.test
ATTENDEE;CN=Bob:mailto:bob@example.test
END:VEVENT
BEGIN:VEVENT
UID:supper
SUMMARY:Supper
STATUS:CANCELLED
DTSTART;VALUE=DATE:20260402
DTEND;VALUE=DATE:20260404
END:VEVENT
END:VCALENDAR`;

const cards = `BEGIN:VCARD
VERSION:4.0
FN:Finn Baker
NICKNAME:Fin
TITLE:Harbour master
ORG:Harbour Office
EMAIL;TYPE=work:finn@harbour.test
TEL;TYPE=cell:+49 30 901820
ADR;TYPE=home:;;Harbour 3;Kiel;;24103;Germany
URL:https://harbour.test/finn
BDAY:1985-04-12
NOTE:Prefers\\, as a rule\\, the telephone.
END:VCARD
BEGIN:VCARD
VERSION:4.0
FN:Ines Moreau
EMAIL:ines@example.test
END:VCARD`;

const minutes = `# Minutes of the harbour meeting

Present were **Finn**, *Ada* and Bob.

1. The sails are dry.
2. The [tables](https://harbour.test/tables) are done.

> We meet again in April.

\`\`\`
tide = 3.2
\`\`\`

<script>parent.document.title = 'taken'</script>
`;

const source = `{
  "harbour": "Kiel",
  "tides": [3.2, 1.1, 2.9],
  "open": true
}
`;

const page = `<!doctype html><title>taken</title><script>parent.document.title = 'taken'</script><h1>Sign in</h1>`;

const table = [
  'Berth,Boat,Owner,Length,Rent',
  ...Array.from(
    { length: 40 },
    (_, at) => `${at + 1},"Sea, no. ${at + 1}",Finn Baker,${(7 + at / 10).toFixed(1)},${at * 12 + 90}.00`,
  ),
].join('\r\n');

const plan = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 52>>stream
BT /F 18 Tf 40 120 Td (The plan of the harbour) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

const innerMessage = (boundary: string) =>
  [
    'From: Ines Moreau <ines@example.test>',
    'To: Finn Baker <finn@harbour.test>',
    'Cc: bob@example.test',
    'Subject: The tide tables',
    'Date: Mon, 9 Mar 2026 17:20:00 +0000',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    '',
    'Dear Finn,',
    '',
    'the tables are attached.',
    '',
    'On Sun, 8 Mar 2026, Finn wrote:',
    '> Where are the tables?',
    '',
    '-- ',
    'Ines',
    `--${boundary}`,
    'Content-Type: text/csv; name="tides.csv"',
    'Content-Disposition: attachment',
    '',
    'Day,High,Low',
    'Monday,3.2,1.1',
    `--${boundary}--`,
    '',
  ].join('\r\n');

const files: File[] = [
  { name: 'boat.svg', type: 'image/svg+xml', body: vector },
  { name: 'berths.csv', type: 'text/csv', body: table },
  { name: 'minutes.md', type: 'text/markdown', body: minutes },
  { name: 'dates.ics', type: 'text/calendar', body: calendar },
  { name: 'people.vcf', type: 'text/vcard', body: cards },
  { name: 'tides.eml', type: 'message/rfc822', body: innerMessage('inner') },
  { name: 'harbour.json', type: 'application/json', body: source },
  { name: 'sign-in.html', type: 'text/html', body: page },
  { name: 'horn.wav', type: 'audio/wav', body: toneWave() },
  { name: 'plan.pdf', type: 'application/pdf', body: plan },
  { name: 'torn.png', type: 'image/png', body: 'not a picture' },
  { name: 'empty.txt', type: 'text/plain', body: '' },
  { name: 'all.zip', type: 'application/zip', body: Buffer.from('504b0304', 'hex') },
];

export const messageWithManyFiles = Buffer.from(
  [
    'From: Finn Baker <finn@harbour.test>',
    'To: Ada <ada@example.test>',
    'Subject: Everything about the harbour',
    'Message-ID: <harbour@x>',
    'Date: Tue, 10 Mar 2026 07:30:00 +0000',
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    '--outer',
    '',
    'It is all in the files.',
    ...files.flatMap(({ name, type, body }) => [
      '--outer',
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      ...(type === 'message/rfc822'
        ? ['', String(body)]
        : ['Content-Transfer-Encoding: base64', '', wrapped(Buffer.from(body).toString('base64'))]),
    ]),
    '--outer--',
    '',
  ].join('\r\n'),
);

function wrapped(text: string): string {
  return text.replaceAll(/.{76}/g, '$&\r\n');
}
