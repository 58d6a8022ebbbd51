import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { hostileSize, runCount } from '../../test-run-count.ts';
import { splitIntoBlocks, ownText } from './quotes.ts';

/** The blocks of a text as kind and trimmed content. */
const blocksIn = (text: string) =>
  splitIntoBlocks(text).map(({ kind, start, end }) => [kind, text.slice(start, end).trim()]);

test("quoted lines and their introduction are separated from the sender's own text", () => {
  assert.deepEqual(blocksIn('Yes.\n\nOn 3 May 2024, Ada <ada@example.org> wrote:\n> Shall we?\n>\n> Ada\n'), [
    ['own', 'Yes.'],
    ['attribution', 'On 3 May 2024, Ada <ada@example.org> wrote:'],
    ['quote', '> Shall we?\n>\n> Ada'],
  ]);
});

test("replies between and below quoted lines are the sender's own text", () => {
  const text = 'On 3 May, Ada wrote:\n> Tea?\n\nPlease.\n\n> Milk?\nNo.\n';
  assert.equal(ownText(text), 'Please.\n\nNo.');
});

describe('an attribution is recognized in many languages', () => {
  const lines = [
    'On Tue, 3 Dec 2024 at 09:12, Ada Byron <ada@example.org> wrote:',
    'Am Di., 3. Dez. 2024 um 09:12 Uhr schrieb Ada Byron <ada@example.org>:',
    'Am 03.12.24 um 09:12 schrieb Ada Byron:',
    'Le mar. 3 déc. 2024 à 09:12, Ada Byron <ada@example.org> a écrit :',
    'El mar, 3 dic 2024 a las 9:12, Ada Byron (<ada@example.org>) escribió:',
    'Il giorno mar 3 dic 2024 alle ore 09:12 Ada Byron <ada@example.org> ha scritto:',
    'Em ter., 3 de dez. de 2024 às 09:12, Ada Byron <ada@example.org> escreveu:',
    'Op di 3 dec 2024 om 09:12 schreef Ada Byron <ada@example.org>:',
    'Den tis 3 dec. 2024 kl 09:12 skrev Ada Byron <ada@example.org>:',
    'tir. 3. dec. 2024 kl. 09.12 skrev Ada Byron <ada@example.org>:',
    'ti 3. jouluk. 2024 klo 9.12 Ada Byron (ada@example.org) kirjoitti:',
    'wt., 3 gru 2024 o 09:12 Ada Byron <ada@example.org> napisał(a):',
    'út 3. 12. 2024 v 9:12 odesílatel Ada Byron <ada@example.org> napsal:',
    'Ada Byron <ada@example.org> ezt írta (időpont: 2024. dec. 3., K, 9:12):',
    'În mar., 3 dec. 2024 la 09:12, Ada Byron <ada@example.org> a scris:',
    'вт, 3 дек. 2024 г. в 09:12, Ada Byron <ada@example.org>:',
    'вт, 3 груд. 2024 р. о 09:12 Ada Byron <ada@example.org> пише:',
    'Στις Τρί 3 Δεκ 2024 στις 9:12 π.μ., ο χρήστης Ada Byron <ada@example.org> έγραψε:',
    'Ada Byron <ada@example.org>, 3 Ara 2024 Sal, 09:12 tarihinde şunu yazdı:',
    'בתאריך יום ג׳, 3 בדצמ׳ 2024 ב-9:12 מאת Ada Byron <ada@example.org>:',
    'في ثلاثاء، 3 ديسمبر 2024 في 9:12 ص تمت كتابة ما يلي بواسطة Ada Byron <ada@example.org>:',
    'Vào Th 3, 3 thg 12, 2024 vào lúc 09:12 Ada Byron <ada@example.org> đã viết:',
    'Pada tanggal Sel, 3 Des 2024 pukul 09.12 Ada Byron <ada@example.org> menulis:',
    '2024年12月3日(火) 9:12 Ada Byron <ada@example.org>:',
    '2024년 12월 3일 (화) 오전 9:12, Ada Byron <ada@example.org>님이 작성:',
    'Ada Byron <ada@example.org> 于2024年12月3日周二 09:12写道：',
    '在 2024/12/3 09:12, Ada Byron 写道:',
  ];
  for (const line of lines)
    test(line, () => {
      assert.deepEqual(blocksIn(`Yes.\n\n${line}\n\nShall we?`), [
        ['own', 'Yes.'],
        ['attribution', line],
        ['quote', 'Shall we?'],
      ]);
    });
});

test('direction marks around names do not hide an attribution', () => {
  const line =
    '\u202bבתאריך יום ג׳, 3 בדצמ׳ 2024 ב-9:12 מאת \u202aAda Byron\u202c <\u202aada@example.org\u202c>:\u202c';
  assert.equal(ownText(`Yes.\n\n${line}\n\nShall we?`), 'Yes.');
});

test('an attribution may be wrapped over three lines', () => {
  const text = 'Yes.\n\nOn Tuesday, 3 December 2024,\nAda Byron <\nada@example.org> wrote:\n> Shall we?';
  assert.deepEqual(blocksIn(text)[1], [
    'attribution',
    'On Tuesday, 3 December 2024,\nAda Byron <\nada@example.org> wrote:',
  ]);
});

test('directly above quoted lines a shorter attribution is enough', () => {
  for (const line of ['Ada Byron wrote:', 'Ada said:', 'Ada @ 2024-12-03 09:12:'])
    assert.deepEqual(blocksIn(`${line}\n> Shall we?\nYes.`)[0], ['attribution', line]);
});

test('sentences that begin or end like an attribution are not attributions', () => {
  const texts = [
    'On the other hand, in 2020 it was better.\n\nOn Thursday:\n\nWe meet.',
    'As Ada wrote:\n\nWe meet.',
    'Call 555-1234 or write to ada@example.org, as Bob wrote:\n\nWe meet.',
    'See https://example.org/on-2024-12-03-ada-wrote:\n\nWe meet.',
  ];
  for (const text of texts) assert.equal(ownText(text), text);
});

describe('the header that Outlook writes above an answered message is recognized in many languages', () => {
  const headers = [
    ['From', 'Sent', 'To', 'Subject'],
    ['Von', 'Gesendet', 'An', 'Betreff'],
    ['De', 'Envoyé', 'À', 'Objet'],
    ['De', 'Enviado el', 'Para', 'Asunto'],
    ['Da', 'Inviato', 'A', 'Oggetto'],
    ['De', 'Enviada em', 'Para', 'Assunto'],
    ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
    ['Från', 'Skickat', 'Till', 'Ämne'],
    ['Fra', 'Sendt', 'Til', 'Emne'],
    ['Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe'],
    ['Od', 'Wysłano', 'Do', 'Temat'],
    ['Od', 'Odesláno', 'Komu', 'Předmět'],
    ['Feladó', 'Elküldve', 'Címzett', 'Tárgy'],
    ['От', 'Отправлено', 'Кому', 'Тема'],
    ['Kimden', 'Gönderildi', 'Kime', 'Konu'],
    ['差出人', '送信日時', '宛先', '件名'],
    ['보낸 사람', '보낸 날짜', '받는 사람', '제목'],
    ['发件人', '发送时间', '收件人', '主题'],
  ];
  for (const labels of headers)
    test(labels.join(', '), () => {
      const header = labels.map((label) => `*${label}:* something`).join('\n');
      assert.deepEqual(blocksIn(`Yes.\n\n________________\n${header}\n\nShall we?\n> no mark\nEnd`), [
        ['own', 'Yes.'],
        ['attribution', `________________\n${header}`],
        ['quote', 'Shall we?\n> no mark\nEnd'],
      ]);
    });
});

test('a header may be wrapped, and needs a sender and two other fields', () => {
  const header = 'From: Ada Byron\n<ada.byron@a-long-name.example>\nDate: Tuesday\nTo: Grace\nSubject: Tea';
  assert.equal(ownText(`Yes.\n\n${header}\n\nShall we?`), 'Yes.');
  const prose = 'I took two notes.\n\nFrom: the kitchen\nTo: the table\n\nThat is all.';
  assert.equal(ownText(prose), prose);
});

test('forwarded text is distinguished from answered text', () => {
  for (const line of [
    '---------- Forwarded message ---------',
    '-------- Weitergeleitete Nachricht --------',
    'Begin forwarded message:',
  ])
    assert.deepEqual(blocksIn(`See below.\n\n${line}\nFrom: Ada\nDate: May\nSubject: Tea\n\nShall we?`), [
      ['own', 'See below.'],
      ['forwarded', `${line}\nFrom: Ada\nDate: May\nSubject: Tea\n\nShall we?`],
    ]);
  assert.deepEqual(blocksIn('From: Ada\nSent: May\nTo: Grace\n\nShall we?')[0]?.[0], 'forwarded');
});

test('a separator line between dashes introduces the original message', () => {
  for (const words of [
    'Original Message',
    'Ursprüngliche Nachricht',
    "Message d'origine",
    'Mensaje original',
    'Oprindelig besked',
    '원본 메시지',
  ])
    assert.equal(ownText(`Yes.\n\n-----${words}-----\n\nShall we?`), 'Yes.', words);
});

test('indented text below an attribution is the quote, and text at the margin is not', () => {
  const text = 'Hello,\n\nOn 3 May 2024 at 09:12, Ada wrote:\n\n    Tea?\n\n    Milk?\n\nTea, please.';
  assert.equal(ownText(text), 'Hello,\n\nTea, please.');
});

test('without own text above, unindented text below an attribution is not a quote', () => {
  assert.equal(ownText('On 3 May 2024 Ada wrote:\n\nThat is not what I meant.'), 'That is not what I meant.');
});

test("signatures end the sender's own text", () => {
  assert.deepEqual(blocksIn('Yes.\n\n-- \nAda\nAnalytical Engines'), [
    ['own', 'Yes.'],
    ['signature', '-- \nAda\nAnalytical Engines'],
  ]);
  assert.equal(ownText('Yes.\n\n—\nAda'), 'Yes.');
  assert.equal(ownText('Yes.\n-- \nAda\n\n-- \nTo leave this list, write to leave@example.org'), 'Yes.');
  assert.equal(
    ownText('Yes.\n\n-- \nAda\n\nOn 3 May 2024, Ada <ada@example.org> wrote:\n> Tea?\n\nMilk too.'),
    'Yes.\n\nMilk too.',
  );
});

test('dashes inside a text are not a signature', () => {
  const texts = [
    'Points:\n----\nOne\n\n----\nTwo',
    'Because\n-- of this\n-- of that',
    `--\n${'A line of the letter.\n'.repeat(60)}end`,
  ];
  for (const text of texts) assert.equal(ownText(text), text);
});

describe('the line that a phone adds is a signature', () => {
  const lines = [
    'Sent from my iPhone',
    'Sent from Outlook for Android<https://aka.ms/x>',
    'Get Outlook for iOS<https://aka.ms/x>',
    'Sent with Proton Mail secure email.',
    'Von meinem iPhone gesendet',
    'Envoyé de mon iPhone',
    'Enviado desde mi iPhone',
    'Inviato da iPhone',
    'Enviado do meu iPhone',
    'Verstuurd vanaf mijn iPhone',
    'Skickat från min iPhone',
    'Sendt fra min iPhone',
    'Lähetetty iPhonesta',
    'Wysłane z iPhone’a',
    'Odesláno z iPhonu',
    'Отправлено с iPhone',
    "iPhone'umdan gönderildi",
    'iPhoneから送信',
    '나의 iPhone에서 보냄',
    '发自我的 iPhone',
  ];
  for (const line of lines)
    test(line, () => assert.equal(ownText(`Yes.\n\n${line}\n\nOn 3 May 2024 Ada wrote:\n> Tea?`), 'Yes.'));
});

test('a sentence about sending is not a signature', () => {
  const texts = ['Sent from my desk, as ever.', 'Sent from my desk. It is new.', 'Sent from my iPhone\nto yours.'];
  for (const text of texts) assert.equal(ownText(text), text);
});

test('the footer of a mailing list is a signature', () => {
  const footer =
    '_______________________________________________\ntea mailing list\ntea@example.org\nhttps://example.org/listinfo/tea';
  assert.deepEqual(blocksIn(`Yes.\n\n${footer}`), [
    ['own', 'Yes.'],
    ['signature', footer],
  ]);
});

const line = fc.constantFrom(
  'words',
  '',
  '> quoted',
  '>',
  '-- ',
  '--',
  'On 3 May 2024, Ada <ada@example.org> wrote:',
  'On 3 May 2024,',
  'wrote:',
  'From: Ada',
  'Sent: May',
  'To: Grace',
  'Subject: Tea',
  '-----Original Message-----',
  '---------- Forwarded message ---------',
  '____________',
  'Sent from my iPhone',
  'tea mailing list',
  '    set in',
  '\r',
  'Ada said:',
);
const anyText = fc.array(fc.oneof(line, fc.string()), { maxLength: 30 }).map((lines) => lines.join('\n'));

test('the blocks cover the text in order, without gaps, and adjacent blocks differ in kind', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const blocks = splitIntoBlocks(text);
      assert.equal(blocks.map(({ start, end }) => text.slice(start, end)).join(''), text);
      assert.ok(blocks.every(({ kind, start, end }, at) => end > start && kind !== blocks[at - 1]?.kind));
    }),
    { seed: 9, numRuns: runCount(1_000) },
  );
});

test('many characters of any sequence are split in linear time', () => {
  const texts = [
    '\n',
    '>\n',
    '-- \n',
    '--\na\n',
    'From: a\n',
    'From: a\nTo: b\n',
    'On 3 May 2024\n',
    'a said:\n\n',
    '____\n',
    ' ',
    ':',
    '-',
    '> '.repeat(40),
    'Sent from my iPhone\n\n',
    'On 1 wrote:\n> a\n',
    '    a\n',
    '-----Original Message-----\n> a\n',
    '1 ',
    'wrote ',
    '<a@b> 2024 ',
  ];
  for (const text of texts) {
    const whole = text.repeat(Math.ceil(hostileSize(2_000_000) / text.length));
    assert.equal(splitIntoBlocks(whole).at(-1)?.end, whole.length, JSON.stringify(text));
  }
});
