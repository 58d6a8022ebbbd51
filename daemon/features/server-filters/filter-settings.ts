import { z } from 'zod';

/** What the user sets: the vacation reply of an account, and its server filters. The header of the script contains it. */

/** A text of one line. A line break would end a comment or a header field. */
const line = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be one line')
    .refine((value) => value.isWellFormed(), { error: 'must be valid Unicode' });

const day = z.iso.date().nullable();

const maxReplyBytes = 64 * 1024;

export const vacationSetting = z
  .object({
    enabled: z.boolean(),
    from: day.describe('The first day of the reply; null where it begins at once').meta({ examples: ['2026-07-01'] }),
    until: day.describe('The last day of the reply; null where it has no end').meta({ examples: ['2026-07-14'] }),
    subject: line(200)
      .describe('Empty: the subject of the message that is answered, after “Auto:”')
      .meta({ examples: ['Out of the office'] }),
    text: z
      .string()
      .refine((value) => Buffer.byteLength(value) <= maxReplyBytes, { error: 'must have at most 64 KB' })
      .refine((value) => value.isWellFormed() && !/[^\P{Cc}\t\r\n]/u.test(value), {
        error: 'must have no control characters',
      })
      .meta({ examples: ['I am back on 15 July.'] }),
    days: z
      .int()
      .min(1)
      .max(30)
      .describe('A correspondent gets one reply in this many days')
      .meta({ examples: [7] }),
  })
  .meta({ id: 'VacationReply' });

const condition = z
  .object({
    field: z.enum(['from', 'to', 'subject', 'list_id']).describe('`to` includes Cc'),
    contains: line(500)
      .min(1)
      .meta({ examples: ['@news.example.org'] }),
  })
  .meta({ id: 'ServerFilterCondition' });

export const filterRule = z
  .object({
    name: line(100)
      .describe('Empty: without a name')
      .meta({ examples: ['Newsletters'] }),
    enabled: z.boolean(),
    match: z.enum(['all', 'any']).describe('Whether all conditions must match, or one'),
    conditions: z.array(condition).min(1).max(20),
    move_to: line(500)
      .min(1)
      .nullable()
      .describe('The `provider_id` of a label; null: mail stays where it is')
      .meta({ examples: ['Newsletters'] }),
    mark_read: z.boolean(),
    stop: z.boolean().describe('Whether the filters below are not applied'),
  })
  .refine(({ move_to, mark_read, stop }) => move_to !== null || mark_read || stop, {
    error: 'must do something: `move_to`, `mark_read` or `stop`',
  })
  .meta({ id: 'ServerFilter' });

export const filterSettings = z.object({ vacation: vacationSetting, rules: z.array(filterRule).max(100) });
export type FilterSettings = z.output<typeof filterSettings>;
export type Vacation = FilterSettings['vacation'];
export type FilterRule = FilterSettings['rules'][number];

export const defaultSettings: FilterSettings = {
  vacation: { enabled: false, from: null, until: null, subject: '', text: '', days: 7 },
  rules: [],
};

/** Whether the script has to run. */
export function isAnythingOn({ vacation, rules }: FilterSettings): boolean {
  return vacation.enabled || rules.some(({ enabled }) => enabled);
}

/** Whether there is anything that the user would have to type again. */
export function isWorthKeeping({ vacation, rules }: FilterSettings): boolean {
  return rules.length > 0 || vacation.text.trim() !== '' || vacation.subject !== '';
}
