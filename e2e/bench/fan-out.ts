/**
 * `npm run bench -- fan-out [--events 10000] [--clients 50] [--pairs 5]`: the time from the announcement of events until
 * all clients, in another process, have them: Posthorn, with its event log, against a server that serializes each event
 * anew for each client (goal 18).
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FanOutClients } from './peers/fan-out-clients.ts';
import { token } from './peers/fan-out-event.ts';
import { median, printComparisons } from './report/table.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '50' },
    pairs: { type: 'string', default: '5' },
  },
});
const [events, clients, pairs] = [Number(values.events), Number(values.clients), Number(values.pairs)];

const programs = {
  ours: 'posthorn/fan-out.ts',
  naive: 'peers/naive-fan-out.ts',
  clients: 'peers/fan-out-clients.ts',
};
const bearer = ['bearer', token];
const frames = await openRun(programs.ours, bearer);
const batches = await openRun(programs.ours, ['events.batch', ...bearer]);
const naive = await openRun(programs.naive, []);
const times = { frames: [] as number[], batches: [] as number[], naive: [] as number[] };
try {
  // The first run of each side is a warm-up.
  for (let pair = 0; pair <= pairs; pair++) {
    for (const [name, run] of Object.entries({ frames, batches, naive })) {
      const milliseconds = await run.once();
      if (pair > 0) times[name as keyof typeof times].push(milliseconds);
    }
  }
} finally {
  for (const run of [frames, batches, naive]) run.stop();
}
const peer = { name: 'a string a client', value: median(times.naive) };
printComparisons(`${events} events to ${clients} clients, median of ${pairs} (goal 18)`, [
  { name: 'one event a frame', unit: 'ms', ours: median(times.frames), peer, goal: { timesFaster: 4 } },
  {
    name: 'in batches, for clients that ask for them',
    unit: 'ms',
    ours: median(times.batches),
    peer,
    goal: { timesFaster: 4 },
  },
]);

/** A server and its clients, each side in a process of its own. */
async function openRun(program: string, protocols: string[]) {
  const server = forked(program);
  const [port] = (await once(server, 'message')) as [number];
  const crowd = forked(programs.clients);
  crowd.send({ port, clients, protocols, events } satisfies FanOutClients);
  await once(crowd, 'message');
  return {
    /** Milliseconds until all clients have all events. */
    async once(): Promise<number> {
      const began = performance.now();
      server.send(events);
      await once(crowd, 'message');
      return performance.now() - began;
    },
    stop(): void {
      crowd.disconnect();
      server.disconnect();
    },
  };
}

function forked(program: string): ChildProcess {
  const child = fork(join(import.meta.dirname, program));
  child.on('exit', (code) => {
    if (code) throw new Error(`${program} ended with ${code}.`);
  });
  return child;
}
