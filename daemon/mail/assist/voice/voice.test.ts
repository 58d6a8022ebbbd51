import assert from 'node:assert/strict';
import { test } from 'node:test';
import { voiceInstructions, voiceMatch } from './match.ts';
import { measureMessages, minMessages, voiceProfileOf } from './profile.ts';
import { writingFeatures } from './writing-features.ts';

const at = '2026-03-10T08:00:00.000Z';
const measured = (texts: readonly string[]) =>
  measureMessages(texts.map((text, index) => ({ message_id: String(index), text })));

test('greeting, closing and language are found in several languages, and nothing is presumed', () => {
  const examples: [string, (string | null)[]][] = [
    ['Hi Eve,\n\nthe boat is ready and you can have it.\n\nCheers,\nAda', ['Hi', 'Cheers', 'en']],
    [
      'Sehr geehrte Frau Lind,\n\ndas Boot ist bereit und wir können es nicht halten.\n\nMit freundlichen Grüßen\nAda',
      ['Sehr geehrte', 'Mit freundlichen grüßen', 'de'],
    ],
    [
      'Bonjour Paul,\n\nle bateau est prêt pour vous, avec les cartes.\n\nCordialement\nAda',
      ['Bonjour', 'Cordialement', 'fr'],
    ],
    [
      'Hola Inés:\n\nel barco está listo para ti, como siempre, muy pronto.\n\nUn abrazo,\nAda',
      ['Hola', 'Un abrazo', 'es'],
    ],
    ['ボートの準備ができました。', [null, null, 'ja']],
    ['Ok.', [null, null, null]],
    ['Dearest is a word, thanks', [null, null, null]],
  ];
  for (const [text, expected] of examples) {
    const { greeting, closing, language } = writingFeatures(text);
    assert.deepEqual([greeting, closing, language], expected, text);
  }
});

test('a profile needs ten messages that are long enough, and a register three', () => {
  const casual = 'Hey Eve,\n\nyeah that’s cool, I’ll bring the maps and we can go!\n\nCheers,\nAda';
  const formal =
    'Dear Sir,\n\nI would appreciate it if you could send the documents at your earliest convenience.\n\nYours faithfully,\nAda';
  assert.equal(
    voiceProfileOf(measured([...Array.from({ length: minMessages - 1 }, () => casual), 'Ok.']), at),
    undefined,
  );
  const profile = voiceProfileOf(measured([...Array.from({ length: 8 }, () => casual), formal, formal]), at);
  assert.deepEqual([profile?.greeting, profile?.closing], ['Hey', 'Cheers']);
  assert.deepEqual(
    profile?.register_modes.map(({ register, msg_count }) => [register, msg_count]),
    [['casual', 8]],
  );
  assert.ok(profile);
  const [like, unlike] = [voiceMatch(casual, profile), voiceMatch(formal, profile)];
  assert.ok(like.score > 0.9 && unlike.score < like.score, `${like.score} ${unlike.score}`);
  assert.ok(unlike.notable_deltas.includes('It is more formal than you usually write.'));
  assert.match(voiceInstructions(profile, undefined), /a casual tone.*beginning with “Hey”.*ending with “Cheers”/);
  assert.doesNotMatch(voiceInstructions(profile, undefined), /maps|Eve/);
});
