import assert from 'node:assert/strict';
import { on, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../daemon/test-folder.ts';
import { utilityProcess } from './utility-process.ts';

/** Repeats what it receives, and says what it is. */
const program = `
process.parentPort.postMessage({ first: true });
setTimeout(() => process.parentPort.on('message', ({ data, ports }) => {
  if (data === 'function') {
    try { process.parentPort.postMessage({ call() {} }); } catch (thrown) { process.parentPort.postMessage(thrown.name); }
    return;
  }
  process.parentPort.postMessage({ data, ports, kind: data.bytes?.constructor.name, method: typeof data.made?.method });
}), 20);
`;

test('messages of the utility process are cloned as by a MessagePort, wait for a listener, and end with the process', async () => {
  const file = join(testFolder(), 'program.mjs');
  writeFileSync(file, program);
  const utility = utilityProcess.fork(file, []);
  class Made {
    value = 1;
    method() {}
  }
  const bytes = new ArrayBuffer(8);
  const arrived = on(utility, 'message')[Symbol.asyncIterator]();
  const next = async () => ((await arrived.next()).value as [Record<string, unknown>])[0];
  assert.throws(() => utility.postMessage({ call() {} }), { name: 'DataCloneError' });
  // Nothing has begun to listen on the other side yet.
  utility.postMessage({ bytes: Buffer.from('abc'), made: new Made() });
  utility.postMessage({ bytes, date: new Date(5), map: new Map([[1, 2]]) }, [bytes]);
  assert.equal(bytes.byteLength, 0, 'what was transferred is gone');
  assert.deepEqual(await next(), { first: true });
  const cloned = await next();
  assert.deepEqual([cloned['kind'], cloned['method'], cloned['ports']], ['Uint8Array', 'undefined', []]);
  const { data } = (await next()) as unknown as { data: { bytes: ArrayBuffer; date: Date; map: Map<number, number> } };
  assert.deepEqual([data.bytes.byteLength, data.date.getTime(), data.map.get(1)], [8, 5, 2]);
  utility.postMessage('function');
  assert.equal(await next(), 'DataCloneError');

  const ended = once(utility, 'exit');
  utility.kill();
  await ended;
  assert.equal('pid' in utility && utility.pid, undefined);
  utility.postMessage({ after: 'the end' });
});
