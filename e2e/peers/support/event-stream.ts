import type { Event, EventKind } from '../../../daemon/contract/events.ts';
import { waitLimitMs } from '../../../daemon/test-until.ts';
import type { DaemonProcess } from '../../daemon-process.ts';

type EventOf<Kind extends EventKind> = Extract<Event, { event: Kind }>;

/** The daemon's events, as a client of its WebSocket receives them. */
export type EventStream = {
  /** All events since the connection was opened or `forget` was called, in order. */
  readonly received: readonly Event[];
  clear(): void;
  /** The first event of a kind that `is` accepts, received earlier or later. Throws after `within` ms. */
  next<Kind extends EventKind>(
    kind: Kind,
    predicate?: (event: EventOf<Kind>) => boolean,
    timeoutMs?: number,
  ): Promise<EventOf<Kind>>;
  close(): void;
};

export async function openEventStream({ port, token }: Pick<DaemonProcess, 'port' | 'token'>): Promise<EventStream> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/events`, ['bearer', token]);
  const received: Event[] = [];
  const listeners = new Set<() => void>();
  socket.addEventListener('message', ({ data }) => {
    received.push(JSON.parse(String(data)) as Event);
    for (const listener of listeners) listener();
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('The event socket was refused.')));
  });

  return {
    received,
    clear: () => void received.splice(0),
    next: <Kind extends EventKind>(
      kind: Kind,
      predicate: (event: EventOf<Kind>) => boolean = () => true,
      timeoutMs = waitLimitMs,
    ) =>
      new Promise<EventOf<Kind>>((resolve, reject) => {
        const settle = (): boolean => {
          const found = received.find(
            (event): event is EventOf<Kind> => event.event === kind && predicate(event as EventOf<Kind>),
          );
          if (found) resolve(found);
          return found !== undefined;
        };
        if (settle()) return;
        const end = () => {
          clearTimeout(timer);
          listeners.delete(check);
        };
        const check = () => settle() && end();
        const timer = setTimeout(() => {
          end();
          const kinds = received.map(({ event }) => event).join(', ');
          reject(new Error(`No ${kind} came within ${timeoutMs} ms. Heard: ${kinds || 'nothing'}.`));
        }, timeoutMs);
        listeners.add(check);
      }),
    close: () => socket.close(),
  };
}
