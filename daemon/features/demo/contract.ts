import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { accountId, instant, instantOut, uuid } from '../../contract/fields.ts';

const demoFault = z.enum(['offline', 'too_many_requests', 'sign_in_expired']).meta({
  id: 'DemoFault',
  description:
    'How the mail servers of an account fail: they cannot be reached, they refuse because of too many requests (as with ' +
    'HTTP status 429), or they no longer accept the sign-in',
});
export type DemoFault = z.output<typeof demoFault>;

const demoControls = z
  .object({
    now: instantOut.describe('The time of the demo'),
    offset_ms: z.int().nonnegative().describe('How far that is ahead of the computer, in milliseconds'),
    faults: z.array(z.object({ account_id: uuid(), fault: demoFault })).describe('The accounts with a fault'),
  })
  .meta({ id: 'DemoControlsData' });

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
  controls: {
    http: 'GET /platform/demo/controls',
    summary: 'The clock of the demo, and which of its mail servers fail. Only demo instances have this request.',
    effect: { safety: 'read' },
    scope: 'none',
    people: true,
    onlyInDemo: true,
    input: z.object({}),
    output: demoControls,
  },
  moveClock: {
    http: 'POST /platform/demo/clock',
    summary:
      'Moves the clock of the demo forward: snoozes, reminders and scheduled messages that become due take effect. Only demo ' +
      'instances have this request.',
    effect: { safety: 'operate' },
    scope: 'none',
    people: true,
    onlyInDemo: true,
    input: z.object({ to: instant.meta({ examples: ['2027-01-04T08:00:00Z'] }) }),
    output: demoControls,
    awaits: true,
    errors: {
      time_past: ['invalid', 'The clock cannot be moved back.'],
      time_far: ['invalid', 'The clock is moved by at most a year at a time.'],
    },
  },
  setFault: {
    http: 'POST /platform/demo/fault',
    summary:
      'Makes the mail servers of an account or of all accounts fail, as real servers do, until it is ended with null. Only ' +
      'demo instances have this request.',
    effect: { safety: 'operate' },
    scope: 'none',
    people: true,
    onlyInDemo: true,
    input: z.object({
      fault: demoFault.nullable(),
      account_id: accountId.optional().describe('Id of an account; all accounts where it is absent'),
    }),
    output: demoControls,
    errors: { not_found: ['missing', 'There is no such account.'] },
  },
});
