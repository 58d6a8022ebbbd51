import { z } from 'zod';
import { count, searchMode, text, uuid } from './fields.ts';

/** A query in the search language (wire-contract, section 16). */
export const queryText = z
  .string()
  .max(4000)
  .meta({
    description: 'What to search for: words, "phrases" and fields such as `from:`, `is:unread` or `after:2026-01-01`',
    examples: ['from:ada dinner is:unread'],
  });

const explainedResult = z
  .object({
    message_id: uuid(),
    rank: count,
    final_score: z.number(),
    lexical_rank: count.nullable(),
    lexical_score: z.number().nullable(),
    dense_rank: count.nullable(),
    dense_score: z.number().nullable(),
  })
  .meta({ id: 'SearchExplainResult', description: 'Why a message stands where it stands' });

export const searchExplain = z
  .object({
    requested_mode: searchMode,
    executed_mode: searchMode,
    semantic_query: text('dinner plans').nullable(),
    lexical_candidates: count.describe('How many hits were looked at to make this answer'),
    lexical_window: count.describe('How many may be looked at'),
    dense_candidates: count,
    dense_window: count.nullable(),
    rrf_k: count.nullable(),
    final_results: count,
    results: z.array(explainedResult),
    notes: z.array(text('Found by words alone: no model for searching by meaning is set up.')),
  })
  .meta({ id: 'SearchExplain', description: 'How an answer came about' });

/** The possible failures of rows with a query. */
export const queryErrors = {
  bad_query: ['invalid', 'The query cannot be read: `position` and `length` say which part of it.'],
  not_found: ['missing', 'There is no such account here, or this caller may not see it.'],
} as const;
