import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { silentLog } from '../../daemon/base/log.ts';
import { startWorker } from '../../daemon/base/worker.ts';
import { endlessWord, writeTestModel } from '../../daemon/models/test-model.ts';
import { modelNameOf, semanticProfiles } from '../../daemon/models/semantic-profiles.ts';
import { storeFiles } from '../../daemon/store/open.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { copyEmptyStore } from '../../daemon/test-store.ts';
import { until } from '../../daemon/test-until.ts';
import type { EmbedderCalls } from '../../daemon/workers/embedder.ts';
import '../fake/register.ts';
import { workerOpener } from '../utility-process/worker-opener.ts';
import type { WorkerReport } from './worker-protocol.ts';

const { newDesktop } = await import('../fake/electron.ts');
const { createWorkerProcesses } = await import('./worker-processes.ts');

const profile = 'bge-small-en-v1.5';

test('in the app a model computes in a utility process, which is ended when it hangs, is stopped, or the daemon has ended', async (t) => {
  const desktop = newDesktop();
  const port = new EventEmitter();
  const report = (data: WorkerReport) => void port.emit('message', { data });
  const processes = createWorkerProcesses(join(import.meta.dirname, '..', 'worker-host.ts'), report);
  t.after(processes.killAll);
  const dataDir = join(testFolder(), 'data');
  await copyEmptyStore(dataDir);
  const modelsDir = testFolder();
  const written = testFolder();
  writeTestModel(written);
  const files = semanticProfiles[profile].files.map(({ path }) => ({ path, sha256: sha256Of(join(written, path)) }));
  const model = modelNameOf(profile, files);
  const folder = join(modelsDir, model);
  cpSync(written, folder, { recursive: true });
  let isStuck = false;
  const embedder = startWorker<EmbedderCalls>('embedder', {
    data: { files: storeFiles(dataDir), modelsDir },
    log: silentLog,
    open: workerOpener(port, processes.handle),
    idleMs: 600_000,
    stuck: { busyMs: () => (isStuck ? 1 : 0), limitMs: () => 0 },
  });
  t.after(() => embedder.stop());
  const ends = () => desktop.processes.map(({ signalCode, exitCode }) => signalCode ?? exitCode);

  await embedder.ask('check', { profile, folder });
  await assert.rejects(embedder.ask('check', { profile, folder: testFolder() }), { code: 'model_unusable' });
  assert.deepEqual(ends(), [null]);

  const hung = embedder.ask('embedQuery', { model, text: endlessWord });
  isStuck = true;
  await assert.rejects(hung, { code: 'worker_crashed', retryable: true });
  isStuck = false;
  await until('its process has ended', () => ends()[0] === 'SIGKILL');

  await until('another one answers', async () => {
    return embedder.ask('check', { profile, folder }).then(
      () => true,
      () => false,
    );
  });
  processes.killAll();
  await until('it has ended with the daemon', () => ends()[1] === 'SIGKILL');

  await until('a third one answers', async () => {
    return embedder.ask('check', { profile, folder }).then(
      () => true,
      () => false,
    );
  });
  await embedder.stop();
  assert.equal(ends().length, 3);
  // In good order, or killed where a busy computer does not let it end in time.
  await until('it has ended', () => ends()[2] !== null);
});

function sha256Of(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
