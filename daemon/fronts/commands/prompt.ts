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

/**
 * A secret: at a terminal the line that the person types, which is not shown; otherwise the first line of standard input.
 * Throws UsageError if there is none.
 */
export async function askSecret(context: Pick<CommandContext, 'io' | 'out'>, question: string): Promise<string> {
  const { stdin, stderr } = context.io;
  const isShown = canAsk(context);
  if (isShown) {
    stderr.write(`${question} `);
    stdin.setRawMode?.(true);
  }
  try {
    const line = await firstLine(stdin);
    if (line !== '') return line;
  } finally {
    if (isShown) {
      stdin.setRawMode?.(false);
      stderr.write('\n');
    }
  }
  throw new UsageError('There was no passphrase, so nothing was done.');
}

/** What a terminal sends in raw mode. */
const keys = { interrupt: '\u0003', end: '\u0004', backspace: /[\b\u007f]/ };

async function firstLine(stdin: CommandContext['io']['stdin']): Promise<string> {
  const decoder = new TextDecoder();
  let line: string[] = [];
  for await (const chunk of stdin) {
    for (const key of typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })) {
      if (key === '\r' || key === '\n' || key === keys.end) return line.join('');
      if (key === keys.interrupt) return '';
      if (keys.backspace.test(key)) line = line.slice(0, -1);
      else line.push(key);
    }
  }
  return line.join('');
}
