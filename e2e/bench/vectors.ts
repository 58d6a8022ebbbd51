/**
 * `npm run bench -- vectors [--size 100000] [--large 1000000] [--queries 20]`: the closest vectors of a query (goal 17), against a plain
 * JavaScript scan of 32-bit numbers in the same run, with the share of the exact ten closest that are found; and the time and
 * memory of a million vectors, and of vectors of length 1,024.
 *
 * The vectors are synthetic: clusters, each with many vectors so close to each other that one byte for each number hardly tells them
 * apart. Those of real models are not measured here.
 */
import { parseArgs } from 'node:util';
import { dotProduct, quantized } from '../../daemon/mail/semantic/quantized.ts';
import { createVectorScan } from '../../daemon/mail/semantic/vector-scan.ts';
import { median, printComparisons, printFigures } from './report/table.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '100000' },
    large: { type: 'string', default: '1000000' },
    queries: { type: 'string', default: '20' },
  },
});

/** What is compared exactly, as a search does, and what a search shows. */
const [rescored, shown] = [500, 50];
const vectorsPerCluster = 2_000;
/** How far the vectors of a cluster are from each other: near ties. */
const spread = 0.05;

const random = seeded(7);

measureLarge(Number(values.large), 384);
for (const dimensions of [384, 1_024]) compare(Number(values.size), dimensions);

function compare(size: number, dimensions: number): void {
  const vectors = clusters(size, dimensions);
  const flat = new Float32Array(size * dimensions);
  const scan = createVectorScan(dimensions);
  for (let at = 0; at < size; at++) {
    const vector = vectors(at);
    flat.set(vector, at * dimensions);
    add(scan, at, vector);
  }
  const exactVector = (at: number) => flat.subarray(at * dimensions, (at + 1) * dimensions);
  const [ours, plain]: [number[], number[]] = [[], []];
  let found = 0;
  for (let n = 0; n < Number(values.queries); n++) {
    const query = near(exactVector(Math.floor(random() * size)), dimensions);
    const begun = performance.now();
    const close = rescore(scan.closest(query, rescored).ids, exactVector, query);
    ours.push(performance.now() - begun);
    const plainBegun = performance.now();
    const exact = plainScan(flat, dimensions, query);
    plain.push(performance.now() - plainBegun);
    const ids = new Set(close.slice(0, 10));
    found += exact.slice(0, 10).filter((id) => ids.has(id)).length;
  }
  const title = `The ${shown} closest of ${size} vectors of length ${dimensions}, and the exact ten among them`;
  printComparisons(title, [
    {
      name: 'one search',
      unit: 'ms',
      ours: median(ours),
      peer: { name: 'plain JavaScript', value: median(plain) },
      goal: { atMost: 0.35 },
    },
  ]);
  printFigures(title, [
    { name: 'recall at 10', value: found / (10 * Number(values.queries)), unit: '', goal: { atLeast: 0.99 } },
    { name: 'memory of the vectors', value: scan.bytes / 1e6, unit: 'MB' },
  ]);
}

function measureLarge(size: number, dimensions: number): void {
  const vectors = clusters(size, dimensions);
  const scan = createVectorScan(dimensions);
  const before = process.memoryUsage.rss();
  const begun = performance.now();
  for (let at = 0; at < size; at++) add(scan, at, vectors(at));
  const filledMs = performance.now() - begun;
  const times: number[] = [];
  for (let n = 0; n < Number(values.queries); n++) {
    const query = near(vectors(Math.floor(random() * size)), dimensions);
    const start = performance.now();
    rescore(scan.closest(query, rescored).ids, vectors, query);
    times.push(performance.now() - start);
  }
  printFigures(`The ${shown} closest of ${size} vectors of length ${dimensions}`, [
    { name: 'one search, with 500 vectors made again', value: median(times), unit: 'ms', goal: { below: 1_000 } },
    { name: 'memory of the vectors', value: scan.bytes / 1e6, unit: 'MB', goal: { below: 600 } },
    { name: 'memory of the process', value: process.memoryUsage.rss() / 1e6, unit: 'MB', goal: { below: 600 } },
    { name: 'of that before', value: before / 1e6, unit: 'MB' },
    { name: 'making and adding them', value: filledMs / 1_000, unit: 's' },
  ]);
}

function add(scan: ReturnType<typeof createVectorScan>, id: number, vector: Float32Array): void {
  const { values: bytes, scale } = quantized(vector);
  scan.add({ id, sort_key: id, scale, quantized: new Uint8Array(bytes.buffer) });
}

function rescore(ids: readonly number[], exactVector: (at: number) => Float32Array, query: Float32Array): number[] {
  return ids
    .map((id) => ({ id, score: dotProduct(exactVector(id), query) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, shown)
    .map(({ id }) => id);
}

/** The scan that a program without our module would make. */
function plainScan(flat: Float32Array, dimensions: number, query: Float32Array): number[] {
  const best: { id: number; score: number }[] = [];
  for (let id = 0, at = 0; at < flat.length; id++) {
    let score = 0;
    for (let i = 0; i < dimensions; i++, at++) score += flat[at]! * query[i]!;
    if (best.length === shown && score <= best[shown - 1]!.score) continue;
    const place = best.findIndex((each) => each.score < score);
    best.splice(place < 0 ? best.length : place, 0, { id, score });
    best.length = Math.min(best.length, shown);
  }
  return best.map(({ id }) => id);
}

/** Makes any vector of clusters, the same one each time. */
function clusters(size: number, dimensions: number): (at: number) => Float32Array {
  const centers = Array.from({ length: Math.ceil(size / vectorsPerCluster) }, () => unit(noise(random, dimensions)));
  return (at) => {
    const own = seeded(at + 1);
    const center = centers[Math.floor(at / vectorsPerCluster)]!;
    const moved = noise(own, dimensions);
    return unit(center.map((value, i) => value + spread * moved[i]!));
  };
}

function near(vector: Float32Array, dimensions: number): Float32Array {
  const moved = noise(random, dimensions);
  return unit(vector.map((value, i) => value + spread * moved[i]!));
}

/** About as long as a vector of length 1. */
function noise(source: () => number, dimensions: number): Float32Array {
  const range = Math.sqrt(3 / dimensions);
  return Float32Array.from({ length: dimensions }, () => (2 * source() - 1) * range);
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dotProduct(vector, vector));
  return vector.map((value) => value / length);
}

function seeded(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
