import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findTodos, type ReadMessage } from '../../daemon/mail/todos/rules/find-todos.ts';
import { corpusFile, corpusMissing } from '../corpus.ts';

const skip = corpusMissing();

/**
 * The least share of the found sentences that ask or promise something, and of those that do and are found. Many promises are labelled
 * as none here; see the labels of `commitments`.
 */
const [minPrecision, minRecall] = [0.77, 0.55];

const message = (text: string, direction: ReadMessage['direction']): ReadMessage => ({
  kind: 'person',
  direction,
  subject: 'Plans',
  text,
  from: { name: null, email: 'ben@people.example' },
  isAddressed: true,
  recipientCount: 1,
  sent: new Date('2026-03-10T08:00:00.000Z'),
});

/** Sentences of English mail, without their context, and whether a reader said that they ask for something or promise it. */
function labelledSentences(file: string): { text: string; isTodo: boolean }[] {
  const lines = readFileSync(corpusFile(`nlp-intent/${file}`), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, label, text = ''] = /^(Yes|No)\t(.*)$/.exec(line) ?? [];
    return label === undefined ? [] : [{ text, isTodo: label === 'Yes' }];
  });
}

for (const file of ['testSet-qualifiedBatch-fixed.txt', 'Ask0729-fixed.txt'])
  test(`sentences of ${file} that ask or promise something are told from others`, { skip }, (t) => {
    const counts = { found: 0, correct: 0, labelled: 0 };
    for (const { text, isTodo } of labelledSentences(file)) {
      const isFound = (['inbound', 'outbound'] as const).some(
        (direction) => findTodos(message(text, direction), 'UTC').length > 0,
      );
      counts.found += isFound ? 1 : 0;
      counts.correct += isFound && isTodo ? 1 : 0;
      counts.labelled += isTodo ? 1 : 0;
    }
    const [precision, recall] = [counts.correct / counts.found, counts.correct / counts.labelled];
    t.diagnostic(`precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`);
    assert.ok(precision >= minPrecision, `precision ${precision}`);
    assert.ok(recall >= minRecall, `recall ${recall}`);
  });
