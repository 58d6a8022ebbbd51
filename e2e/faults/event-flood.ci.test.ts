import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runEventFlood } from './event-flood.ts';

test('of forty clients, those that keep up or reconnect miss nothing; slow clients learn how many events they missed', async (t) => {
  const { reports, faults } = await runEventFlood({
    readers: { 'keeps up': 32, slow: 4, cut: 4 },
    events: 2_000,
    meanEventLength: 5_000,
  });
  assert.deepEqual(faults, []);
  const of = (kind: string) => reports.filter((reading) => reading.kind === kind);
  assert.ok(of('slow').every(({ missed }) => missed > 0));
  assert.ok(of('cut').every(({ cuts }) => cuts > 0));
  t.diagnostic(
    `the slow ones missed ${of('slow')
      .map(({ missed }) => missed)
      .join(', ')} events`,
  );
});
