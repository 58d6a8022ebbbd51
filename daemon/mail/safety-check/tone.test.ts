import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formalityOf } from './formality.ts';
import { isToneMismatch } from './tone.ts';

const casual = 'Hey Ben, gonna be late, cya! :)';
const formal = 'Dear Mr Ode, I would appreciate your answer. Please find the plan below. Yours sincerely';

test('a threshold of 0 always warns and a threshold of 1 never, however different the tones are (checklist 136)', () => {
  assert.deepEqual([isToneMismatch(0, 0), isToneMismatch(1, 0), isToneMismatch(-1, 0)], [true, true, true]);
  assert.deepEqual([isToneMismatch(1, 1), isToneMismatch(-1, 1), isToneMismatch(0, 1)], [false, false, false]);
  assert.deepEqual([isToneMismatch(-0.5, 0.25), isToneMismatch(0.25, 0.25)], [true, false]);
});

test('formal texts score higher than informal ones, in several languages', () => {
  const pairs = [
    [formal, casual],
    ['Sehr geehrte Frau Ode, könnten Sie mir antworten? Mit freundlichen Grüßen', 'Hey, hast du kurz Zeit? LG'],
    ['Madame, je vous prie de répondre. Cordialement', 'Salut, tu viens ? Bisous'],
    ['Estimada señora, quedo a su disposición. Atentamente', 'Hola, ¿tú vienes? Besos'],
    ['Уважаемая госпожа, прошу Вас ответить. С уважением', 'Привет, ты где? Пока!'],
  ] as const;
  for (const [polite, friendly] of pairs) {
    assert.ok(
      formalityOf(polite) > 0.5 && formalityOf(friendly) < 0.5,
      `${formalityOf(polite)} ${formalityOf(friendly)} ${polite}`,
    );
  }
  assert.equal(formalityOf('The train leaves at seven.'), 0.5);
});
