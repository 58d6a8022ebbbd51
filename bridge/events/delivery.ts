import { isVisibleTo } from '../../daemon/contract/event-visibility.ts';
import type { Event } from '../../daemon/contract/events.ts';
import { textFrames } from './frames.ts';
import type { Audience } from './source.ts';

/** What one audience receives of the events that were recorded together. */
export type Delivery = {
  count: number;
  /** The joined frames: one per event, or one per array of events for clients that asked for batches. */
  bytes(isBatched: boolean): Buffer;
};

const maxBatchSize = 100;

/** The deliveries of these events. Each event is serialized once, whatever the number of clients in an audience. */
export function deliveriesOf(events: readonly Event[]): (audience: Audience) => Delivery {
  const serialized = events.map((event) => ({ event, text: textOf(event) }));
  const cache = new Map<string, Delivery>();
  return (audience) => {
    const name = audience ? JSON.stringify({ ...audience, accounts: [...audience.accounts].toSorted() }) : 'everything';
    const cached = cache.get(name);
    if (cached) return cached;
    const visible = audience ? serialized.filter(({ event }) => isVisibleTo(event, audience)) : serialized;
    const delivery = deliveryOf(visible.map(({ text }) => text));
    cache.set(name, delivery);
    return delivery;
  };
}

function textOf({ actor: _actor, ...event }: Event): string {
  return JSON.stringify(event);
}

function deliveryOf(texts: readonly string[]): Delivery {
  let frames: Buffer | undefined;
  let batches: Buffer | undefined;
  return {
    count: texts.length,
    bytes: (isBatched) => (isBatched ? (batches ??= textFrames(batchesOf(texts))) : (frames ??= textFrames(texts))),
  };
}

function batchesOf(texts: readonly string[]): string[] {
  const arrays: string[] = [];
  for (let at = 0; at < texts.length; at += maxBatchSize)
    arrays.push(`[${texts.slice(at, at + maxBatchSize).join(',')}]`);
  return arrays;
}
