import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertLinear } from '../../test-growth.ts';
import { ownText, splitIntoBlocks } from './quotes.ts';

const ada = { name: 'Ada Byron', email: 'ada@engines.example' };

/** The text of the signatures in a text. */
const signatureIn = (text: string, sender?: typeof ada) =>
  splitIntoBlocks(text, sender)
    .filter(({ kind }) => kind === 'signature')
    .map(({ start, end }) => text.slice(start, end).trim())
    .join('\n\n');

describe('below a closing and a name, a contact block is a signature', () => {
  const signedMessages: [own: string, block: string][] = [
    [
      'Yes.\n\nBest regards,\nAda Byron',
      'Senior Engineer\nAnalytical Engines Ltd\n+44 20 7946 0018\nwww.engines.example',
    ],
    ['Yes.\n\nRegards,\n\nAda Byron', 'CEO @ Engines !'],
    [
      'Yes.\n\nThanks and best wishes,\nAda',
      'Ada Byron\n12 St James Square\nLondon SW1Y 4JH\n\nTel: +44 20 7946 0018\nMobile: 07700 900123',
    ],
    [
      'Ja.\n\nMit freundlichen Grüßen\n\nAda Byron',
      'Leiterin Entwicklung\nMühlenwerke GmbH\nTelefon: 030 901820\nE-Mail: ada@engines.example',
    ],
    ['Oui.\n\nBien cordialement,\nAda Byron', 'Directrice technique\nTél. : 01 99 00 12 34'],
    ['Sí.\n\nSaludos,\nAda', 'Ingeniera de Máquinas\nada@engines.example'],
    ['Ja.\n\nMet vriendelijke groet,\nAda van Byron', 'Analytical Engines B.V.\nKeizersgracht 1, Amsterdam'],
    ['Ja.\n\nMed vänliga hälsningar\nAda Byron', 'Tfn: 08-465 004 12'],
    ['Tak.\n\nPozdrawiam,\nAda Byron', 'Kierownik Projektu\ntel. +48 22 555 01 23'],
    ['Да.\n\nС уважением,\nАда Байрон', 'Инженер\nтел. +7 495 555-01-23'],
    ['はい。\n\nよろしくお願いいたします。\n山田 花子', '株式会社エンジン\n電話: 03-1234-5678'],
    ['好的。\n\n祝好\n王伟', '工程师\n电话：010 5555 0123'],
    ['Yes.\n\nCheers, Ada', 'Engines Inc. | 555-867-5309 | ada@engines.example'],
  ];
  for (const [own, block] of signedMessages)
    test(own.split('\n').slice(2).join(' '), () => {
      for (const below of [
        '',
        '\n\nOn 3 May 2024, Grace <grace@navy.example> wrote:\n> Shall we?',
        '\n\nSent from my iPad',
      ])
        assert.equal(ownText(`${own}\n${block}${below}`), own);
      assert.equal(signatureIn(`${own}\n${block}`), block);
    });
});

test('a contact block needs no closing below the name of the sender', () => {
  const text = 'Yes, on Friday.\n\nAda Byron\nEngineer\nada@engines.example\n+44 20 7946 0018';
  assert.equal(ownText(text, ada), 'Yes, on Friday.\n\nAda Byron');
  assert.equal(ownText(text, { name: null, email: 'ada.byron@engines.example' }), 'Yes, on Friday.\n\nAda Byron');
  assert.equal(ownText(text, { ...ada, name: 'Grace Hopper' }), text);
  assert.equal(ownText(text), text);
});

test('a rule above a contact block begins a signature', () => {
  for (const rule of ['____________', '_____________________________________', '=====', '*****', '-----------'])
    assert.equal(ownText(`Yes.\n\n${rule}\nAda Byron\nAnalytical Engines\nada@engines.example\n`), 'Yes.', rule);
});

test('`--` without its space, and a longer dash, begin a signature', () => {
  for (const separator of ['-- ', '--', '—', '––'])
    assert.equal(ownText(`Yes.\n${separator}\nAda Byron\nwho likes tea`), 'Yes.', separator);
});

test('text below a contact block stays own text', () => {
  const text = 'Yes.\n\nRegards,\nAda\nEngineer, Engines Ltd\n\nP.S. Bring the drawings, please.';
  assert.equal(ownText(text), 'Yes.\n\nRegards,\nAda\n\nP.S. Bring the drawings, please.');
});

describe('text that looks like a contact block is not folded', () => {
  const texts = {
    'a closing and a name': 'Yes.\n\nBest regards,\nAda Byron',
    'words below the name': 'Thanks,\nAda\n\nSee you soon',
    'a sentence with a number': 'Thanks,\nAda\n\nYou can reach the mill on 020 7946 0018 until the evening.',
    'an agenda': 'Thanks,\nAda\n\nAgenda:\n- Report of the director\n- Budget',
    'a footnote': 'Thanks,\nAda\n\n[1] https://engines.example/a',
    'the trailers of a patch': 'Thanks,\nAda\n\nReviewed-by: Grace Hopper <grace@navy.example>',
    'a patch': 'Thanks,\nAda\n\ndiff --git a/mill.c b/mill.c\n+++ b/mill.c',
    'the place of a document': 'Thanks,\nAda\n\nhttps://engines.example/drawings/1843/08/27/mill-and-store.pdf',
    'a date and a time': 'Thanks,\nAda\n\n2024-12-03 09:12',
    'a sum': 'Thanks,\nAda\n\n$1,250,000',
    'the contact of another person': 'The mill is managed by:\n\nGrace Hopper\nEngineer\ngrace@navy.example',
    'a person who is recommended': 'She is the best.\n\nGrace Hopper\nEngineer\ngrace@navy.example',
    'what the sender announces': 'Please note my new number:\n\nAda Byron\n+44 20 7946 0018',
    'a table below a rule': 'Members\n-------\nAda Byron 020 7946 0018\n\nGrace Hopper 020 7946 0019',
    'a section below a rule': 'Part one.\n\n-----\nPart two is about the director of the mill and her engine.',
    'a message of a contact only': 'Ada Byron\nEngineer\nada@engines.example',
    'an answer between quoted lines': '> Who?\n\nThanks,\nAda\nEngineer\nada@engines.example\n\n> Why?',
  };
  for (const [name, text] of Object.entries(texts))
    test(name, () => {
      assert.equal(signatureIn(text, ada), '');
    });
});

describe('notes about confidentiality are part of the signature', () => {
  const notices = [
    'This e-mail and any attachments are confidential and intended solely for the addressee. If you are not the\nintended recipient, please notify the sender and delete it.',
    '**********\nConfidentiality notice: this message may contain privileged information. Any unauthorized\ndisclosure or copying is prohibited.\n**********',
    'Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Empfänger sind, informieren Sie\nbitte den Absender und löschen Sie diese Mail. Unbefugte Weitergabe ist nicht gestattet.',
    "Ce message est confidentiel et destiné à son seul destinataire. Si vous l'avez reçu par erreur, merci de le\ndétruire et d'avertir son auteur.",
    'Este mensaje es confidencial y va dirigido a su destinatario. Si lo ha recibido por error, le rogamos que lo\nelimine; su divulgación está prohibida. Borrar no basta.',
  ];
  for (const notice of notices)
    test(notice.slice(0, 40), () => {
      assert.equal(ownText(`Yes.\n\nRegards,\nAda\nEngineer\n\n${notice}\n`), 'Yes.\n\nRegards,\nAda');
      assert.equal(ownText(notice), notice);
    });
  test('what a letter says about itself is own text', () => {
    const text =
      'Dear Grace,\n\nThis message is confidential: I will leave the mill in May, and nobody else knows it yet.';
    assert.equal(ownText(text), text);
  });
});

describe('lines that phones and programs add are signatures', () => {
  const lines = [
    'Sent from my Samsung Galaxy smartphone.',
    'Sent from my Verizon, Samsung Galaxy smartphone',
    'Sent from my T-Mobile 4G LTE Device',
    'Sent from Yahoo Mail on Android',
    'Sent from Mail for Windows 10',
    'Sent from my mobile device. Please excuse any typos.',
    'Sent from my phone - please excuse brevity',
    'Sent from my phone, sorry for typos!',
    'Von meinem Samsung Galaxy Smartphone gesendet.',
    'Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.',
    'Envoyé depuis mon smartphone Samsung Galaxy.',
    'Enviado desde mi smartphone Samsung Galaxy.',
    'Enviado do meu smartphone Samsung Galaxy.',
    'Inviato dal mio smartphone Samsung Galaxy.',
    'Verzonden vanaf mijn Galaxy',
    'Skickat från min Samsung-enhet',
    'Отправлено с моего телефона',
    'Надіслано з мого iPhone',
    'Samsung cep telefonumdan gönderildi',
    'Sent from my iPhone\nPlease excuse typos and brevity',
  ];
  for (const line of lines) test(line.replace('\n', ' / '), () => assert.equal(ownText(`Yes.\n\n${line}\n`), 'Yes.'));
  const sentences = [
    'Sent from my desk, is much easier than from my phone.',
    'Sent from the office yesterday, it should reach your phone today.',
    'Please excuse the typos in the last letter.',
    'Sent with love. Please excuse me.',
  ];
  for (const text of sentences) test(text, () => assert.equal(ownText(text), text));
});

test('signatures are found in linear time', () => {
  const parts = [
    'Thanks,\nAda\nCEO\n\n',
    'Thanks,\n',
    'Ada\n\n',
    '____\n\nAda 555 123 4567\n',
    'Ada\n<ada@engines.example> wrote\n',
    'ada@engines.example\n',
    `> ${'a '.repeat(36)}\nrest\n`,
    'AB> a:\n',
    '- '.repeat(40),
    'This message is confidential, privileged and intended\n',
    'This message is confidential, privileged and intended for the recipient only, if that is you, or\n\n',
    '    On 3 May 2024, Ada <ada@engines.example> wrote:\n',
    'Ada on 12/03/2024 09:12\n',
  ];
  for (const part of parts)
    assertLinear(part, {
      size: 20_000,
      make: (size) => part.repeat(size / part.length),
      work: (text) => splitIntoBlocks(text, ada),
    });
});
