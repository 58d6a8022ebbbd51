import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantized } from './quantized.ts';
import { createVectorScan } from './vector-scan.ts';

function randomVector(random: () => number, dimensions: number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => random() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => ((state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff), state / 0x7fffffff);
}

for (const dimensions of [32, 384, 1_024])
  test(`the closest of vectors of length ${dimensions} are those of an exact search`, () => {
    const random = seeded(dimensions);
    const scan = createVectorScan(dimensions);
    const vectors = Array.from({ length: dimensions === 1_024 ? 2_000 : 9_000 }, () =>
      randomVector(random, dimensions),
    );
    vectors.forEach((vector, at) => {
      const { values, scale } = quantized(vector);
      scan.add({ id: at + 1, sort_key: at * 10, scale, quantized: new Uint8Array(values.buffer) });
    });
    const query = vectors.at(-1)!;
    const product = (vector: Float32Array) => vector.reduce((sum, value, i) => sum + value * query[i]!, 0);
    const exact = vectors
      .map((vector, at) => ({ id: at + 1, score: product(vector) }))
      .toSorted((a, b) => b.score - a.score);
    const { ids: found, typical } = scan.closest(query, 200);
    assert.equal(found[0], vectors.length);
    assert.ok(Math.abs(typical - 0.5 / Math.sqrt(dimensions)) < 0.02);
    assert.equal(exact.slice(0, 50).filter(({ id }) => !found.includes(id)).length, 0);
    const { ids: allowed } = scan.closest(query, 5, (sort_key) => sort_key < 100);
    assert.equal(allowed.length, 5);
    assert.ok(allowed.every((id) => id <= 10));
    assert.equal(scan.size, vectors.length);
  });

test('numbers at their limits do not exceed the sums', () => {
  const scan = createVectorScan(1_024);
  const even = new Float32Array(1_024).fill(1 / 32);
  for (const [id, vector] of [even, even.map((value) => -value)].entries()) {
    const { values, scale } = quantized(vector);
    scan.add({ id, sort_key: id, scale, quantized: new Uint8Array(values.buffer) });
  }
  assert.deepEqual(scan.closest(even, 2).ids, [0, 1]);
  assert.deepEqual(createVectorScan(384).closest(new Float32Array(384), 3).ids, []);
  assert.throws(() => createVectorScan(100), RangeError);
});
