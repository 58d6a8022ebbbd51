import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contentFlags } from '../../messages/content-flags.ts';
import { parseMessage } from '../parse.ts';
import { decodePart } from '../read-body.ts';

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'));
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('attachments', () => {
  test('name, type, size, number and bytes of an attachment', () => {
    const bytes = mail(
      'Content-Type: multipart/mixed; boundary=m', '',
      '--m', '', 'text',
      '--m', 'Content-Type: Application/PDF; name=ignored.pdf', 'Content-Transfer-Encoding: base64',
      "Content-Disposition: attachment; filename*=utf-8''Angebot%20%E2%82%AC.pdf", '', base64('content'),
      '--m--',
    ); // prettier-ignore
    const { attachments, contentFlags: bits } = parseMessage(bytes);
    const start = bytes.indexOf(base64('content'));
    assert.deepEqual(attachments, [
      {
        filename: 'Angebot €.pdf',
        mime_type: 'application/pdf',
        size: 7,
        disposition: 'attachment',
        content_id: null,
        part: '2',
        start,
        end: start + base64('content').length,
        encoding: 'base64',
      },
    ]);
    assert.equal(bits, contentFlags.ATTACHMENT);
    const [facts] = attachments;
    assert.ok(facts);
    assert.equal(Buffer.from(decodePart(bytes, facts)).toString(), 'content');
  });

  const namesOf = (...header: string[]) =>
    parseMessage(mail(...header, '', 'x')).attachments.map(({ filename }) => filename);

  test('a part without a name gets one', () => {
    assert.deepEqual(namesOf('Content-Type: image/jpeg'), ['unnamed.jpg']);
    assert.deepEqual(namesOf('Content-Type: application/x-something-odd'), ['unnamed.bin']);
    assert.deepEqual(namesOf('Content-Type: application/zip; name="=?utf-8?b?w7wuemlw?="'), ['ü.zip']);
    assert.deepEqual(namesOf('Content-Type: message/rfc822'), ['forwarded message.eml']);
  });

  test('a forwarded message is one attachment, and its text is searchable', () => {
    const bytes = mail(
      'Content-Type: multipart/mixed; boundary=m', '', '--m', '', 'Look at this', '--m', 'Content-Type: message/rfc822', '',
      'Subject: Old news', 'Content-Type: multipart/mixed; boundary=n', '',
      '--n', '', 'inner words', '--n', 'Content-Type: image/png; name=a.png', '', 'x', '--n--', '--m--',
    ); // prettier-ignore
    const { attachments, text, snippet, contentFlags: bits } = parseMessage(bytes);
    assert.deepEqual(
      attachments.map(({ filename, part }) => [filename, part]),
      [['Old news.eml', '2']],
    );
    assert.equal(text, 'Look at this\n\nOld news\ninner words');
    assert.equal(snippet, 'Look at this');
    assert.equal(bits, contentFlags.ATTACHMENT);
  });

  test('a forwarded message in base64 is read too', () => {
    const inner = base64('Subject: Packed\r\n\r\nwords in it');
    const { attachments, text } = parseMessage(
      mail('Content-Type: message/rfc822', 'Content-Transfer-Encoding: base64', '', inner),
    );
    assert.deepEqual([attachments[0]?.filename, text], ['Packed.eml', 'Packed\nwords in it']);
  });

  test('files embedded in a text are removed from the text (uuencode)', () => {
    const bytes = mail('Subject: a', '', 'before', 'begin 644 a.txt', '#0V%T', '`', 'end', 'after');
    const { attachments, text } = parseMessage(bytes);
    assert.equal(text, 'before\nafter');
    const [facts] = attachments;
    assert.ok(facts);
    assert.deepEqual([facts.filename, facts.size, facts.part, facts.encoding], ['a.txt', 3, '1', 'uuencode']);
    assert.equal(Buffer.from(decodePart(bytes, facts)).toString(), 'Cat');
  });

  test('a named text after the first text is shown and listed', () => {
    const patch = ['--m', 'Content-Type: text/plain; name=a.patch', '', 'diff'];
    const { attachments, text } = parseMessage(
      mail('Content-Type: multipart/mixed; boundary=m', '', '--m', '', 'text', ...patch, '--m--'),
    );
    assert.deepEqual([attachments.map(({ filename }) => filename), text], [['a.patch'], 'text\ndiff']);
  });

  const withFooter = (type: string, content: string) =>
    parseMessage(
      mail(
        `Content-Type: ${type}; charset=utf-8`,
        'Content-Transfer-Encoding: base64',
        '',
        base64(content),
        '_______________________',
        'Millers mailing list',
        'https://lists.mill.example/',
        '',
      ),
    );

  test('the footer that a mailing list appended to an encoded body is text, and does not change the text above', () => {
    assert.deepEqual(
      [
        withFooter('text/plain', 'Grüße'),
        withFooter('text/plain', 'Grüße\n'),
        withFooter('text/html', '<p>Grüße</p>'),
      ].map(({ text, notes }) => [text, notes]),
      [
        ['Grüße\n\n_______________________\nMillers mailing list\nhttps://lists.mill.example/\n', []],
        ['Grüße\n\n_______________________\nMillers mailing list\nhttps://lists.mill.example/\n', []],
        ['Grüße', ['Text that was appended to the encoded body isn’t shown; the source is whole.']],
      ],
    );
  });

  test('a text that says it is encoded and is not is shown as it is', () => {
    const type = (name: string) => [`Content-Type: ${name}; charset=utf-8`, 'Content-Transfer-Encoding: base64', ''];
    assert.equal(parseMessage(mail(...type('text/plain'), 'Dear all,', 'it rains.')).text, 'Dear all,\nit rains.');
    assert.equal(parseMessage(mail(...type('text/html'), '<p>Dear all,', 'it rains.')).text, 'Dear all, it rains.');
  });

  const shown = (...header: string[]) => {
    const { text, attachments } = parseMessage(mail(...header, '', 'It rains.'));
    return [text, ...attachments.map(({ filename, disposition }) => `${filename} ${disposition}`)];
  };

  test('an unknown disposition does not hide the only text', () => {
    assert.deepEqual(shown('Content-Disposition: infile'), ['It rains.']);
    assert.deepEqual(shown('Content-Type: text/html', 'Content-Disposition: x-display; foo=bar'), ['It rains.']);
    assert.deepEqual(shown('Content-Disposition: "inline"'), ['It rains.']);
    assert.deepEqual(shown('Content-Disposition: inline, filename=a.txt'), ['It rains.']);
    assert.deepEqual(shown('Content-Disposition: filename="a.txt"'), ['It rains.']);
    assert.deepEqual(shown('Content-Disposition: attachment'), ['', 'unnamed.txt attachment']);
    assert.deepEqual(shown('Content-Type: image/png', 'Content-Disposition: odd; filename=a.png'), [
      '',
      'a.png attachment',
    ]);
    const odd = ['Content-Type: text/plain', 'Content-Disposition: odd; filename=a.txt'];
    const parts = ['--m', ...odd, '', 'one', '--m', ...odd, '', 'two', '--m--'];
    const { text, attachments } = parseMessage(mail('Content-Type: multipart/mixed; boundary=m', '', ...parts));
    assert.deepEqual([text, attachments.map(({ part }) => part)], ['one', ['2']]);
  });

  test('a file name counts if the type before it is missing', () => {
    assert.deepEqual(shown('Content-Type: image/png', 'Content-Disposition: filename="a;b.png"; size=3'), [
      '',
      'a;b.png unspecified',
    ]);
  });

  const notesOn = (...header: string[]) => parseMessage(mail(...header, '', 'x')).notes;

  test('an attachment that is not an ordinary file gets a note', () => {
    assert.deepEqual(notesOn('Content-Type: application/ms-tnef; name=winmail.dat'), [
      'Outlook packed attachments of this message in a TNEF container (winmail.dat).',
    ]);
    assert.deepEqual(notesOn('Content-Type: message/partial; id=a; number=2; total=3'), [
      'This is part 2 of 3 of a larger message.',
    ]);
    assert.deepEqual(notesOn('Content-Type: message/external-body; access-type=URL; name=big.iso'), [
      'The attachment big.iso is kept elsewhere and is only named here.',
    ]);
  });
});

describe('content_flags', () => {
  const inside = (type: string, ...parts: string[][]) =>
    parseMessage(
      mail(
        `Content-Type: ${type}; boundary=m`,
        '',
        ...['Content-Type: text/plain', ...parts].flatMap((part) => ['--m', ...[part].flat(), '', 'words']),
        '--m--',
      ),
    );

  test('an image shown within the text is not an attachment', () => {
    const { attachments, contentFlags: bits } = inside('multipart/related', [
      'Content-Type: image/png',
      'Content-ID: <a@b>',
    ]);
    assert.deepEqual(
      attachments.map(({ disposition, content_id }) => [disposition, content_id]),
      [['inline', 'a@b']],
    );
    assert.equal(bits, contentFlags.INLINE_IMAGE);
  });

  test('a signature is not an attachment', () => {
    const { attachments, contentFlags: bits } = inside('multipart/signed', ['Content-Type: application/pgp-signature']);
    assert.deepEqual([attachments.length, bits], [1, contentFlags.SIGNED]);
  });

  test('an encrypted message is flagged', () => {
    const parts = [['Content-Type: application/pgp-encrypted'], ['Content-Type: application/octet-stream']];
    assert.equal(inside('multipart/encrypted', ...parts).contentFlags, contentFlags.ENCRYPTED);
    assert.equal(
      inside('multipart/mixed', ['Content-Type: application/pkcs7-mime']).contentFlags,
      contentFlags.ENCRYPTED,
    );
    const signed = ['Content-Type: application/pkcs7-mime; smime-type=Signed-Data'];
    assert.equal(inside('multipart/mixed', signed).contentFlags, contentFlags.SIGNED);
    assert.equal(parseMessage(mail('', '-----BEGIN PGP MESSAGE-----', '')).contentFlags, contentFlags.ENCRYPTED);
  });

  test('an invitation is listed as an attachment, also if it is an alternative of the text', () => {
    const { attachments, contentFlags: bits } = inside('multipart/alternative', [
      'Content-Type: text/calendar; method=REQUEST',
    ]);
    assert.deepEqual(
      attachments.map(({ mime_type, filename }) => [mime_type, filename]),
      [['text/calendar', 'unnamed.ics']],
    );
    assert.equal(bits, contentFlags.CALENDAR);
    const file = ['Content-Type: application/octet-stream; name=Invite.ICS'];
    assert.equal(inside('multipart/mixed', file).contentFlags, contentFlags.CALENDAR | contentFlags.ATTACHMENT);
  });

  test('alternatives that no view shows are not attachments', () => {
    const { attachments, contentFlags: bits } = inside('multipart/alternative', ['Content-Type: text/x-amp-html']);
    assert.deepEqual([attachments, bits], [[], 0]);
  });
});
