import { isVisibleTo } from '../../daemon/contract/event-visibility.ts';
import type { Event } from '../../daemon/contract/events.ts';
import { textFrames } from './frames.ts';
import type { Audience } from './source.ts';

/** How events are written: WebSocket frames of one event, frames of arrays of events, or server-sent events. */
export type EventFormat = 'frames' | 'batches' | 'eventStream';

/** What one audience receives of the events that were recorded together. */
export type Delivery = {
  count: number;
  /** All of them in this format. */
  bytes(format: EventFormat): Buffer;
};

const maxBatchSize = 100;

/** The deliveries of these events. Each event is serialized once, whatever the number of clients in an audience. */
export function deliveriesOf(events: readonly Event[]): (audience: Audience) => Delivery {
  const serialized: SerializedEvent[] = events.map((event) => ({ event, text: textOf(event) }));
  const cache = new Map<string, Delivery>();
  return (audience) => {
    const name = audience ? JSON.stringify({ ...audience, accounts: [...audience.accounts].toSorted() }) : 'everything';
    const cached = cache.get(name);
    if (cached) return cached;
    const visible = audience ? serialized.filter(({ event }) => isVisibleTo(event, audience)) : serialized;
    const delivery = deliveryOf(visible);
    cache.set(name, delivery);
    return delivery;
  };
}

function textOf({ actor: _actor, ...event }: Event): string {
  return JSON.stringify(event);
}

type SerializedEvent = { event: Event; text: string };

function deliveryOf(events: readonly SerializedEvent[]): Delivery {
  const formatted: Partial<Record<EventFormat, Buffer>> = {};
  return { count: events.length, bytes: (format) => (formatted[format] ??= writers[format](events)) };
}

const writers: Record<EventFormat, (events: readonly SerializedEvent[]) => Buffer> = {
  frames: (events) => textFrames(events.map(({ text }) => text)),
  batches: (events) => textFrames(batchesOf(events.map(({ text }) => text))),
  // JSON has no line breaks, so each event is one `data` line (HTML, 9.2.6).
  eventStream: (events) => Buffer.from(events.map(({ event, text }) => `id: ${event.seq}\ndata: ${text}\n\n`).join('')),
};

function batchesOf(texts: readonly string[]): string[] {
  const arrays: string[] = [];
  for (let at = 0; at < texts.length; at += maxBatchSize)
    arrays.push(`[${texts.slice(at, at + maxBatchSize).join(',')}]`);
  return arrays;
}
