/** What is wrong with a command, as a sentence. */
export class CommandMistake extends Error {}

/**
 * Splits a command into a program and its arguments. White space separates them. In single quotes everything stands for
 * itself; in double quotes `\"` is a quote and `\\` a backslash. A backslash elsewhere stands for itself, as in paths of
 * Windows. Nothing is expanded: no variables, no wildcards, no `~`. Throws `CommandMistake`.
 */
export function splitCommand(command: string): [program: string, ...arguments_: string[]] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < command.length; at++) {
    const character = command[at] ?? '';
    if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === '"' || character === "'") {
      const quoted = readQuoted(command, at);
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else word = (word ?? '') + character;
  }
  if (word !== undefined) words.push(word);
  const [program, ...rest] = words;
  if (!program) throw new CommandMistake('The command names no program.');
  return [program, ...rest];
}

/** The text in the quotes that begin at `start`, and the place of the closing quote. */
function readQuoted(command: string, start: number): { text: string; end: number } {
  const quote = command[start];
  let text = '';
  for (let at = start + 1; at < command.length; at++) {
    if (command[at] === quote) return { text, end: at };
    const next = command[at + 1];
    if (quote === '"' && command[at] === '\\' && (next === '"' || next === '\\')) at++;
    text += command[at];
  }
  throw new CommandMistake('A quote in the command isn’t closed.');
}
