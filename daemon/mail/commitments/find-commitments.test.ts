import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentencesOf } from '../todos/rules/sentences.ts';
import { findCommitments, isCommitment } from './find-commitments.ts';

/** Sentences that promise something, and sentences like them that do not. */
const examples: Record<string, { promises: string[]; others: string[] }> = {
  en: {
    promises: [
      'I’ll send you the report by Friday.',
      'We will get back to you next week.',
      'Thanks, I will then forward it to Ana.',
      'I’m going to call the printer tomorrow.',
      'If you agree, we’ll be happy to add your name.',
      'I will be sending the contract later today.',
      'Let me check with Ana and come back to you.',
      'We will keep you posted.',
      'I will have the figures for you on Monday.',
      'I assure you that we will answer every letter.',
    ],
    others: [
      'I will be out of the office until Monday.',
      'I hope to send it next week.',
      'I don’t know when I will send it.',
      'I am not sure I will get it done.',
      'Anna will send you the report.',
      'I can send you the report.',
      'Can you send me the report?',
      'We will never forget this.',
      'I’ll talk to you soon.',
      '“I will send it”, she said.',
      'Shall we say that I will call you?',
    ],
  },
  de: {
    promises: [
      'Ich schicke dir den Bericht bis Freitag.',
      'Ich werde Ihnen die Unterlagen morgen zusenden.',
      'Dann melde ich mich nächste Woche bei Ihnen.',
      'Wir melden uns bei Ihnen.',
      'Ich kümmere mich darum.',
      'Das kläre ich noch heute.',
      'Wir werden das prüfen und Sie informieren.',
      'Ich rufe dich morgen an.',
    ],
    others: [
      'Ich werde am Montag nicht im Büro sein.',
      'Anbei sende ich Ihnen die Rechnung.',
      'Ich frage mich, ob das stimmt.',
      'Ich schicke dir das nicht mehr.',
      'Kannst du mir den Bericht schicken?',
      'Vielleicht schicke ich dir noch etwas.',
      'Ich schreibe Ihnen, weil ich eine Frage habe.',
      'Anna schickt dir den Bericht.',
    ],
  },
  fr: {
    promises: [
      'Je vous enverrai le rapport vendredi.',
      'Je t’envoie ça demain.',
      'Nous reviendrons vers vous la semaine prochaine.',
      'Je vais vérifier et je vous rappelle.',
      'Je m’en occupe.',
      'Nous vous tiendrons au courant.',
      'Je te le confirme ce soir.',
    ],
    others: [
      'Je vous envoie ci-joint le rapport.',
      'Je ne vous enverrai pas le rapport.',
      'Pouvez-vous m’envoyer le rapport ?',
      'Anne vous enverra le rapport.',
      'Je tiens à vous remercier.',
      'Je ne sais pas quand je vous rappellerai.',
      'J’espère que tu vas bien.',
    ],
  },
  es: {
    promises: [
      'Te enviaré el informe el viernes.',
      'Voy a revisar el contrato mañana.',
      'Te llamo mañana por la mañana.',
      'Le confirmaremos la fecha la próxima semana.',
      'Me encargo de la reserva.',
      'Os mando las fotos esta tarde.',
      'Vamos a verificarlo y le avisamos.',
    ],
    others: [
      'Le escribo para pedirle un favor.',
      'No te enviaré el informe.',
      'Adjunto te envío el informe.',
      '¿Puedes enviarme el informe?',
      'Ana te enviará el informe.',
      'No sé cuándo llamaré.',
      'Espero que estés bien.',
    ],
  },
  pt: {
    promises: [
      'Vou te enviar o relatório até sexta-feira.',
      'Amanhã eu te ligo.',
      'Enviarei o contrato na segunda.',
      'Vamos verificar e retornamos em breve.',
      'Eu cuido disso.',
      'Entraremos em contato na próxima semana.',
      'Mando amanhã as fotos.',
    ],
    others: [
      'Segue em anexo o relatório.',
      'Não vou enviar o relatório.',
      'Você pode me enviar o relatório?',
      'A Ana vai te enviar o relatório.',
      'Talvez eu te ligue amanhã.',
      'Espero que esteja tudo bem.',
    ],
  },
  ja: {
    promises: [
      '金曜日までに資料をお送りします。',
      '確認して、明日ご連絡いたします。',
      '来週までに準備します。',
      '後ほど折り返しご連絡します。',
      '担当者に確認いたします。',
      '見積書を作成いたします。',
    ],
    others: [
      '資料を添付してお送りします。',
      'ご確認をお願いいたします。',
      '昨日、資料をお送りしました。',
      'いつもお世話になっております。',
      'ご連絡いただけますか。',
      '資料を送ってください。',
    ],
  },
  ar: {
    promises: [
      'سأرسل لك التقرير يوم الجمعة.',
      'سنتصل بك غدا.',
      'سوف أراجع العقد اليوم.',
      'سأتحقق من الأمر وأعود إليك.',
      'سنوافيك بالتفاصيل قريبا.',
    ],
    others: [
      'لن أرسل التقرير.',
      'أرسلت لك التقرير أمس.',
      'هل يمكنك أن ترسل لي التقرير؟',
      'أتمنى أن تكون بخير.',
      'مرفق التقرير الذي سأرسله.',
    ],
  },
};

for (const [language, { promises, others }] of Object.entries(examples))
  test(`promises are told from other sentences: ${language}`, () => {
    assert.deepEqual(
      promises.filter((text) => !isCommitment(text)),
      [],
    );
    assert.deepEqual(others.filter(isCommitment), []);
  });

test('a promise keeps where it was found, and when it is due if the words say so', () => {
  const text = 'Hi Ben,\n\nThanks for the draft. I’ll send you my notes by Friday. I’ll call you.\n\nAda';
  const sender = { name: 'Ada', email: 'ada@example.org' };
  const at = { sent: new Date('2026-03-10T08:00:00.000Z'), zone: 'Europe/Berlin' };
  const found = findCommitments(sentencesOf(text, sender), at);
  assert.deepEqual(
    found.map(({ sentence: { start, end }, due }) => [text.slice(start, end), due?.day, due?.words]),
    [
      ['I’ll send you my notes by Friday.', '2026-03-13', 'by Friday'],
      ['I’ll call you.', undefined, undefined],
    ],
  );
});

test('of a plan with many promises the first three are enough, and long text does not take long', () => {
  const at = { sent: new Date('2026-03-10T08:00:00.000Z'), zone: 'UTC' };
  const sender = { name: null, email: 'ada@example.org' };
  const plan = 'I will send the plan. '.repeat(20);
  assert.equal(findCommitments(sentencesOf(plan, sender), at).length, 3);
  const hostile = `${'i will also then just '.repeat(4_000)}ich werde ${'a '.repeat(4_000)}`;
  assert.deepEqual(findCommitments(sentencesOf(hostile, sender), at), []);
});
