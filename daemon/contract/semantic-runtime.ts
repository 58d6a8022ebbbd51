import { z } from 'zod';
import { count } from './fields.ts';

const milliseconds = (about: string) => count.nullable().describe(`${about}, in milliseconds; null before the first`);

/** What the embedding of mail does at the moment (wire-contract, section 14.12). */
export const semanticRuntime = z
  .object({
    in_flight: count.describe('Parts of messages that are being embedded'),
    queue_depth: count.describe('Parts of messages that wait for their vectors, including those in flight'),
    last_embedding_prep_ms: milliseconds('How long the model took for the latest parts'),
    last_extract_ms: milliseconds('How long dividing the latest messages into parts took'),
    last_ingest_ms: milliseconds('How long storing the latest vectors took'),
    last_queue_wait_ms: milliseconds('How long the latest parts waited for the model'),
  })
  .meta({ id: 'SemanticRuntimeMetrics', description: 'What the embedding of mail does at the moment' });

export type SemanticRuntime = z.output<typeof semanticRuntime>;
