import type { z } from 'zod';
import type { CalendarEvent, ownAnswer } from '../../contract/calendar.ts';
import { isAnswerEffective, ownAnswersTo, type InviteAnswer } from './answers.ts';
import { answersTo, type Invite } from './invites.ts';
import type { ReadDb } from '../../store/db.ts';

/** An answer to an event: read in mail, or given by the user here (`own`), possibly before its mail is sent. */
export type Answer = {
  sequence: number;
  dtstamp: string;
  people: readonly { email: string; partstat: string | null }[];
  own?: InviteAnswer;
};

/** The answers to these events, by the id of the event, oldest first. */
export function answersOf(db: ReadDb, invite_ids: readonly string[]): Map<string, Answer[]> {
  const received = answersTo(db, invite_ids).map(({ metadata, ...answer }) => ({
    ...answer,
    people: eventOf({ metadata }).attendees,
  }));
  const own = ownAnswersTo(db, invite_ids).map((ownAnswer) => ({
    invite_id: ownAnswer.invite_id,
    sequence: ownAnswer.sequence,
    dtstamp: ownAnswer.answered_at,
    people: isAnswerEffective(ownAnswer) ? [{ email: ownAnswer.email, partstat: ownAnswer.partstat }] : [],
    own: ownAnswer,
  }));
  const all = [...received, ...own].toSorted(byVersion);
  return Map.groupBy(all, ({ invite_id }) => invite_id);
}

/**
 * The answers to an occurrence of a series, oldest first: to itself, and to the series. An answer to the series does not
 * apply to an occurrence that was changed later.
 */
export function answersToOccurrence(
  answers: ReadonlyMap<string, readonly Answer[]>,
  invite_id: string,
  { series, change }: { series: Pick<Invite, 'invite_id'>; change: Pick<Invite, 'sequence' | 'dtstamp'> | null },
): Answer[] {
  const toSeries = (answers.get(series.invite_id) ?? [])
    .filter(({ dtstamp }) => !change || dtstamp > change.dtstamp)
    .map((answer) => (change ? { ...answer, sequence: change.sequence } : answer));
  return [...(answers.get(invite_id) ?? []), ...toSeries].toSorted(byVersion);
}

function byVersion(a: Answer, b: Answer): number {
  return a.sequence - b.sequence || Number(a.dtstamp > b.dtstamp) - Number(a.dtstamp < b.dtstamp);
}

/**
 * The latest answers, by address in lower case. An answer to an earlier version of the event may not apply to this version.
 */
export function partstatsIn(answers: readonly Answer[], sequence: number): Map<string, string | null> {
  return new Map(
    answers
      .filter((answer) => answer.sequence >= sequence)
      .flatMap(({ people }) => people)
      .map(({ email, partstat }) => [email.toLowerCase(), partstat]),
  );
}

/** The user's last answer, unless it was cancelled or another program answered later. */
export function ownAnswerIn(
  { sequence, is_answer }: Pick<Invite, 'sequence' | 'is_answer'>,
  answers: readonly Answer[],
): z.output<typeof ownAnswer> | null {
  const currentAnswers = is_answer ? [] : answers.filter((answer) => answer.sequence >= sequence);
  const last = currentAnswers.findLast(({ own }) => own && own.state !== 'cancelled');
  if (!last?.own || last.own.state === 'cancelled') return null;
  const { email, state, partstat, comment, answered_at, trouble, draft_id, send_id } = last.own;
  const isSameAddress = (each: { email: string }) => each.email.toLowerCase() === email.toLowerCase();
  if (currentAnswers.some(({ own, dtstamp, people }) => !own && dtstamp > answered_at && people.some(isSameAddress)))
    return null;
  return { partstat, comment, answered_at, state, trouble, draft_id, send_id };
}

export function eventOf({ metadata }: Pick<Invite, 'metadata'>): CalendarEvent {
  return JSON.parse(metadata) as CalendarEvent;
}
