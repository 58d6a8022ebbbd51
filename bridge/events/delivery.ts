import { isVisibleTo, type Event } from '../../daemon/contract/events.ts';
import { textFrames } from './frames.ts';
import type { Audience } from './source.ts';

/** What one audience is told of what was recorded in one moment. */
export type Delivery = {
  count: number;
  /** The frames, joined: an event each, or for clients that asked for batches an array of events each. */
  bytes(isBatched: boolean): Buffer;
};

const maxBatchSize = 100;

/** Deliveries of these events. Each is written once, however many clients an audience has. */
export function deliveriesOf(events: readonly Event[]): (audience: Audience) => Delivery {
  const serialized = events.map((event) => ({ event, text: JSON.stringify(event) }));
  const cache = new Map<string, Delivery>();
  return (audience) => {
    const name = audience ? [...audience].toSorted().join(' ') : 'everything';
    const cached = cache.get(name);
    if (cached) return cached;
    const visible = audience ? serialized.filter(({ event }) => isVisibleTo(event, audience)) : serialized;
    const delivery = deliveryOf(visible.map(({ text }) => text));
    cache.set(name, delivery);
    return delivery;
  };
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
