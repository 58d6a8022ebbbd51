import type { z } from 'zod';
import { Failure } from './base/failure.ts';

/**
 * The parse option with which every issue is a phrase that follows the name of its field ("must be at most 100"). Messages
 * that a schema states itself stay.
 */
export const inputIssues = { error: phraseOf };

/** The failure of an input that was parsed with `inputIssues`. Its sentence names the first field that is wrong. */
export function invalidInput({ issues: found, message: text }: z.ZodError): Failure {
  const issues = found.map(({ path, message }) => ({ field: path.join('.'), message }));
  const [first] = found;
  const message = first ? sentenceOf(first) : text;
  return new Failure('invalid', 'invalid_input', message, { issues });
}

function sentenceOf({ path, message }: z.core.$ZodIssue): string {
  const [name, ...inner] = path.map(String);
  if (name === undefined) return message;
  const field = inner.length === 0 ? name : [name, ...inner].join('.');
  return /^(?:must|is|has|may)\b/.test(message) ? `${field} ${message}.` : `${field}: ${message}`;
}

function phraseOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${typeNames[issue.expected] ?? 'another kind of value'}`;
    case 'invalid_value': {
      const values = `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
      return issue.input === undefined ? `is missing. It ${values}` : values;
    }
    case 'too_big':
      return limitPhrase(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'too_small':
      return limitPhrase(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return formatPhrases[issue.format] ?? 'isn’t written as this field has to be';
    case 'unrecognized_keys':
      return `has fields that are unknown here: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return unionPhrase(issue.errors);
    case 'invalid_key':
    case 'invalid_element':
      return 'has an entry that isn’t allowed';
    case 'custom':
    case undefined:
      return 'isn’t allowed as it is';
  }
}

const typeNames: Readonly<Record<string, string | undefined>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formatPhrases: Readonly<Record<string, string | undefined>> = {
  datetime: 'must be an instant such as 2026-03-10T08:00:00Z',
  date: 'must be a date such as 2026-03-10',
  email: 'must be an email address',
  url: 'must be an address such as https://example.org',
};

function limitPhrase(origin: string, limit: number | bigint, comparison: string): string {
  const isLowest = comparison === 'at least' && Number(limit) === 1;
  switch (origin) {
    case 'string':
      return isLowest ? 'must not be empty' : `must have ${comparison} ${limit} characters`;
    case 'array':
    case 'set':
      return isLowest ? 'must not be empty' : `must have ${comparison} ${limit} entries`;
    default:
      return `must be ${comparison} ${limit}`;
  }
}

/** A form of the right type with a wrong value says more than one of another type. */
function unionPhrase(errors: readonly (readonly z.core.$ZodIssue[])[]): string {
  const firsts = errors.flatMap(([issue]) => (issue ? [issue] : []));
  const closest = firsts.find(({ code }) => code !== 'invalid_type') ?? firsts[0];
  return closest?.message ?? 'has a form that isn’t taken here';
}
