import { formatInteger } from '../base/numbers.ts';

export function printLine(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

/** Names of files are anybody's choice: what would steer the terminal is not written to it. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** One line that is written over, on a terminal; a file would only be filled with it. */
export function showProgressLine(line: string): void {
  if (process.stdout.isTTY)
    process.stdout.write(`\r${printable(line).slice(0, (process.stdout.columns || 80) - 1)}\u001b[K`);
}

export function clearProgressLine(): void {
  showProgressLine('');
  if (process.stdout.isTTY) process.stdout.write('\r');
}

/** Ctrl-C ends the watching, not what is watched. */
export function abortOnInterrupt(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
  return interrupted.signal;
}

export function formatCount(count: number, noun: string): string {
  return `${formatInteger(count)} ${noun}${count === 1 ? '' : 's'}`;
}
