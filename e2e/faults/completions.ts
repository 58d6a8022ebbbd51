import { until } from '../../daemon/test-ceiling.ts';
import { openEventLine, type EventLine } from '../peers/event-line.ts';
import type { DaemonProcess } from '../process.ts';

/** Keeps count of what clients are told of the end of mutations, through daemons that come and go. */
export type Completions = {
  /** A mutation was made. */
  expect(mutation_id: string): void;
  /** Listens to a daemon from now on, the one before is gone: what it had not told yet, it may never have. */
  follow(daemon: DaemonProcess): Promise<void>;
  /** What is wrong with what was told by the time when all is complete, a sentence each. */
  faults(): Promise<string[]>;
  close(): void;
};

export function countCompletions(): Completions {
  const told = new Map<string, number>();
  const waiting = new Set<string>();
  const excused = new Set<string>();
  let line: EventLine | undefined;

  const listen = () => {
    for (const event of line?.heard ?? []) {
      if (event.event !== 'MutationCompleted' || event.mutation_id === null) continue;
      told.set(event.mutation_id, (told.get(event.mutation_id) ?? 0) + 1);
      waiting.delete(event.mutation_id);
    }
    line?.forget();
  };

  return {
    expect(mutation_id) {
      listen();
      if (!told.has(mutation_id)) waiting.add(mutation_id);
    },
    async follow(daemon) {
      listen();
      line?.close();
      for (const mutation_id of waiting) excused.add(mutation_id);
      line = await openEventLine(daemon);
    },
    async faults() {
      const missing = () => [...waiting].filter((id) => !excused.has(id));
      const never = await until('every end was told', async () => {
        listen();
        return missing().length === 0;
      }).then(() => [], missing);
      const twice = [...told].filter(([, times]) => times > 1).map(([id]) => id);
      return [
        ...twice.map((id) => `That the mutation ${id} is complete was told ${told.get(id)} times.`),
        ...never.map((id) => `That the mutation ${id} is complete was never told.`),
      ];
    },
    close: () => line?.close(),
  };
}
