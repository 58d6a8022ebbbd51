import { isAbout, type Event } from '../../daemon/contract/events.ts';
import { textFrames } from './frames.ts';
import type { Audience } from './source.ts';

/** What one audience is told of what was recorded in one moment. */
export type Delivery = {
  count: number;
  /** The frames, joined: an event each, or for clients that asked for batches an array of events each. */
  bytes(isBatched: boolean): Buffer;
};

const mostInArray = 100;

/** Deliveries of these events. Each is written once, however many clients an audience has. */
export function deliveriesOf(events: readonly Event[]): (audience: Audience) => Delivery {
  const told = events.map((event) => ({ event, text: JSON.stringify(event) }));
  const made = new Map<string, Delivery>();
  return (audience) => {
    const name = audience ? [...audience].toSorted().join(' ') : 'everything';
    const before = made.get(name);
    if (before) return before;
    const visible = audience ? told.filter(({ event }) => isAbout(event, audience)) : told;
    const delivery = deliveryOf(visible.map(({ text }) => text));
    made.set(name, delivery);
    return delivery;
  };
}

function deliveryOf(texts: readonly string[]): Delivery {
  let frames: Buffer | undefined;
  let batches: Buffer | undefined;
  return {
    count: texts.length,
    bytes: (isBatched) => (isBatched ? (batches ??= textFrames(arraysOf(texts))) : (frames ??= textFrames(texts))),
  };
}

function arraysOf(texts: readonly string[]): string[] {
  const arrays: string[] = [];
  for (let at = 0; at < texts.length; at += mostInArray)
    arrays.push(`[${texts.slice(at, at + mostInArray).join(',')}]`);
  return arrays;
}
