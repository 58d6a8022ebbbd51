import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTodos, type ReadMessage } from './find-todos.ts';

/** A Tuesday, at nine in Berlin. */
const sent = new Date('2026-03-10T08:00:00.000Z');
const zone = 'Europe/Berlin';

const message = (text: string, more: Partial<ReadMessage> = {}): ReadMessage => ({
  kind: 'person',
  direction: 'inbound',
  subject: 'Plans',
  text,
  from: { name: 'Ben Okoro', email: 'ben@people.example' },
  isAddressed: true,
  recipientCount: 1,
  sent,
  ...more,
});

const found = (text: string, more: Partial<ReadMessage> = {}) =>
  findTodos(message(text, more), zone).map(({ kind, span, due, amount }) => ({
    kind,
    words: span.words,
    ...(due.due_words !== null && { due: due.due_day, dueWords: due.due_words }),
    ...(amount && { amount: `${amount.minor} ${amount.currency}` }),
  }));

/** A message that asks something, with the deadline in it, in each language. */
const asked: Record<string, [text: string, words: string, due: string | null, dueWords: string][]> = {
  en: [
    [
      'Hi Ada,\n\nCan you send me the report by Friday? I hope you are well.\n\nBen',
      'Can you send me the report by Friday?',
      '2026-03-13',
      'by Friday',
    ],
    [
      'Hello,\n\nPlease let me know by 12 March whether you can come.',
      'Please let me know by 12 March whether you can come.',
      '2026-03-12',
      'by 12 March',
    ],
    [
      'Could you sign the contract before March 20th?',
      'Could you sign the contract before March 20th?',
      '2026-03-19',
      'before March 20th',
    ],
    ['Please confirm by 3/4/2026.', 'Please confirm by 3/4/2026.', null, 'by 3/4/2026'],
    ['Can you reply by next Friday?', 'Can you reply by next Friday?', null, 'by next Friday'],
    [
      'Could you please return the form within 10 days?',
      'Could you please return the form within 10 days?',
      '2026-03-20',
      'within 10 days',
    ],
    ['Can you do it by tomorrow?', 'Can you do it by tomorrow?', '2026-03-11', 'by tomorrow'],
  ],
  de: [
    [
      'Hallo Ada,\n\nkannst du mir bitte bis Freitag den Bericht schicken?\n\nViele Grüße\nBen',
      'kannst du mir bitte bis Freitag den Bericht schicken?',
      '2026-03-13',
      'bis Freitag',
    ],
    ['Bitte gib mir bis zum 15.3. Bescheid.', 'Bitte gib mir bis zum 15.3. Bescheid.', '2026-03-15', 'bis zum 15.3.'],
    [
      'Könnten Sie das bis spätestens 12. März 2026 unterschreiben?',
      'Könnten Sie das bis spätestens 12. März 2026 unterschreiben?',
      '2026-03-12',
      'bis spätestens 12. März 2026',
    ],
  ],
  fr: [
    [
      'Bonjour,\n\nPouvez-vous m’envoyer le dossier d’ici vendredi ?\n\nMerci',
      'Pouvez-vous m’envoyer le dossier d’ici vendredi ?',
      '2026-03-13',
      'd’ici vendredi',
    ],
    ['Merci de confirmer avant le 15 mars.', 'Merci de confirmer avant le 15 mars.', '2026-03-14', 'avant le 15 mars'],
  ],
  es: [
    [
      'Hola Ada:\n\n¿Puedes enviarme el informe antes del viernes?',
      '¿Puedes enviarme el informe antes del viernes?',
      '2026-03-12',
      'antes del viernes',
    ],
    [
      'Por favor, confirma hasta el 15 de marzo.',
      'Por favor, confirma hasta el 15 de marzo.',
      '2026-03-15',
      'hasta el 15 de marzo',
    ],
  ],
  pt: [
    [
      'Oi Ada,\n\nVocê pode me enviar o relatório até sexta-feira?',
      'Você pode me enviar o relatório até sexta-feira?',
      '2026-03-13',
      'até sexta-feira',
    ],
    [
      'Por favor, confirme até o dia 15 de março.',
      'Por favor, confirme até o dia 15 de março.',
      '2026-03-15',
      'até o dia 15 de março',
    ],
  ],
  ja: [
    [
      'お世話になっております。\n\n3月13日までに報告書を送っていただけますか。',
      '3月13日までに報告書を送っていただけますか。',
      '2026-03-13',
      '3月13日まで',
    ],
    ['金曜日までにご返信ください。', '金曜日までにご返信ください。', '2026-03-13', '金曜日まで'],
  ],
  ar: [
    [
      'مرحبا آدا،\n\nهل يمكنك إرسال التقرير قبل يوم الجمعة؟',
      'هل يمكنك إرسال التقرير قبل يوم الجمعة؟',
      '2026-03-12',
      'قبل يوم الجمعة',
    ],
    ['يرجى التأكيد بحلول 15 مارس.', 'يرجى التأكيد بحلول 15 مارس.', '2026-03-15', 'بحلول 15 مارس'],
  ],
};

for (const [language, examples] of Object.entries(asked))
  test(`a question to the user is found with its deadline: ${language}`, () => {
    for (const [text, words, due, dueWords] of examples)
      assert.deepEqual(found(text), [{ kind: 'question', words, due, dueWords }], text);
  });

test('the words are where they are said to be', () => {
  const text = 'Hi Ada,\n\nthanks. Can you call\nme tomorrow?\n\n-- \nBen\nAnd you?';
  const [todo] = findTodos(message(text), zone);
  assert.equal(text.slice(todo?.span.start ?? 0, todo?.span.end ?? 0), 'Can you call\nme tomorrow?');
  assert.equal(todo?.span.words, 'Can you call me tomorrow?');
});

test('questions in quotes, pleasantries, questions to many and questions in copies ask the user nothing', () => {
  assert.deepEqual(found('Yes, I will.\n\n> Can you send me the report by Friday?'), []);
  assert.deepEqual(found('Hi Ada, how are you?\n\nAll is well here.'), []);
  assert.deepEqual(found('Really?'), []);
  assert.deepEqual(found('Can you send me the report?', { isAddressed: false }), []);
  assert.deepEqual(found('Can you send me the report?', { recipientCount: 6 }), []);
  assert.deepEqual(found('See https://example.org/?page=2 for more of it.'), []);
});

test('mail that no person wrote asks nothing', () => {
  for (const kind of ['newsletter', 'list', 'bulk', 'notification', 'transaction', null] as const)
    assert.deepEqual(found('Can you afford to miss this? Please answer by Friday.', { kind }), [], String(kind));
});

test('a date that a sentence without a request mentions is no deadline', () => {
  assert.deepEqual(found('I am in Rome until Friday and it is sunny here all day.'), []);
  assert.deepEqual(found('We were there by 3 March, as you know.'), []);
});

test('a deadline in another sentence than the question is found, too', () => {
  assert.deepEqual(
    found('Would Thursday suit you for lunch? Please send us the signed form by 20 March.').map(({ kind, due }) => [
      kind,
      due,
    ]),
    [['question', '2026-03-20']],
  );
  assert.deepEqual(
    found('Can you please come to lunch by 12 March? The signed form must be here by 20 March.').map(
      ({ kind, due }) => [kind, due],
    ),
    [
      ['question', '2026-03-12'],
      ['deadline', '2026-03-20'],
    ],
  );
});

/** What the user promises in each language. */
const promised: [text: string, due?: string | null][] = [
  ['I’ll send you the report tomorrow.', '2026-03-11'],
  ['I will get back to you by Friday.', '2026-03-13'],
  ['Ich schicke dir den Bericht morgen.', '2026-03-11'],
  ['Ich melde mich bis Freitag.', '2026-03-13'],
  ['Je vous enverrai le dossier demain.', '2026-03-11'],
  ['Te enviaré el informe mañana.', '2026-03-11'],
  ['Vou te enviar o relatório amanhã.', '2026-03-11'],
  ['明日お送りします。', '2026-03-11'],
  ['سأرسل التقرير غدا.', '2026-03-11'],
  ['I’ll check the numbers.'],
];

test('what the user promises is found in their own mail, in every language', () => {
  for (const [text, due] of promised) {
    const all = found(text, { direction: 'outbound', kind: null });
    assert.deepEqual(
      all.map((each) => [each.kind, each.words, each.due]),
      [['commitment', text, due]],
      text,
    );
  }
  for (const text of ['I’ll be in Rome.', 'Will I send it?', 'I will not send it.', 'You will send it.'])
    assert.deepEqual(found(text, { direction: 'outbound', kind: null }), [], text);
});

test('what a person promises the user is found, and not what is written to many or by a program', () => {
  const text = 'Hi Ada,\n\nI will send you the plan by Friday.\n\nBen';
  assert.deepEqual(found(text), [
    { kind: 'commitment', words: 'I will send you the plan by Friday.', due: '2026-03-13', dueWords: 'by Friday' },
  ]);
  assert.deepEqual(found(text, { recipientCount: 6 }), []);
  assert.deepEqual(found(text, { isAddressed: false }), []);
  for (const kind of ['newsletter', 'list', 'bulk', 'notification', null] as const)
    assert.deepEqual(found(text, { kind }), [], String(kind));
  assert.deepEqual(found(`Thanks.\n\nOn Monday, Ada wrote:\n> ${text.replaceAll('\n', '\n> ')}`), []);
});

/** An invoice in each language. */
const invoices: [subject: string, text: string, amount: string, due: string | null][] = [
  [
    'Invoice 2026-114',
    'Subtotal: $100.00\nTax: $19.00\nTotal due: $119.00\nDue date: March 31, 2026',
    '11900 USD',
    '2026-03-31',
  ],
  [
    'Ihre Rechnung',
    'Nettobetrag: 1.000,00 €\nGesamtbetrag: 1.190,00 €\nZahlbar bis 31.03.2026',
    '119000 EUR',
    '2026-03-31',
  ],
  ['Votre facture de mars', 'Montant total : 49,90 €\nÀ régler avant le 31 mars 2026', '4990 EUR', '2026-03-31'],
  ['Factura nº 12', 'Importe total: 1.250,50 €\nFecha de vencimiento: 31/03/2026', '125050 EUR', '2026-03-31'],
  ['Sua fatura chegou', 'Valor total: R$ 99,90\nVencimento: 31/03/2026', '9990 BRL', '2026-03-31'],
  ['請求書のご案内', 'ご請求金額：12,000円\nお支払い期限：2026年3月31日', '12000 JPY', '2026-03-31'],
  ['فاتورة شهر مارس', 'المبلغ الإجمالي: 450.00 AED\nتاريخ الاستحقاق: 31/03/2026', '45000 AED', '2026-03-31'],
];

test('an invoice is found with its sum and date, in every language', () => {
  for (const [subject, text, amount, due] of invoices)
    assert.deepEqual(
      found(text, { subject, kind: 'transaction' }).map((each) => [each.kind, each.amount, each.due]),
      [['invoice', amount, due]],
      subject,
    );
});

test('receipts and invoices that are paid already ask for no payment', () => {
  const none = (subject: string, text: string) =>
    assert.deepEqual(found(text, { subject, kind: 'transaction' }), [], subject);
  none('Your receipt', 'Total: $12.00');
  none('Invoice 12', 'Total: $12.00. Your card will be charged automatically on March 31, 2026.');
  none('Ihre Rechnung', 'Gesamtbetrag: 12,00 €. Der Betrag wird per Lastschrift eingezogen.');
  none('Your order', 'We attach the invoice for your order of $12.00.');
  assert.deepEqual(found('Total: $12.00 or $13.00', { subject: 'Invoice', kind: 'newsletter' }), []);
});

test('hostile text takes little time and finds little', () => {
  for (const text of [
    'a'.repeat(200_000),
    '? '.repeat(50_000),
    'by '.repeat(50_000),
    'please by 1/1/'.repeat(10_000),
    '1,'.repeat(80_000),
    '\n'.repeat(100_000),
  ])
    assert.ok(found(text, { subject: 'Invoice' }).length <= 4);
});

const requested: Record<string, string[]> = {
  en: [
    'Call me when you are home.',
    'Ben, let’s meet on Monday.',
    'Don’t forget the keys.',
    'I’d like you to join the call.',
    'We need to talk about the roof.',
    'Keep me posted on the repair.',
  ],
  de: ['Ruf mich heute Abend an.', 'Vergiss nicht den Schlüssel.', 'Ich möchte, dass du mitkommst.'],
  fr: ['Appelle-moi ce soir.', 'N’oublie pas les clés.', 'J’aimerais que tu viennes.'],
  es: ['Llámame esta tarde.', 'No olvides las llaves.', 'Me gustaría que vinieras.'],
  pt: ['Me liga hoje à noite.', 'Não esqueça as chaves.', 'Gostaria que você viesse.'],
  ja: ['鍵を忘れないで。', '時間を教えて。'],
  ar: ['اتصل بي هذا المساء.', 'لا تنس المفاتيح.'],
};
for (const [language, sentences] of Object.entries(requested))
  for (const text of sentences)
    test(`what tells the reader to do something is a question to answer: ${language}, “${text}”`, () =>
      assert.deepEqual(
        found(text).map(({ kind }) => kind),
        ['question'],
      ));

test('what looks like it and asks for nothing is none', () => {
  for (const text of [
    'I called him when you were home.',
    'A present sure to please everybody.',
    'Don’t worry about the keys.',
    'Take care of yourself.',
    'To unsubscribe, please click here.',
    'Please add us to your address book.',
  ])
    assert.deepEqual(found(text), [], text);
});
