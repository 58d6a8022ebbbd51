import type { Event, EventKind } from '../../daemon/contract/events.ts';
import { ceilingMs } from '../../daemon/test-ceiling.ts';
import type { DaemonProcess } from '../process.ts';

type EventOf<Kind extends EventKind> = Extract<Event, { event: Kind }>;

/** What the daemon announces, as a client of its WebSocket hears it. */
export type EventLine = {
  /** Everything heard since the line was opened or `forget` was called, in order. */
  readonly heard: readonly Event[];
  forget(): void;
  /** The first event of a kind that `is` accepts, of those heard and those to come. Throws after `within` ms. */
  next<Kind extends EventKind>(
    kind: Kind,
    is?: (event: EventOf<Kind>) => boolean,
    within?: number,
  ): Promise<EventOf<Kind>>;
  close(): void;
};

export async function openEventLine({ port, token }: Pick<DaemonProcess, 'port' | 'token'>): Promise<EventLine> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/events`, ['bearer', token]);
  const heard: Event[] = [];
  const listeners = new Set<() => void>();
  socket.addEventListener('message', ({ data }) => {
    heard.push(JSON.parse(String(data)) as Event);
    for (const listener of listeners) listener();
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('The event socket was refused.')));
  });

  return {
    heard,
    forget: () => void heard.splice(0),
    next: <Kind extends EventKind>(
      kind: Kind,
      is: (event: EventOf<Kind>) => boolean = () => true,
      within = ceilingMs,
    ) =>
      new Promise<EventOf<Kind>>((resolve, reject) => {
        const settle = (): boolean => {
          const found = heard.find(
            (event): event is EventOf<Kind> => event.event === kind && is(event as EventOf<Kind>),
          );
          if (found) resolve(found);
          return found !== undefined;
        };
        if (settle()) return;
        const end = () => {
          clearTimeout(timer);
          listeners.delete(look);
        };
        const look = () => settle() && end();
        const timer = setTimeout(() => {
          end();
          const kinds = heard.map(({ event }) => event).join(', ');
          reject(new Error(`No ${kind} came within ${within} ms. Heard: ${kinds || 'nothing'}.`));
        }, within);
        listeners.add(look);
      }),
    close: () => socket.close(),
  };
}
