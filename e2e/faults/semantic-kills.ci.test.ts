import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testModelFolder } from '../../daemon/features/semantic/test-semantic.ts';
import { writeTestModel } from '../../daemon/models/test-model.ts';
import { testWeb } from '../../daemon/outgoing/test-web.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { until } from '../../daemon/test-until.ts';
import { randomMessages } from '../peers/support/test-messages.ts';
import { countOf, sampleOf } from '../runner/tier.ts';
import { writeMailTree } from './mail-tree.ts';
import { runSemanticKills } from './semantic-kills.ts';
import { runSemanticPhaseKills } from './semantic-phase-kills.ts';

const messages = countOf({ some: 80, all: 400 });
/** For each phase they are embedded anew. */
const phaseMessages = countOf({ some: 50, all: 120 });

const downloadProgram = join(import.meta.dirname, 'download-child.ts');

test('mail whose embedding was killed in the installation and in between is embedded completely at the end', async () => {
  const root = join(testFolder(), 'mail');
  writeMailTree(root, new Map([['', randomMessages({ count: messages, seed: 7 })]]));
  const outcome = await runSemanticKills({
    root,
    modelFolder: testModelFolder(),
    killDelaysMs: sampleOf([900, 1_500, 2_200], { few: 2, some: 2 }),
  });
  assert.ok(outcome.parts >= messages, `${outcome.parts} parts`);
  assert.deepEqual(outcome, { parts: outcome.parts, prepared: outcome.parts, mode: 'hybrid', faults: [] });
});

test('embedding anew that was killed goes on after the start, and searches by meaning are answered meanwhile', async () => {
  const root = join(testFolder(), 'mail');
  writeMailTree(root, new Map([['', randomMessages({ count: phaseMessages, seed: 9 })]]));
  const second = testFolder();
  writeTestModel(second, { groups: [['car', 'supper']] });
  const { phases, faults } = await runSemanticPhaseKills({
    root,
    models: { first: testModelFolder(), second },
    killDelaysMs: sampleOf([60, 400], { few: 1, some: 1 }),
  });
  assert.deepEqual(faults, []);
  for (const { phase, parts, prepared, modes } of phases) {
    assert.ok(parts >= phaseMessages && prepared === parts, `${phase}: ${prepared} of ${parts}`);
    assert.deepEqual(new Set(modes), new Set(['hybrid']), phase);
  }
});

test('a download whose process was killed continues where it was, and the file is whole', async (t) => {
  const content = randomBytes(20_000_000);
  const ranges: string[] = [];
  let mayEnd = false;
  const { port } = await testWeb(t, (request, response) => {
    const { range = '' } = request.headers;
    ranges.push(range);
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    const end = Math.min(Number(to) + 1, content.length);
    response.writeHead(206, { etag: '"1"', 'content-range': `bytes ${from}-${end - 1}/${content.length}` });
    // The first process gets the half of its second part.
    if (mayEnd || ranges.length < 2) return response.end(content.subarray(Number(from), end));
    response.write(content.subarray(Number(from), Number(from) + 4_000_000));
  });
  const target = join(testFolder(), 'model.onnx');
  const part = `${target}.part`;
  const download = () => spawn(process.execPath, [downloadProgram, `http://127.0.0.1:${port}/model.onnx`, target]);
  const first = download();
  await until('half of the second part is stored', () => existsSync(part) && statSync(part).size === 12_000_000);
  first.kill('SIGKILL');
  await once(first, 'exit');
  mayEnd = true;
  const [code] = await once(download(), 'exit');
  assert.equal(code, 0);
  assert.ok(readFileSync(target).equals(content));
  assert.deepEqual(ranges, ['bytes=0-7999999', 'bytes=8000000-15999999', 'bytes=12000000-19999999']);
});
