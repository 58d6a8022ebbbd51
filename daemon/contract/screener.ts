import { z } from 'zod';
import { text, uuid } from './fields.ts';

/** What is asked about an unknown sender (wire-contract, section 6). */
export const screenerQuestion = z
  .object({
    account_id: uuid(),
    sender_email: text('lucie@example.org'),
    question: text('Where should mail from Lucie Fabre go?'),
    choices: z.array(
      z.object({
        kind: z.enum(['people', 'paper_trail', 'reading', 'screened_out']),
        label: text('Messages'),
      }),
    ),
  })
  .meta({ id: 'ScreenerQuestion', description: 'The question about an unknown sender' });
export type ScreenerQuestion = z.output<typeof screenerQuestion>;
