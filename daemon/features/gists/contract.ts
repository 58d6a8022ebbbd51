import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { instantOut, text, threadId, uuid } from '../../contract/fields.ts';

const gist = z
  .object({
    thread_id: uuid(),
    text: text('Asks for a date for dinner'),
    model: text('qwen3:4b-instruct'),
    generated_at: instantOut,
  })
  .meta({ id: 'ThreadGist' });

export const gistsRequests = requests('One line about each new conversation, by the language model of the settings.', {
  list: {
    http: 'POST /mail/threads/gists',
    summary: 'The gists that were written of these conversations as they are. Writes none.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({ thread_ids: z.array(threadId).max(1_000) }),
    output: z.object({ kind: z.literal('ThreadGists'), gists: z.array(gist) }),
  },
});
