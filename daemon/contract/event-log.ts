import { z } from 'zod';
import { count, text, uuid } from './fields.ts';

export const eventLevel = z.enum(['info', 'warn', 'error']);

export const eventCategories = ['client', 'config', 'index', 'job', 'mail', 'operation', 'sync'] as const;

/** One recorded event (wire-contract, section 14.14). */
export const eventLogEntry = z
  .object({
    seq: count.describe('Its number on the event socket'),
    event: text('SyncFinished', 'Its kind on the event socket'),
    timestamp: z.int().meta({ description: 'Unix seconds', examples: [1_773_129_600] }),
    level: eventLevel,
    category: z.enum(eventCategories),
    summary: text('A sync pass ended: 3 new messages.'),
    details: text('mail.example.org doesn’t answer.').nullable(),
    account_id: uuid().nullable(),
    message_id: uuid('Where the event is about one message alone').nullable(),
    rule_id: uuid().nullable(),
  })
  .meta({ id: 'EventLogEntry', description: 'One event that was recorded, in words' });
export type EventLogEntry = z.output<typeof eventLogEntry>;
