import type { IncomingMessage } from 'node:http';
import type { Caller } from '../daemon/handling.ts';
import { HttpRefusal } from './status.ts';

const kinds = ['agent', 'mcp', 'script', 'cli', 'web'] as const;

/**
 * Who asks. The token stands for the person; the header `x-client-kind` can only say that something with fewer rights,
 * or a program of ours, asks on their behalf. Throws 400 for a word that is not one of them.
 */
export function callerOf({ headers }: IncomingMessage): Caller {
  const given = headers['x-client-kind'];
  if (given === undefined) return { origin: 'script' };
  const origin = kinds.find((kind) => kind === given);
  if (!origin) {
    throw new HttpRefusal(400, 'unknown_client_kind', `The header x-client-kind must be one of ${kinds.join(', ')}.`);
  }
  return { origin };
}
