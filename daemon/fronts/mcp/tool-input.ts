import { Failure } from '../../base/failure.ts';
import type { Tool } from './tool.ts';

/** The arguments of a call, checked. Throws Failure `invalid_input`, which names what is wrong. */
export function inputOf({ input, name }: Tool, given: Record<string, unknown>): Record<string, unknown> {
  const { data, error } = input.safeParse(given);
  if (!error) return data;
  const issues = error.issues.slice(0, 20).map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`);
  throw new Failure('invalid', 'invalid_input', `The arguments of ${name} aren’t valid. ${issues.join('; ')}`);
}
