import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from './clock.ts';
import { hasNetwork, machineLoop, type Machine } from './machine.ts';

const second = 1000;

test('the machine loop detects sleep by elapsed time, and network arrival, loss and changes', async () => {
  const inner = movableClock('2026-03-10T08:00:00Z');
  let sleptMs = 0;
  let addresses: string[] | undefined = ['192.0.2.2'];
  const machine: Machine = {
    clock: { now: () => new Date(inner.now().getTime() + sleptMs), wait: inner.wait },
    addresses: () => addresses,
  };
  const reports: string[] = [];
  const stop = new AbortController();
  const { run } = machineLoop(machine, {
    onResumed: () => reports.push('resumed'),
    onNetworkChange: () => reports.push(`network: ${hasNetwork(machine)}`),
  });
  const running = run(stop.signal);
  const pass = async (change?: () => void) => {
    change?.();
    inner.advance(3 * second);
    await new Promise((resolve) => setImmediate(resolve));
    return reports.splice(0);
  };
  assert.deepEqual(await pass(), []);
  // A busy process is late too.
  assert.deepEqual(await pass(() => (sleptMs += 10 * second)), []);
  assert.deepEqual(await pass(() => (sleptMs += 3600 * second)), ['resumed']);
  assert.deepEqual(await pass(), []);
  assert.deepEqual(await pass(() => (addresses = [])), ['network: false']);
  assert.deepEqual(await pass(() => (addresses = ['192.0.2.3'])), ['network: true']);
  assert.deepEqual(await pass(() => (addresses = ['198.51.100.7'])), ['network: true']);
  // Without address information the machine counts as online.
  assert.deepEqual(await pass(() => (addresses = undefined)), ['network: true']);
  stop.abort();
  await running;
});
