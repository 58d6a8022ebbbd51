import { instantOf } from '../../base/clock.ts';
import { localTime } from '../../base/local-time.ts';
import type { RelationshipProfile } from '../../contract/relationship.ts';
import type { CorrespondenceMessage } from '../contacts/correspondence.ts';

type Statistics = RelationshipProfile['statistics'];
type Message = Pick<CorrespondenceMessage, 'thread' | 'sort_key'>;
/** What the user and a person sent to each other, both the oldest first. */
export type Correspondence<Each extends Message = CorrespondenceMessage> = {
  received: readonly Each[];
  sent: readonly Each[];
};

const daySeconds = 86_400;
const monthCount = 12;

/** What a correspondence amounts to, which is not empty. */
export function statisticsOf(
  { received, sent }: Correspondence<Message>,
  { now, zone }: { now: Date; zone: string | undefined },
): Statistics {
  const times = [...received, ...sent].map(({ sort_key }) => sort_key);
  const yours = replySeconds(received, sent);
  const theirs = replySeconds(sent, received);
  return {
    received_count: received.length,
    sent_count: sent.length,
    conversation_count: new Set([...received, ...sent].map(({ thread }) => thread)).size,
    first_at: instantOfSeconds(times.reduce((first, time) => Math.min(first, time), Number.MAX_SAFE_INTEGER)),
    last_at: instantOfSeconds(times.reduce((last, time) => Math.max(last, time), 0)),
    last_received_at: newestOf(received),
    last_sent_at: newestOf(sent),
    their_cadence_days_p50: cadenceOf(received),
    your_cadence_days_p50: cadenceOf(sent),
    your_reply_count: yours.length,
    your_reply_seconds_p50: medianOf(yours) ?? null,
    their_reply_count: theirs.length,
    their_reply_seconds_p50: medianOf(theirs) ?? null,
    months: monthsOf({ received, sent }, now, zone),
  };
}

/** The days between one message and the next, half of the time; null for fewer than three messages. */
function cadenceOf(messages: readonly Message[]): number | null {
  const middle = messages.length < 3 ? undefined : medianOf(intervalsOf(messages));
  return middle === undefined ? null : Math.round((10 * middle) / daySeconds) / 10;
}

function intervalsOf(messages: readonly Message[]): number[] {
  return messages.slice(1).map(({ sort_key }, index) => sort_key - (messages[index]?.sort_key ?? sort_key));
}

/**
 * How long answers took, in seconds. In a conversation, the next message of the other side answers the newest one before it: of several
 * messages in a row only the last is answered.
 */
function replySeconds(asked: readonly Message[], answers: readonly Message[]): number[] {
  const answersIn = Map.groupBy(answers, ({ thread }) => thread);
  return [...Map.groupBy(asked, ({ thread }) => thread)].flatMap(([thread, messages]) => {
    const later = answersIn.get(thread) ?? [];
    return messages.flatMap(({ sort_key }, index) => {
      const until = messages[index + 1]?.sort_key ?? Number.POSITIVE_INFINITY;
      const answer = later.find((each) => each.sort_key > sort_key && each.sort_key < until);
      return answer ? [answer.sort_key - sort_key] : [];
    });
  });
}

/** The lower of two in the middle. */
function medianOf(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)];
}

function monthsOf(
  { received, sent }: Correspondence<Message>,
  now: Date,
  zone: string | undefined,
): Statistics['months'] {
  const monthOf = (seconds: number) => new Date(localTime(seconds * 1000, zone)).toISOString().slice(0, 7);
  const countsOf = (messages: readonly Message[]) => Map.groupBy(messages, ({ sort_key }) => monthOf(sort_key));
  const since = now.getTime() / 1000 - (monthCount + 1) * 31 * daySeconds;
  const recent = (messages: readonly Message[]) => messages.filter(({ sort_key }) => sort_key >= since);
  const [inbound, outbound] = [countsOf(recent(received)), countsOf(recent(sent))];
  const today = new Date(localTime(now.getTime(), zone));
  return Array.from({ length: monthCount }, (_, index) => {
    const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1 + index - monthCount, 1));
    const month = first.toISOString().slice(0, 7);
    return { month, received_count: inbound.get(month)?.length ?? 0, sent_count: outbound.get(month)?.length ?? 0 };
  });
}

/** So many messages tell how often two people write. */
const minMessages = 8;
/** A correspondence is not rare for this long, however often they used to write. */
const minGapDays = 21;
/** It has become rare when it is silent so many times as long as usual. */
const silence = 4;

/** Whether a correspondence that was regular is silent for much longer than usual. */
export function driftOf(
  { received, sent }: Correspondence<Message>,
  { now, reason }: { now: Date; reason: (days: { usual: number; silent: number }) => string },
): RelationshipProfile['drift'] {
  const both = [...received, ...sent].toSorted((one, other) => one.sort_key - other.sort_key);
  const last = both.at(-1)?.sort_key ?? 0;
  if (received.length < minMessages / 2 || sent.length < minMessages / 2) return null;
  // Messages of a single day are one exchange.
  const days = [...new Set(both.map(({ sort_key }) => Math.floor(sort_key / daySeconds)))];
  const gaps = days.slice(1).map((day, index) => day - (days[index] ?? day));
  const usual = gaps.length < 4 ? undefined : medianOf(gaps);
  if (usual === undefined) return null;
  const limit = Math.max(minGapDays, usual * silence);
  const silent = Math.floor(now.getTime() / 1000 / daySeconds) - Math.floor(last / daySeconds);
  if (silent < limit) return null;
  return { detected_at: instantOfSeconds(last + limit * daySeconds), reason: reason({ usual, silent }) };
}

function newestOf(messages: readonly Message[]): string | null {
  const newest = messages.at(-1);
  return newest ? instantOfSeconds(newest.sort_key) : null;
}

export function instantOfSeconds(seconds: number): string {
  return instantOf(new Date(seconds * 1000));
}
