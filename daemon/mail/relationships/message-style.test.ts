import assert from 'node:assert/strict';
import { test } from 'node:test';
import { styleOfText } from './message-style.ts';

const style = (text: string) => styleOfText(text, { name: 'Ben', email: 'ben@people.example' });

/** A formal and a familiar text in each language. */
const examples: Record<string, [formal: string, familiar: string]> = {
  en: ['Dear Mr Smith,\n\nI am writing to ask for an appointment.', 'Hey Joe, can’t make it, see you!'],
  de: ['Sehr geehrte Frau Lind,\n\nhaben Sie den Vertrag erhalten?', 'Hallo Eva, hast du Zeit? Ich ruf dich an.'],
  fr: ['Madame,\n\nveuillez me dire si vous avez reçu la lettre.', 'Salut ! Tu viens ce soir ? Bises'],
  es: ['Estimado señor:\n\n¿puede usted confirmarlo? Atentamente', 'Hola, ¿te vienes? Un abrazo'],
  pt: ['Prezada senhora,\n\naguardo a resposta. Atenciosamente', 'Oi! Tu vens hoje? Beijos'],
  ja: ['お世話になっております。資料をお送りいたします。', 'これでいいよね。またね！'],
  ar: ['السيد المحترم، تحية طيبة وبعد.', 'هلا حبيبي كيفك؟'],
};

for (const [language, [formal, familiar]] of Object.entries(examples))
  test(`formal and familiar writing are told apart: ${language}`, () => {
    assert.ok((style(formal)?.formality ?? 0) > 60, 'formal');
    assert.ok((style(familiar)?.formality ?? 100) < 40, 'familiar');
  });

test('words and sentences are those of the sender, and where nothing tells the formality is unknown', () => {
  assert.deepEqual(style('The parcel arrived. It is fine.\n\nOn Monday, Ada wrote:\n> Dear Sir, did it arrive?'), {
    sentences: 2,
    words: 6,
    formality: null,
  });
  assert.equal(style('\n'), undefined);
  assert.equal(style('資料を確認した。')?.words, 4);
});
