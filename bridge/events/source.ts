import { actorOf, type Viewer } from '../../daemon/contract/ownership.ts';
import type { Event } from '../../daemon/contract/events.ts';
import type { Caller } from '../../daemon/handler-types.ts';

/** Who receives events: a caller with the accounts it may see, by public id; undefined for the user, who receives all. */
export type Audience = Viewer | undefined;

/** The source of events: `events` of the daemon. Recording and announcing are one synchronous step. */
export type EventSource = {
  subscribe(listener: (events: readonly Event[]) => void): () => void;
  /** The events recorded after `seq`, oldest first, in parts. */
  after(seq: number): Event[];
  /** The number of the oldest event that is still recorded, and of the newest event ever. */
  range(): { first: number; last: number };
  /** The accounts whose events a caller may see now; undefined for the user. Throws `Failure` if it may see none. */
  visibleAccountIds(caller: Caller): ReadonlySet<string> | undefined;
  /** The listener is called when callers may have lost rights. */
  onCallersChange(listener: () => void): () => void;
};

/** The audience that a caller is part of. Throws what `visibleAccountIds` throws. */
export function audienceOf({ visibleAccountIds }: Pick<EventSource, 'visibleAccountIds'>, caller: Caller): Audience {
  const accounts = visibleAccountIds(caller);
  return accounts && { ...actorOf(caller), accounts };
}
