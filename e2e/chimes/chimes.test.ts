import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { chimeSounds } from '../../daemon/config/schema/sections.ts';
import { sampleRate, decodeWave, encodeWave } from '../../headless/notifications/wave-file.ts';
import { chimeFiles } from './sounds.ts';
import { similarity, spectrogram } from './spectrum.ts';

const folder = join(import.meta.dirname, '../../resources/chimes');
const fileOf = (name: string) => readFileSync(join(folder, name));
const files = readdirSync(folder);
const samples = new Map(files.map((name) => [name, decodeWave(fileOf(name))]));
const peakOf = (values: Int16Array) => values.reduce((loudest, each) => Math.max(loudest, Math.abs(each)), 0);

test('every sound that can be chosen, except none, has a file, and the file is what the recipe makes', () => {
  const generated = chimeFiles();
  assert.deepEqual(
    files.toSorted(),
    chimeSounds.flatMap((name) => (name === 'none' ? [] : [`${name}.wav`])).toSorted(),
  );
  for (const [name, wave] of generated) assert.ok(fileOf(`${name}.wav`).equals(wave), name);
});

test('every sound is shorter than a second, small, neither clipped nor faint, and begins and ends in silence', () => {
  for (const [name, each] of samples) {
    assert.ok(
      each.length > 0.1 * sampleRate && each.length < sampleRate,
      `${name} lasts ${each.length / sampleRate} s`,
    );
    assert.ok(fileOf(name).length <= 90_000, name);
    const peak = peakOf(each) / 32_767;
    assert.ok(peak > 0.3 && peak < 0.9, `${name} reaches ${peak}`);
    assert.ok(Math.abs(each[0] ?? 1) < 300 && Math.abs(each.at(-1) ?? 1) < 30, `${name} clicks`);
    const steps = each.subarray(1).map((sample, at) => Math.abs(sample - (each[at] ?? 0)));
    assert.ok(peakOf(steps) < 12_000, `${name} jumps by ${peakOf(steps)}`);
    const sum = each.reduce((total, sample) => total + sample, 0);
    assert.ok(Math.abs(sum / each.length) < 100, `${name} is not centred on silence`);
  }
});

test('no two sounds are too similar', () => {
  const all = [...samples].map(([name, each]) => ({ name, picture: spectrogram(each) }));
  for (const [at, { name, picture }] of all.entries()) {
    assert.ok(similarity(picture, picture) > 0.999, name);
    for (const other of all.slice(at + 1)) {
      const alike = similarity(picture, other.picture);
      assert.ok(alike < 0.6, `${name} and ${other.name}: ${alike}`);
    }
  }
});

test('a wave file contains the samples it was made from', () => {
  const swings = Int16Array.from([0, 1, -1, 32_767, -32_768]);
  assert.deepEqual(decodeWave(encodeWave(swings)), swings);
  assert.deepEqual(decodeWave(Buffer.alloc(10)), new Int16Array());
});
