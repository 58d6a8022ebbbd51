import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contrast, readTokens } from './contrast.ts';
import { palette } from './label-colour.ts';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');
const tokens = readTokens(css);
const contrasty = readTokens(css, { isContrasty: true });

/** Text and its backgrounds: 4.5 to 1. */
const text = [
  ['ink', 'paper'],
  ['ink', 'sheet'],
  ['ink', 'brass-wash'],
  ['ink-soft', 'paper'],
  ['ink-soft', 'sheet'],
  ['ink-soft', 'brass-wash'],
  ['ink-soft', 'tile'],
  ['brass', 'paper'],
  ['brass', 'sheet'],
  ['brass', 'brass-wash'],
  ['paper', 'brass'],
  ['pine', 'paper'],
  ['pine', 'sheet'],
  ['clay', 'paper'],
  ['clay', 'sheet'],
];
/** Borders of controls, dots and bars, and their backgrounds: 3 to 1. */
const parts = [
  ['line', 'paper'],
  ['line', 'sheet'],
  ['brass', 'paper'],
  ['brass', 'brass-wash'],
  ['pine', 'paper'],
  ['clay', 'paper'],
  ...['l1', 'l2', 'l3', 'l4', 'l5'].flatMap((label) => ['paper', 'sheet', 'brass-wash'].map((back) => [label, back])),
];

for (const theme of ['light', 'dark'] as const) {
  for (const [needed, pairs] of [
    [4.5, text],
    [3, parts],
  ] as const) {
    for (const [front = '', back = ''] of pairs) {
      test(`${theme}: ${front} on ${back} reaches ${needed} to 1`, () => {
        const reached = contrast(tokens[theme][front] ?? '', tokens[theme][back] ?? '');
        assert.ok(reached >= needed, `${front} on ${back} reaches ${reached.toFixed(2)}`);
      });
    }
  }
}

for (const theme of ['light', 'dark'] as const) {
  test(`${theme}: every label colour reaches 3 to 1 on its backgrounds`, () => {
    const backs = ['paper', 'sheet', 'brass-wash'].map((back) => tokens[theme][back] ?? '');
    const faint = palette.filter(({ colour }) => backs.some((back) => contrast(colour, back) < 3));
    assert.deepEqual(faint, []);
  });
}

for (const theme of ['light', 'dark'] as const) {
  test(`${theme}: with increased contrast text reaches 7 to 1, and edges 4.5 to 1`, () => {
    const found = contrasty[theme];
    assert.deepEqual(Object.keys(found).toSorted(), Object.keys(tokens[theme]).toSorted());
    const reached = (front = '', back = '') => contrast(found[front] ?? '', found[back] ?? '');
    const faint = [
      ...text.filter(([front, back]) => reached(front, back) < 7),
      ...[...parts, ['edge', 'paper'], ['edge', 'sheet']].filter(([front, back]) => reached(front, back) < 4.5),
    ];
    assert.deepEqual(faint, []);
  });
}

test('the computed contrast has the extremes of the standard', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#777777', '#777777'), 1);
});
