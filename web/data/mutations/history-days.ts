import type { MutationRecord } from './mutation-text.ts';

type HistoryDay = { day: string; records: MutationRecord[] };

/** Groups records, newest first, by their day in the time zone of this computer. */
export function historyDays(records: readonly MutationRecord[]): HistoryDay[] {
  const days = Map.groupBy(records, ({ made_at }) => dayOf(new Date(made_at)));
  return [...days].map(([day, ofDay]) => ({ day, records: ofDay }));
}

/** The day as `2026-11-20`. */
export function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The state of a mutation. */
export type RecordState = 'undone' | 'refused' | 'waiting' | 'done';

export function stateOf({ undone_by, failed, waiting }: MutationRecord): RecordState {
  if (undone_by !== null) return 'undone';
  if (failed > 0) return 'refused';
  return waiting > 0 ? 'waiting' : 'done';
}
