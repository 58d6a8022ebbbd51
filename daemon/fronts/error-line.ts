import { Failure } from '../base/failure.ts';

/** A failure as a line of the socket: `{ id, error: { error, code, kind, retryable?, ...details } }`. */
export function errorLine(id: string | number | null, failed: unknown): string {
  const { message, code, kind, retryable, details } = failed instanceof Failure ? failed : unexpected;
  const error = { ...details, error: message, code, kind, ...(retryable && { retryable }) };
  return `${JSON.stringify({ id, error })}\n`;
}

const unexpected = new Failure(
  'internal',
  'internal',
  'Something went wrong inside Posthorn. Its log, logs/daemon.log in the data folder, says more.',
);
