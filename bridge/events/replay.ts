import { instantOf, type Clock } from '../../daemon/base/clock.ts';
import type { Event } from '../../daemon/contract/events.ts';
import { send, type EventClient } from './client.ts';
import { deliveriesOf } from './delivery.ts';
import { audienceOf } from './source.ts';
import type { EventSource } from './source.ts';

type ReplayDeps = { events: EventSource; clock: Clock };

/**
 * Sends a client the next part of the recorded events. If nothing is left, it receives events live from then on: the next
 * announced event is the next one it needs. Requested events that are no longer recorded count as missed.
 */
export function replayPart(client: EventClient, since: number, { events, clock }: ReplayDeps): void {
  const audience = audienceOf(events, client.caller);
  const { first, last } = events.range();
  const isRecorded = since >= first - 1 && since <= last;
  const part = isRecorded ? events.after(since) : [];
  client.replayPosition = part.at(-1)?.seq;
  send(client, deliveriesOf(part)(audience));
  // The number of other events for this audience is no longer known.
  if (!isRecorded) sendLagged(client, audience ? 1 : Math.max(1, last - since), { events, clock });
}

/** Reports the number of missed events to a client that had no room for them, once it has read what was waiting. */
export function sendSkippedCount(client: EventClient, deps: ReplayDeps): void {
  const { skipped } = client;
  client.skipped = 0;
  if (skipped > 0) sendLagged(client, skipped, deps);
}

function sendLagged(client: EventClient, skipped: number, { events, clock }: ReplayDeps): void {
  const lagged: Event = { event: 'EventsLagged', skipped, seq: events.range().last, ts: instantOf(clock.now()) };
  send(client, deliveriesOf([lagged])(undefined));
}
