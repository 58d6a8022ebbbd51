import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { ack, instantOut, pageInput, pageOutput, text } from '../../contract/fields.ts';

const snippet = z
  .object({
    name: text('thanks'),
    body: text('Dear {first_name}, thank you for writing.'),
    vars: z.array(text('first_name')),
    created_at: instantOut,
    updated_at: instantOut,
  })
  .meta({ id: 'SnippetData' });

export const snippetsRequests = requests('Pieces of text that are written often, with {variables}.', {
  list: {
    http: 'GET /mail/snippets',
    summary: 'All snippets by name.',
    effect: { safety: 'read' },
    scope: 'none',
    pages: { list: 'snippets', id: 'name' },
    input: z.object({ ...pageInput }),
    output: z.object({ kind: z.literal('Snippets'), snippets: z.array(snippet), ...pageOutput }),
  },
  save: {
    http: 'POST /mail/snippets',
    summary: 'Makes a snippet, or changes the one of that name. Variables are found in its text where none are named.',
    effect: { safety: 'mutate' },
    scope: 'all',
    activity: { recordedFields: ['name'] },
    input: z.object({
      name: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .meta({ examples: ['thanks'] }),
      body: z
        .string()
        .max(100_000)
        .meta({ examples: ['Dear {first_name}, thank you for writing.'] }),
      vars: z.array(z.string().trim().min(1).max(100)).max(100).default([]),
    }),
    output: z.object({ kind: z.literal('SnippetData'), snippet }),
  },
  remove: {
    http: 'DELETE /mail/snippets/{name}',
    summary: 'Removes a snippet. One that is not there is no error.',
    effect: { safety: 'mutate' },
    scope: 'all',
    activity: { recordedFields: ['name'] },
    input: z.object({
      name: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .meta({ examples: ['thanks'] }),
    }),
    output: ack,
  },
});
