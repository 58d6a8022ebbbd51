import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { until } from '../../daemon/test-until.ts';
import { startTestProcess } from './test-process.ts';

test('a restore restarts the daemon in its process, on the same port, and closes sockets with 1001', async (t) => {
  const daemon = await startTestProcess(t);
  const port = daemon.port();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/events?token=${daemon.token()}`);
  await once(socket, 'open');
  await daemon.ask('/admin/backups', 'POST');
  const names = async () => {
    const { backups } = (await (await daemon.ask('/admin/backups')).json()) as { backups: { name: string }[] };
    return backups.map(({ name }) => name);
  };
  let found: string[] = [];
  await until('the backup is listed', async () => {
    found = await names();
    return found.length > 0;
  });

  const [line, closed] = [daemon.line(), once(socket, 'close')];
  const restore = () => daemon.ask(`/admin/backups/${found[0]}/restore`, 'POST');
  let status = 0;
  // A backup is listed a moment before its job has ended.
  await until('the job has ended', async () => {
    ({ status } = await restore());
    return status !== 409;
  });
  assert.equal(status, 200);
  const [{ code }] = (await closed) as [CloseEvent];
  assert.equal(code, 1001);
  assert.equal(await line, daemon.linesWritten);
  assert.equal(daemon.port(), port);
  assert.equal((await daemon.ask('/admin/status')).status, 200);
  assert.equal((await daemon.stop()).code, 0);
});

test('the command line makes a backup, lists it and restores it', async (t) => {
  const config = '[accounts.me]\nname = "Me"\nemail = "me@example.test"\nsync = { type = "fake" }\n';
  const daemon = await startTestProcess(t, { config });
  const backup = await daemon.posthorn('backup');
  assert.equal(backup.code, 0);
  const name = /^Made (posthorn-\S+) \(/m.exec(backup.out)?.[1] ?? '';
  assert.match(name, /^posthorn-/);
  const listed = await daemon.posthorn('restore');
  assert.match(listed.out, new RegExp(`^ {2}${name} `, 'm'));
  const unknown = await daemon.posthorn('restore', '../config');
  assert.deepEqual([unknown.code, unknown.out], [5, '']);
  assert.match(unknown.err, /no such backup/i);
  const restored = await daemon.posthorn('restore', name);
  assert.deepEqual([restored.code, restored.err], [0, '']);
  assert.match(restored.out, new RegExp(`^Restored ${name}\\.$`, 'm'));
  assert.equal((await daemon.ask('/admin/status')).status, 200);
  assert.equal((await daemon.stop()).code, 0);
});
