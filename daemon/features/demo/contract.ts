import { z } from 'zod';
import { requests } from '../../contract/define.ts';

export const demoRequests = requests('Trying Posthorn on made-up mail.', {
  get: {
    http: 'GET /platform/demo',
    summary: 'Whether this is a demo, and whether one can leave for it or come back from it.',
    effect: { safety: 'read' },
    scope: 'none',
    input: z.object({}),
    output: z.object({ on: z.boolean(), may_switch: z.boolean() }),
  },
  setMode: {
    http: 'POST /platform/demo',
    summary:
      'Leaves for a demo mailbox of made-up mail, or comes back from it. The daemon starts anew at the same address with ' +
      'another token; the accounts of the owner stay as they are and are not synced meanwhile.',
    effect: { safety: 'operate' },
    scope: 'none',
    people: true,
    input: z.object({ on: z.boolean().meta({ examples: [true] }) }),
    output: z.object({ scheduled: z.boolean().describe('False where it is so already') }),
    errors: { demo_fixed: ['conflict', 'It was started as a demo and has nothing to come back to.'] },
  },
});
