import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { testFolder } from '../test-folder.ts';
import { openEmbedder, type Embedder } from './embed.ts';
import { semanticProfiles } from './semantic-profiles.ts';
import { writeTestModel } from './test-model.ts';
import { tokenBatches } from './token-batches.ts';

const profile = semanticProfiles['bge-small-en-v1.5'];
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, each, i) => sum + each * b[i]!, 0);

suite('an embedder', () => {
  const folder = testFolder();
  let embedder: Embedder;
  before(async () => {
    writeTestModel(folder);
    embedder = await openEmbedder(profile, folder);
  });

  test('texts with the same meaning have close vectors of length 1, however they are batched', async () => {
    const texts = ['the automobile broke down', 'supper', 'x'.repeat(5_000), 'the car broke down', ''];
    const vectors = await embedder.embed(texts, 'passage');
    const [automobile, supper, , car] = vectors as [Float32Array, Float32Array, Float32Array, Float32Array];
    assert.ok(vectors.every((vector) => vector.length === 384 && Math.abs(Math.hypot(...vector) - 1) < 1e-5));
    assert.ok(dot(automobile, car) > 0.999);
    assert.ok(dot(automobile, supper) < 0.5);
    const [alone] = await embedder.embed(['the automobile broke down'], 'passage');
    assert.ok(dot(automobile, alone!) > 0.99999);
  });

  test('queries have the prefix that the model was trained with', async () => {
    const [query] = await embedder.embed(['car'], 'query');
    const [same] = await embedder.embed([`${profile.prefixes.query}car`], 'passage');
    const [passage] = await embedder.embed(['car'], 'passage');
    assert.ok(dot(query!, same!) > 0.99999);
    assert.ok(dot(query!, passage!) < 0.99);
  });

  test('the mean of the tokens is as good as the first one, where the profile asks for it', async () => {
    const other = await openEmbedder({ ...profile, pooling: 'mean' }, folder);
    const [[first], [mean]] = [await embedder.embed(['a car'], 'passage'), await other.embed(['a car'], 'passage')];
    assert.ok(dot(first!, mean!) > 0.99999);
    await other.close();
  });
});

test('a model with vectors of another length is refused', async () => {
  const folder = testFolder();
  writeTestModel(folder, { dimensions: 32 });
  const embedder = await openEmbedder(profile, folder);
  await assert.rejects(embedder.embed(['car'], 'query'), {
    code: 'model_unusable',
    message: 'The model gives vectors of length 32, but bge-small-en-v1.5 has 384.',
  });
  await embedder.close();
});

test('files that are no model are refused with a reason', async () => {
  const folder = testFolder();
  await assert.rejects(openEmbedder(profile, folder), { code: 'model_unusable', message: /can’t be read \(ENOENT/ });
  writeTestModel(folder);
  writeFileSync(join(folder, 'onnx', 'model_quantized.onnx'), 'not a model');
  await assert.rejects(openEmbedder(profile, folder), { code: 'model_unusable', message: /can’t be loaded/ });
  rmSync(join(folder, 'onnx'), { recursive: true });
  await assert.rejects(openEmbedder(profile, folder), { code: 'model_unusable', message: 'The model is missing.' });
});

test('texts of similar length are computed together, within the limit of tokens', () => {
  assert.deepEqual(tokenBatches([10, 500, 12, 480, 3], 1_000), [
    [4, 0, 2],
    [3, 1],
  ]);
  assert.deepEqual(tokenBatches([5_000, 1], 1_000), [[1], [0]]);
  assert.equal(
    tokenBatches(
      Array.from({ length: 70 }, () => 1),
      1_000,
    ).length,
    3,
  );
});
