import { z } from 'zod';
import { configErrors } from '../../contract/config-errors.ts';
import { requests } from '../../contract/define.ts';
import { instantOut, pageInput, pageOutput, text } from '../../contract/fields.ts';

const origin = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .meta({ description: 'The origin of the page', examples: ['http://localhost:5173'] });

const localPage = z
  .object({
    origin: text('http://localhost:5173'),
    state: z.enum(['waiting', 'allowed', 'denied']),
    asked_at: instantOut.nullable().describe('When a page that is waiting asked first'),
  })
  .meta({ id: 'LocalPage', description: 'A web page of another program on this computer' });

export const localPagesRequests = requests(
  'Web pages of other programs on this computer, and who of them gets the token.',
  {
    list: {
      http: 'GET /platform/local-pages',
      summary: 'The pages that wait for a decision, and those that were decided about.',
      effect: { safety: 'read' },
      scope: 'none',
      people: true,
      pages: { list: 'local_pages', id: 'origin' },
      input: z.object({ ...pageInput }),
      output: z.object({ local_pages: z.array(localPage), ...pageOutput }),
    },
    decide: {
      http: 'POST /platform/local-pages',
      summary: 'Allows a page to fetch the token from now on, or denies it and asks no more.',
      effect: { safety: 'mutate' },
      scope: 'none',
      // Writing the file is not part of a transaction.
      awaits: true,
      people: true,
      activity: { tier: 'important', recordedFields: ['origin', 'allow'] },
      input: z.object({ origin, allow: z.boolean() }),
      output: z.object({ local_pages: z.array(localPage) }),
      errors: {
        not_local: ['invalid', 'The origin is not that of a page on this computer.'],
        invalid_setting: ['invalid', 'config.toml cannot hold it.'],
        ...configErrors,
      },
    },
    forget: {
      http: 'DELETE /platform/local-pages',
      summary: 'Forgets the decision about a page. A token that it has already stays valid until the next start.',
      effect: { safety: 'mutate' },
      scope: 'none',
      awaits: true,
      people: true,
      activity: { tier: 'important', recordedFields: ['origin'] },
      input: z.object({ origin }),
      output: z.object({ local_pages: z.array(localPage) }),
      errors: {
        not_found: ['missing', 'Nothing was decided about this page, and it does not wait.'],
        invalid_setting: ['invalid', 'config.toml cannot hold it.'],
        ...configErrors,
      },
    },
  },
);
