import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { CommandContext } from './context.ts';
import { UsageError } from './exit-codes.ts';

/** Asks the person at the terminal for one of some words, of which the first letters are enough. */
export async function askPerson(
  { io, out }: Pick<CommandContext, 'io' | 'out'>,
  question: string,
  words: readonly string[],
): Promise<string> {
  const lines = createInterface({ input: Readable.from(io.stdin) });
  try {
    io.stderr.write(`${question} `);
    for await (const line of lines) {
      const answer = line.trim().toLowerCase();
      const word = answer === '' ? undefined : words.find((each) => each.startsWith(answer));
      if (word !== undefined) return word;
      out.note(`Please answer ${words.join(', ')}.`);
      io.stderr.write(`${question} `);
    }
  } finally {
    lines.close();
  }
  throw new UsageError('There was no answer, so nothing was done.');
}

/** Whether a person can be asked. */
export function canAsk({ io, out }: Pick<CommandContext, 'io' | 'out'>): boolean {
  return io.stdin.isTTY === true && out.isTerminal && !out.isJson;
}
