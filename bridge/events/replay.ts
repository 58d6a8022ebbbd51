import { instantOf, type Clock } from '../../daemon/base/clock.ts';
import type { Event } from '../../daemon/contract/events.ts';
import { send, type EventClient } from './client.ts';
import { deliveriesOf } from './delivery.ts';
import type { EventSource } from './source.ts';

type ReplayDeps = { events: EventSource; clock: Clock };

/**
 * Gives a client the next part of what was recorded before. Where nothing is left it is told things as they happen from
 * then on: the next event to be told is the next one it needs. What it asks for and is recorded no more, it has missed.
 */
export function replayPart(client: EventClient, since: number, { events, clock }: ReplayDeps): void {
  const audience = events.visibleAccountIds(client.caller);
  const { first, last } = events.range();
  const isRecorded = since >= first - 1 && since <= last;
  const part = isRecorded ? events.after(since) : [];
  client.replayPosition = part.at(-1)?.seq;
  send(client, deliveriesOf(part)(audience));
  // How many of the others were for this audience, nobody knows any more.
  if (!isRecorded) sendLagged(client, audience ? 1 : Math.max(1, last - since), { events, clock });
}

/** Tells a client that had no room for some events how many, once it has read what was waiting. */
export function sendSkippedCount(client: EventClient, deps: ReplayDeps): void {
  const { skipped } = client;
  client.skipped = 0;
  if (skipped > 0) sendLagged(client, skipped, deps);
}

function sendLagged(client: EventClient, skipped: number, { events, clock }: ReplayDeps): void {
  const lagged: Event = { event: 'EventsLagged', skipped, seq: events.range().last, ts: instantOf(clock.now()) };
  send(client, deliveriesOf([lagged])(undefined));
}
