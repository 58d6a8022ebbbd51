import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCommitment } from '../../daemon/mail/commitments/find-commitments.ts';
import { corpusMissing } from '../corpus.ts';
import { narrowLabels } from './commitments/narrow-labels.ts';
import { drawSentences, isHeldBack, sentencesById } from './commitments/sample.ts';
import { wideLabels } from './commitments/wide-labels.ts';

const skip = corpusMissing();
const labels = { ...wideLabels, ...narrowLabels };

/** The least share of the found sentences that are commitments, and of the commitments that are found. */
const [minPrecision, minRecall] = [0.9, 0.8];

for (const [half, isIn] of [
  ['the half that the rules were made with', (id: string) => !isHeldBack({ id })],
  ['the half that was held back', (id: string) => isHeldBack({ id })],
] as const)
  test(`labelled sentences that promise something are told from others, in ${half}`, { skip }, (t) => {
    const counts = { found: 0, correct: 0, labelled: 0 };
    for (const { id, text } of sentencesById(Object.keys(labels).filter(isIn))) {
      const isFound = isCommitment(text);
      const isLabelled = labels[id] === true;
      counts.found += isFound ? 1 : 0;
      counts.correct += isFound && isLabelled ? 1 : 0;
      counts.labelled += isLabelled ? 1 : 0;
    }
    const { found, correct, labelled } = counts;
    const [precision, recall] = [correct / found, correct / labelled];
    t.diagnostic(
      `${found} found, ${correct} correct, ${labelled} labelled: ${precision.toFixed(3)}, ${recall.toFixed(3)}`,
    );
    assert.ok(precision >= minPrecision, `precision ${precision}`);
    assert.ok(recall >= minRecall, `recall ${recall}`);
  });

test('the labels are of the sentences that the seed draws', { skip }, () => {
  const { wide, narrow } = drawSentences();
  const drawn = [...wide, ...narrow].filter(({ id }) => id in labels).length;
  // A change of how sentences are split moves few of them.
  assert.ok(drawn >= 0.95 * Object.keys(labels).length, `${drawn} of ${Object.keys(labels).length}`);
});
