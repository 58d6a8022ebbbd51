import { dayOf as dayOfDate } from '../../data/mutations/history-days.ts';

/** The day of an instant in the zone of this computer, as a date field has it: `2026-03-01`; empty for an empty text. */
export const dayOf = (instant: string): string => (instant === '' ? '' : dayOfDate(new Date(instant)));

/** The instant at which a day begins here; empty for an empty text. */
export const startOfDay = (day: string): string => (day === '' ? '' : new Date(`${day}T00:00`).toISOString());
