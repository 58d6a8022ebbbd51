import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { classify, withHistory } from './classify.ts';
import type { MailKind } from './mail-kind.ts';
import { message, noSending, own } from './test-message.ts';

type Sample = [language: string, kind: MailKind, subject: string, text: string];

const personalMessages: Sample[] = [
  ['English', 'person', 'Lunch', 'Hi Ada,\n\nare you free on Friday? Let me know.\n\nThanks\nBen'],
  ['German', 'person', 'Mittagessen', 'Hallo Ada,\n\nhast du am Freitag Zeit? Melde dich.\n\nViele Grüße\nBen'],
  ['French', 'person', 'Déjeuner', 'Bonjour Ada,\n\nes-tu libre vendredi ?\n\nMerci, à bientôt\nBen'],
  ['Spanish', 'person', 'Comida', 'Hola Ada:\n\n¿Puedes el viernes?\n\nUn abrazo\nBen'],
  ['Portuguese', 'person', 'Almoço', 'Oi Ada,\n\nvocê pode na sexta-feira?\n\nAbraços\nBen'],
  [
    'Japanese',
    'person',
    '昼食の件',
    'アダ様\n\nお世話になっております。金曜日はいかがでしょうか。\nよろしくお願いいたします。\nベン',
  ],
  ['Arabic', 'person', 'الغداء', 'السلام عليكم يا آدا\n\nهل أنت متاحة يوم الجمعة؟\n\nمع التحية\nبن'],
];

const receipts: Sample[] = [
  ['English', 'transaction', 'Your order 112', 'Your order has shipped. Tracking number: 99.'],
  ['German', 'transaction', 'Ihre Bestellung 112', 'Ihr Paket ist unterwegs. Sendungsnummer: 99.'],
  ['French', 'transaction', 'Votre commande 112', 'Votre colis est en livraison.'],
  ['Spanish', 'transaction', 'Tu pedido 112', 'Tu paquete está en camino. Fecha de entrega: lunes.'],
  ['Portuguese', 'transaction', 'Seu pedido 112', 'Sua encomenda está a caminho. Entrega: segunda-feira.'],
  ['Japanese', 'transaction', 'ご注文の発送', 'ご注文の商品を発送しました。注文番号: 112'],
  ['Arabic', 'transaction', 'طلبك رقم 112', 'تم إرسال طلبك. رقم الطلب 112. التوصيل يوم الإثنين.'],
];

const notices: Sample[] = [
  ['English', 'notification', 'New sign-in', 'Someone logged in to your account.'],
  ['German', 'notification', 'Neue Anmeldung', 'Jemand hat sich angemeldet. Ihr Konto ist sicher.'],
  ['French', 'notification', 'Nouvelle connexion', 'Quelqu’un a utilisé votre compte.'],
  ['Spanish', 'notification', 'Nuevo inicio de sesión', 'Alguien ha usado su cuenta.'],
  ['Portuguese', 'notification', 'Alerta', 'Alguém usou sua conta.'],
  ['Japanese', 'notification', 'ログインのお知らせ', '新しい端末からログインがありました。'],
  ['Arabic', 'notification', 'تنبيه', 'تم تسجيل الدخول إلى حسابك.'],
];

const offers: Sample[] = [
  ['English', 'bulk', 'Special offer', 'Save money: great deals, discount on everything. Unsubscribe'],
  ['German', 'bulk', 'Nur heute: Rabatt', 'Angebote und Gutschein kostenlos sichern. Newsletter abbestellen'],
  ['French', 'bulk', 'Soldes', 'Profitez de nos offres, cadeau gratuit. Se désabonner'],
  ['Spanish', 'bulk', 'Oferta', 'Descuento y premio gratis. Darse de baja'],
  ['Portuguese', 'bulk', 'Promoção', 'Desconto grátis, aproveite. Descadastre-se'],
  ['Japanese', 'bulk', 'セール開催中', '全品割引、送料無料のキャンペーン。配信停止はこちら'],
  ['Arabic', 'bulk', 'خصم اليوم', 'عرض خاص: خصم كبير وتوصيل مجانا. إلغاء الاشتراك'],
];

describe('the wording of a message tells its kind', () => {
  for (const [language, kind, subject, text] of personalMessages)
    test(`a letter in ${language}`, () => assert.equal(classify(message({ subject, text }), own).kind, kind));
  for (const [language, kind, subject, text] of [...receipts, ...notices])
    test(`a ${kind} in ${language}`, () => {
      const from = { name: 'Shop', email: 'noreply@shop.example' };
      assert.equal(classify(message({ from, subject, text }), own).kind, kind);
    });
  for (const [language, kind, subject, text] of offers)
    test(`an offer in ${language}`, () => {
      const from = { name: 'Shop', email: 'info@shop.example' };
      assert.equal(classify(message({ from, subject, text }), own).kind, kind);
    });
});

describe('the header comes before the wording', () => {
  const text = 'Hi Ada,\n\nlet me know what you think.\n\nThanks\nBen';

  test('a post to a list is a list, whoever wrote it', () => {
    const post = message({ text, list_id: 'sailing.lists.example', sending: { ...noSending, isListPost: true } });
    assert.deepEqual(classify(post, own), { kind: 'list', reason: 'list', isOpen: false });
  });

  test('a list is recognized by its address in To', () => {
    const to = [{ name: null, email: 'sailing@lists.example' }];
    assert.equal(classify(message({ text, to, list_id: 'sailing.lists.example' }), own).kind, 'list');
  });

  test('a service that sends its notifications like a list is no list', () => {
    const from = { name: 'Cleo', email: 'notifications@code.example' };
    const sending = { ...noSending, isListPost: true, precedence: 'list' } as const;
    const notice = message({ from, text: 'Cleo commented on your change.', list_id: 'code.example', sending });
    assert.equal(classify(notice, own).kind, 'notification');
  });

  test('an automatic reply and a delivery report are notifications', () => {
    const sending = { ...noSending, isAutomatic: true };
    assert.equal(classify(message({ text, sending }), own).kind, 'notification');
    assert.equal(classify(message({ text, isReport: true }), own).kind, 'notification');
  });

  test('newsletters and receipts of one address are told apart', () => {
    const from = { name: 'Shop', email: 'hello@shop.example' };
    const receipt = message({
      from,
      subject: 'Your order 112',
      text: 'Your order has shipped.',
      canUnsubscribe: false,
    });
    const newsletter = message({ from, subject: 'Newsletter, issue 12', text: 'In this issue', canUnsubscribe: true });
    assert.equal(classify(receipt, own).kind, 'transaction');
    assert.equal(classify(newsletter, own).kind, 'newsletter');
  });

  test('Feedback-ID of a mailbox provider makes no mailing of a letter', () => {
    const newsletter = message({ text, sending: { ...noSending, feedback: 'mailbox:provider' } });
    assert.equal(classify(newsletter, own).kind, 'person');
  });
});

describe('nothing is concluded where the evidence is weak', () => {
  test('an empty message from an unknown address', () => {
    const from = { name: null, email: 'x91@example.test' };
    const to = [{ name: null, email: 'cleo@people.example' }];
    assert.equal(classify(message({ from, to, subject: '' }), own).kind, null);
  });

  test('a letter that sells something to a stranger', () => {
    const text =
      'Hi Ada,\n\nour platform helps companies like yours. Our customers reduce costs. Let me know when you have 15 minutes for a quick call.\n\nThanks\nBen';
    assert.deepEqual(classify(message({ text }), own), { kind: null, reason: 'sales_message', isOpen: true });
  });

  test('a message without any field', () => {
    const from = { name: null, email: '' };
    assert.notEqual(classify(message({ from, to: [], subject: '' }), own).kind, 'person');
  });
});

describe('a correspondence decides what shape and wording leave open', () => {
  const unclear = classify(
    message({ from: { name: null, email: 'x91@example.test' }, to: [], subject: '', text: 'ok' }),
    own,
  );
  const short = { kind: null, reason: 'unclear', isOpen: true } as const;

  test('mail from someone the user has written to is from a person', () =>
    assert.deepEqual(withHistory(short, { sent: 2, isAnswer: false }), {
      kind: 'person',
      reason: 'correspondent',
      isOpen: false,
    }));

  test('an answer to the user is from a person', () =>
    assert.equal(withHistory(short, { sent: 0, isAnswer: true }).reason, 'answers_user'));

  test('mail that is not addressed to the user stays what it is', () =>
    assert.equal(withHistory(unclear, { sent: 2, isAnswer: false }).kind, 'bulk'));
});
