import { RE2JS, RE2JSException } from 're2js';
import type { Match } from '../../contract/rule.ts';
import { foldText, type MessageText } from './message-text.ts';

/** How much of a text a regular expression or a glob looks through, in characters. */
const maxSearched = 100_000;
/** The largest regular expression, in instructions of its program. */
const maxInstructions = 500;
/** Characters times instructions: the time for a text is proportional to both, so a large expression looks through less. */
const maxSteps = 2_000_000;

/** A test for texts. Throws `PatternMistake` for a regular expression that is not valid or too large. */
export function compileMatch({ type, value }: Match): (text: MessageText) => boolean {
  switch (type) {
    case 'exact':
      return ({ raw }) => raw === value;
    case 'contains': {
      const folded = foldText(value);
      // Accents alone are compared as they are.
      return folded === '' ? ({ raw }) => raw.includes(value) : (text) => text.folded.includes(folded);
    }
    case 'glob': {
      const pattern = [...foldText(value).trim()];
      return ({ folded }) => matchesGlob(pattern, [...folded.slice(0, maxSearched).trim()]);
    }
    case 'regex': {
      const expression = compileExpression(value);
      const searched = Math.min(maxSearched, Math.floor(maxSteps / expression.programSize()));
      return ({ raw }) => expression.matcher(raw.slice(0, searched)).find();
    }
  }
}

/** A regular expression that cannot be used, with the reason as a sentence. */
export class PatternMistake extends Error {}

/** RE2 runs in time linear in the text, whatever the expression is (https://swtch.com/~rsc/regexp/regexp1.html). */
function compileExpression(value: string): RE2JS {
  let expression: RE2JS;
  try {
    expression = RE2JS.compile(value);
  } catch (thrown) {
    if (!(thrown instanceof RE2JSException)) throw thrown;
    const reason = thrown.message.replace(/^error parsing regexp: /, '');
    throw new PatternMistake(`“${value}” isn’t a regular expression that a rule can use: ${reason}.`, {
      cause: thrown,
    });
  }
  if (expression.programSize() > maxInstructions)
    throw new PatternMistake(`The regular expression “${value}” is too large. Repeat less in it.`);
  return expression;
}

/** `*` is any text, `?` one character. Each `*` is tried once from each place, so the time is bounded by both lengths. */
function matchesGlob(pattern: readonly string[], text: readonly string[]): boolean {
  let [at, place] = [0, 0];
  let [star, retry] = [-1, 0];
  while (place < text.length) {
    if (pattern[at] === '*') {
      [star, retry] = [at, place];
      at++;
    } else if (pattern[at] === '?' || pattern[at] === text[place]) {
      at++;
      place++;
    } else if (star >= 0) {
      at = star + 1;
      retry++;
      place = retry;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
