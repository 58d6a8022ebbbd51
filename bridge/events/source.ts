import type { Event } from '../../daemon/contract/events.ts';
import type { Caller } from '../../daemon/handler-types.ts';

/** The accounts whose events the caller may see, by public id; undefined means all accounts. */
export type Audience = ReadonlySet<string> | undefined;

/** The source of events: `events` of the daemon. Recording and announcing are one synchronous step. */
export type EventSource = {
  subscribe(listener: (events: readonly Event[]) => void): () => void;
  /** The events recorded after `seq`, oldest first, in parts. */
  after(seq: number): Event[];
  /** The number of the oldest event that is still recorded, and of the newest event ever. */
  range(): { first: number; last: number };
  /** The accounts whose events a caller may see now. Throws `Failure` if it may see none. */
  visibleAccountIds(caller: Caller): Audience;
  /** The listener is called when callers may have lost rights. */
  onCallersChange(listener: () => void): () => void;
};
