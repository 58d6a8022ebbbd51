import { z } from 'zod';
import { Failure } from './base/failure.ts';
import { isUuid } from './base/ids.ts';
import type { Effect, Request } from './contract/define.ts';

/**
 * Throws Failure invalid `malformed_id` if a field that holds ids contains something else, for all requests but reads: a
 * malformed id names nothing, so a read finds nothing. Elsewhere it is a mistake of the caller.
 */
export function checkIds({ input: schema }: Request, input: Record<string, unknown>, { safety }: Effect): void {
  if (safety === 'read') return;
  for (const key of idKeysOf(schema)) {
    const ids: unknown[] = [input[key] ?? []].flat();
    if (ids.every((id) => typeof id === 'string' && isUuid(id))) continue;
    const sentence = `${key}: an id is a UUID of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.`;
    throw new Failure('invalid', 'malformed_id', sentence);
  }
}

const known = new WeakMap<z.ZodObject, readonly string[]>();

function idKeysOf(schema: z.ZodObject): readonly string[] {
  const keys = known.get(schema) ?? Object.keys(schema.shape).filter((key) => isId(schema.shape[key] as z.ZodType));
  known.set(schema, keys);
  return keys;
}

/** Whether a field holds one id or a list of ids: their schemas state the format, also where they are optional. */
function isId(field: z.ZodType): boolean {
  if (field.meta()?.['format'] === 'uuid') return true;
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault)
    return isId(field.unwrap() as z.ZodType);
  return field instanceof z.ZodArray && isId(field.element as z.ZodType);
}
