import { until } from '../../daemon/test-until.ts';
import { openEventStream, type EventStream } from '../peers/support/event-stream.ts';
import type { DaemonProcess } from '../daemon-process.ts';

/** Keeps count of what clients are told of the end of mutations, through daemons that come and go. */
export type MutationCompletions = {
  /** A mutation was made. */
  expect(mutation_id: string): void;
  /** Listens to a daemon from now on, the one before is gone: what it had not told yet, it may never have. */
  follow(daemon: DaemonProcess): Promise<void>;
  /** What is wrong with what was told by the time when all is complete, a sentence each. */
  faults(): Promise<string[]>;
  close(): void;
};

export function trackCompletions(): MutationCompletions {
  const counts = new Map<string, number>();
  const pending = new Set<string>();
  const excused = new Set<string>();
  let stream: EventStream | undefined;

  const readEvents = () => {
    for (const event of stream?.received ?? []) {
      if (event.event !== 'MutationCompleted' || event.mutation_id === null) continue;
      counts.set(event.mutation_id, (counts.get(event.mutation_id) ?? 0) + 1);
      pending.delete(event.mutation_id);
    }
    stream?.clear();
  };

  return {
    expect(mutation_id) {
      readEvents();
      if (!counts.has(mutation_id)) pending.add(mutation_id);
    },
    async follow(daemon) {
      readEvents();
      stream?.close();
      for (const mutation_id of pending) excused.add(mutation_id);
      stream = await openEventStream(daemon);
    },
    async faults() {
      const missing = () => [...pending].filter((id) => !excused.has(id));
      const unannounced = await until('every end was told', async () => {
        readEvents();
        return missing().length === 0;
      }).then(() => [], missing);
      const repeated = [...counts].filter(([, times]) => times > 1).map(([id]) => id);
      return [
        ...repeated.map((id) => `That the mutation ${id} is complete was told ${counts.get(id)} times.`),
        ...unannounced.map((id) => `That the mutation ${id} is complete was never told.`),
      ];
    },
    close: () => stream?.close(),
  };
}
