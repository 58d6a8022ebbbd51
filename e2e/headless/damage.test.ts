import assert from 'node:assert/strict';
import { closeSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { until } from '../../daemon/test-until.ts';
import { connectToDegraded } from '../faults/degraded-client.ts';
import { startTestProcess } from './test-process.ts';

/** Overwrites the first page of mail.db, so that it is no database. */
function destroy(dataDir: string): void {
  const descriptor = openSync(join(dataDir, 'mail.db'), 'r+');
  writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, 0);
  closeSync(descriptor);
}

/** Folders with a stored backup and a mail database that is no database. */
async function destroyedStore(t: TestContext) {
  const daemon = await startTestProcess(t);
  const made = await daemon.posthorn('backup');
  assert.equal(made.code, 0, made.err);
  await daemon.stop();
  destroy(daemon.files.data);
  const [backup = ''] = readdirSync(join(daemon.files.data, 'backups'));
  return { folder: join(daemon.files.data, '..'), backup, daemon };
}

const statusOf = async (daemon: { ask: (path: string) => Promise<Response> }) =>
  (await (await daemon.ask('/admin/status')).json()) as { degraded: boolean; repair_required: boolean };

test('a daemon whose mail database is destroyed answers on HTTP, names the repair on the command line, and restores a backup', async (t) => {
  const { folder, backup } = await destroyedStore(t);
  const daemon = await startTestProcess(t, { folder });
  assert.match(daemon.linesWritten, /^Posthorn is at http/);
  const { degraded, repair_required } = await statusOf(daemon);
  assert.deepEqual([degraded, repair_required], [true, true]);
  const mailbox = await daemon.ask('/mail/mailbox');
  const problem = (await mailbox.json()) as { code: string; error: string };
  assert.deepEqual([mailbox.status, problem.code], [503, 'store_damaged']);
  assert.match(problem.error, /damaged.*posthorn repair/);
  assert.deepEqual(await connectToDegraded(daemon.port()), []);

  assert.match((await daemon.posthorn('status')).out, /damaged.*posthorn repair/s);
  const state = await daemon.posthorn('repair');
  assert.equal(state.code, 1);
  assert.match(state.out, /posthorn restore NAME/);
  assert.match((await daemon.posthorn('restore')).out, new RegExp(backup));
  const restored = await daemon.posthorn('restore', backup);
  assert.deepEqual([restored.code, restored.err], [0, '']);
  assert.match(restored.out, /Posthorn is running again/);
  assert.deepEqual((await daemon.posthorn('repair')).out, 'The mail database is in order.\n');
  assert.equal((await daemon.stop()).code, 0);
});

test('a backup is restored and a store is started over while no daemon runs', async (t) => {
  const { folder, backup, daemon } = await destroyedStore(t);
  const state = await daemon.posthorn('repair');
  assert.match(state.out, /damaged/);
  const restored = await daemon.posthorn('restore', backup);
  assert.deepEqual([restored.code, restored.err], [0, '']);
  const running = await startTestProcess(t, { folder });
  await until('the store is in order', async () => !(await statusOf(running)).degraded);
  await running.stop();

  destroy(running.files.data);
  const started = await daemon.posthorn('repair', 'start-over');
  assert.deepEqual([started.code, started.err], [0, '']);
  const again = await startTestProcess(t, { folder });
  assert.equal((await statusOf(again)).degraded, false);
  assert.equal((await again.stop()).code, 0);
});
