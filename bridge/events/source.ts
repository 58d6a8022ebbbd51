import type { Event } from '../../daemon/contract/events.ts';
import type { Caller } from '../../daemon/handler-types.ts';

/** The accounts whose events somebody may see, by public id; undefined where that is all of them. */
export type Audience = ReadonlySet<string> | undefined;

/** Where events come from: `events` of the daemon. Recording and telling are one step of this thread. */
export type EventSource = {
  subscribe(listener: (events: readonly Event[]) => void): () => void;
  /** What is recorded after `seq`, oldest first, a part at a time. */
  after(seq: number): Event[];
  /** The numbers of the oldest event that is still recorded and of the newest one ever. */
  range(): { first: number; last: number };
  /** Whose events a caller may see now. Throws `Failure` where it may see none. */
  visibleAccountIds(caller: Caller): Audience;
};
