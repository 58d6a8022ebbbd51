import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contentFlags } from '../messages/content-flags.ts';
import { classify } from './classify.ts';
import type { ClassifiedMessage } from './evidence.ts';
import { explainKind } from './explanation.ts';
import { message, own } from './test-message.ts';

function kindOf(changes: Partial<ClassifiedMessage>): string | null {
  return classify(message(changes), own).kind;
}

function reasonOf(changes: Partial<ClassifiedMessage>): string {
  return classify(message(changes), own).reason;
}

const introductions: [language: string, text: string][] = [
  [
    'English',
    'Hi Ada,\n\nI came across your profile. I would like to show you what our platform can do.\n\nThanks\nBen',
  ],
  [
    'German',
    'Hallo Ada,\n\nmein Name ist Ben, ich bin auf Ihre Webseite gestoßen. Ich habe etwas für Ihr Unternehmen.\n\nViele Grüße\nBen',
  ],
  [
    'French',
    'Bonjour Ada,\n\nje m’appelle Ben et je vous contacte pour vous montrer notre solution.\n\nMerci, cordialement\nBen',
  ],
  ['Spanish', 'Hola Ada:\n\nMe llamo Ben. Quisiera mostrarle nuestra solución.\n\nGracias, un abrazo\nBen'],
  ['Portuguese', 'Oi Ada,\n\nmeu nome é Ben. Gostaria de mostrar nossa solução.\n\nObrigado, abraços\nBen'],
  [
    'Japanese',
    'アダ様\n\n突然のメール失礼いたします。ベンと申します。御社にご提案がございます。\nよろしくお願いいたします。\nベン',
  ],
  ['Arabic', 'السلام عليكم يا آدا\n\nاسمي بن وأود أن أعرض عليكم خدماتنا.\n\nمع التحية\nبن'],
];

describe('a stranger who introduces himself and offers something is not called a person', () => {
  for (const [language, text] of introductions)
    test(`in ${language}`, () => assert.equal(reasonOf({ text }), 'sales_message'));

  test('a stranger who introduces himself and offers nothing is a person', () => {
    const text = 'Hi Ada,\n\nmy name is Ben and I live next door. I found your cat. Let me know.\n\nThanks\nBen';
    assert.equal(kindOf({ text }), 'person');
  });

  test('who forwards an offer without a word', () => {
    const text = '> Dear Ms Lind,\n>\n> Our company is the leading provider of solutions for your business.';
    assert.equal(reasonOf({ subject: 'FW: Our partners', text }), 'sales_message');
  });
});

const forms: [language: string, subject: string, text: string][] = [
  ['English', 'Request 112', 'Hi Ada,\n\nyour request has been processed. Please log on to the portal.\n\nThanks\nBen'],
  [
    'German',
    'Antrag 112',
    'Hallo Ada,\n\nIhre Anfrage wurde geprüft und wurde bearbeitet. Ihr Benutzername ist al.\n\nViele Grüße\nBen',
  ],
  [
    'French',
    'Demande 112',
    'Bonjour Ada,\n\nvotre demande a été traitée. Connectez-vous avec votre identifiant.\n\nMerci\nBen',
  ],
  [
    'Spanish',
    'Solicitud 112',
    'Hola Ada:\n\nsu solicitud ha sido procesada. Inicie sesión con su nombre de usuario.\n\nGracias\nBen',
  ],
  [
    'Portuguese',
    'Pedido 112',
    'Oi Ada,\n\nsua solicitação foi aceita e foi processada. Use seu nome de usuário.\n\nObrigado\nBen',
  ],
  [
    'Japanese',
    '申請112',
    'アダ様\n\nお申し込みを受け付けました。手続きが完了しましたので、ログインしてください。\nよろしくお願いいたします。\nベン',
  ],
  [
    'Arabic',
    'الطلب 112',
    'السلام عليكم يا آدا\n\nتمت معالجة طلبك وتم خصم المبلغ. سجل الدخول من فضلك.\n\nمع التحية\nبن',
  ],
];

describe('a form that a program fills in is not called a person', () => {
  for (const [language, subject, text] of forms)
    test(`in ${language}`, () => assert.notEqual(kindOf({ subject, text }), 'person'));

  test('also as an answer to a request of the user', () => {
    const text = 'Ada,\n\nyour request has been processed. Your password and your user ID are below.\n\n> Please help';
    assert.equal(reasonOf({ subject: 'Re: Access', text, in_reply_to: '<1@example.test>' }), 'form_message');
  });

  test('what is found is explained', () => {
    const { kind, reason } = classify(message({ subject: forms[0]![1], text: forms[0]![2] }), own);
    assert.deepEqual({ kind, reason }, { kind: null, reason: 'form_message' });
    assert.equal(
      explainKind({ kind, reason, sender: 'ben.okoro@people.example', list_id: '', sent: 0 }),
      'Posthorn can’t tell what kind of mail this is. It’s written like a letter, but also like a form that a program fills in.',
    );
  });
});

describe('the writer of a letter says I', () => {
  const filler = 'The meeting room on the third floor is closed until the end of the month. ';
  const sentences: [language: string, personal: string, impersonal: string][] = [
    ['English', 'I lost my key.', 'The key is lost.'],
    ['German', 'Ich vermisse meinen Schlüssel.', 'Der Schlüssel fehlt.'],
    ['French', 'J’ai perdu mes clés.', 'La clé est perdue.'],
    ['Spanish', 'Creo que tengo tu llave.', 'La llave se ha perdido.'],
    ['Portuguese', 'Acho que tenho sua chave.', 'A chave foi perdida.'],
    ['Japanese', '私は鍵をなくしました。', '鍵がなくなりました。'],
    ['Arabic', 'أنا فقدت المفتاح.', 'المفتاح مفقود.'],
  ];
  for (const [language, personal, impersonal] of sentences)
    test(`in ${language}`, () => {
      const from = { name: null, email: 'x.okoro@people.example' };
      const textWith = (sentence: string) => `${filler.repeat(3)}${sentence}`;
      assert.equal(kindOf({ from, text: textWith(personal) }), 'person');
      assert.equal(kindOf({ from, text: textWith(impersonal) }), null);
    });
});

describe('signs of a template outweigh the form of a letter', () => {
  const from = { name: null, email: 'bokoro@people.example' };
  const text = 'Hi,\n\nI was in Turin, where I saw the castle and the river. Let me know how you are.';

  test('the letter alone is from a person', () => assert.equal(kindOf({ from, text }), 'person'));

  const signs: [reason: string, name: string, changes: Partial<ClassifiedMessage>][] = [
    ['names_address', 'the address of the recipient in the text', { text: `Hello ada@example.test!\n\n${text}` }],
    ['names_address', 'the address of the recipient in the subject', { subject: 'ada@example.test, a question' }],
    ['capitals', 'capitals', { text: text.toUpperCase() }],
    ['template', 'random characters at the end', { text: `${text}\n\nqvnckofayjfpfpsswkfvdrmc` }],
    ['template', 'groups of letters and digits at the end', { text: `${text}\n\n3442BvLB9-565fAFx0200Lbck9-698` }],
    ['amounts', 'amounts of money', { text: `${text}\n\nFrom $400 to $ 10,000 a week.` }],
    ['amounts', 'amounts of money in other currencies', { text: `${text}\n\n50 € oder R$ 90` }],
    ['amounts', 'percentages', { text: `${text}\n\n50 % oder 30 %` }],
    ['template', 'exclamations', { text: `${text}\n\nIt was great! Great!! Really!` }],
    ['template', 'first and last name at the beginning', { text: `ADA LIND,\n\n${text}` }],
    ['template', 'first and last name in the subject', { subject: 'A story for you and Ada Lind' }],
  ];
  for (const [reason, name, changes] of signs)
    test(name, () => {
      const found = classify(message({ from, text, ...changes }), own);
      assert.deepEqual({ kind: found.kind, reason: found.reason }, { kind: null, reason });
    });

  test('they do not count where a conversation is continued', () => {
    const reply = `${text}\n\nI paid $400 and €30 to ada@example.test.\n\n> How much was it?`;
    assert.equal(kindOf({ subject: 'Re: The bill', text: reply, in_reply_to: '<1@example.test>' }), 'person');
  });
});

describe('a message that says nothing is not called a person', () => {
  test('no text at all', () => assert.equal(reasonOf({ text: '' }), 'no_text'));

  test('a link and few words', () =>
    assert.equal(reasonOf({ text: 'Look: https://example.test/a', contentFlags: contentFlags.LINK }), 'no_text'));

  test('few words without a link are enough', () => assert.equal(kindOf({ text: 'ok, I will' }), 'person'));

  test('a link from someone at the same domain is enough', () => {
    const from = { name: 'Ben Okoro', email: 'ben.okoro@example.test' };
    assert.equal(kindOf({ from, text: 'Look: https://example.test/a', contentFlags: contentFlags.LINK }), 'person');
  });
});

describe('a person who tries out a mailbox is recognized', () => {
  const from = { name: null, email: 'bokoro@people.example' };
  const trials: [language: string, subject: string, text: string][] = [
    ['English', 'Test', 'Does this arrive?'],
    ['German', 'Testmail', 'Kommt das an?'],
    ['French', 'Essai', 'Bien arrivé ?'],
    ['Spanish', 'Prueba', '¿Llega esto?'],
    ['Portuguese', 'Teste', 'Chegou?'],
    ['Japanese', 'テスト', '届きましたか'],
    ['Arabic', 'اختبار', 'هل وصلت الرسالة؟'],
  ];
  for (const [language, subject, text] of trials)
    test(`in ${language}`, () => assert.equal(kindOf({ from, subject, text }), 'person'));

  test('not if there is a link in the message', () => {
    const text = 'A test for you: https://example.test/win';
    assert.notEqual(kindOf({ from, subject: 'Test', text, contentFlags: contentFlags.LINK }), 'person');
  });
});

describe('a name and an address belong together', () => {
  const text = 'The gate is open.';
  const addresses: [name: string, email: string, kind: string | null][] = [
    ['Ben Okoro', 'beok@people.example', 'person'],
    ['Ben Okoro', 'okoben42@people.example', 'person'],
    ['Jörg Müll', 'jmüll@people.example', 'person'],
    ['Ben Okoro', 'xqzt@people.example', null],
    ['Ben', 'ben@people.example', 'person'],
    ['Bikes', 'bikes@bikes.example', null],
  ];
  for (const [name, email, kind] of addresses)
    test(`${name} <${email}>`, () => assert.equal(kindOf({ from: { name, email }, text: `${text} I saw it.` }), kind));
});

test('a post to a list is recognized by the name of the list in the subject, also if the user has its address', () => {
  const to = [{ name: null, email: 'ada@example.test' }];
  assert.equal(kindOf({ to, subject: '[ada] A broken link', text: 'The link is broken.' }), 'list');
});

test('arrows are no quote', () => {
  const text = '>>>>> Enter here\n>>>>> Your password is below';
  const from = { name: 'Club', email: 'ib@club.example' };
  assert.notEqual(kindOf({ from, subject: 'Fw: Re: Your account', text }), 'person');
});

test('a person who answers about leaving a list is no mailing', () => {
  const text = 'Hello, I confirm that I want to be removed from the mailing list. Unsubscribe me.\n\n> Please confirm';
  assert.equal(kindOf({ subject: 'Re: Your confirmation', text, in_reply_to: '<1@example.test>' }), 'person');
  assert.notEqual(kindOf({ subject: 'Re: Your confirmation', text }), 'person');
});

test('who writes to the own address greets nobody', () => {
  const from = { name: 'Ben Okoro', email: 'ben.okoro@people.example' };
  assert.notEqual(kindOf({ from, to: [from], text: 'Ben Okoro\n\nI have a plan. Let me know.' }), 'person');
});
