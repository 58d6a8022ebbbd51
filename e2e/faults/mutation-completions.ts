import { until } from '../../daemon/test-until.ts';
import { openEventStream, type EventStream } from '../peers/support/event-stream.ts';
import type { DaemonProcess } from '../daemon-process.ts';

/** Counts the announced ends of mutations, across restarts of the daemon. */
export type MutationCompletions = {
  /** Records that a mutation was made. */
  expect(mutation_id: string): void;
  /** Listens to a new daemon from now on; announcements that the previous one had not sent yet may never come. */
  follow(daemon: DaemonProcess): Promise<void>;
  /** Faults in the announcements when all mutations are complete, a sentence each. */
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
      const unannounced = await until('every end was announced', async () => {
        readEvents();
        return missing().length === 0;
      }).then(() => [], missing);
      const repeated = [...counts].filter(([, times]) => times > 1).map(([id]) => id);
      return [
        ...repeated.map((id) => `That the mutation ${id} is complete was announced ${counts.get(id)} times.`),
        ...unannounced.map((id) => `That the mutation ${id} is complete was never announced.`),
      ];
    },
    close: () => stream?.close(),
  };
}
