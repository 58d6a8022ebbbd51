import { formatInteger } from '../base/numbers.ts';

export function printLine(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

/** File names are untrusted: control sequences are not written to the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** A status line that is overwritten, on a terminal only; in a file it would add a line for every update. */
export function showProgressLine(line: string): void {
  if (process.stdout.isTTY)
    process.stdout.write(`\r${printable(line).slice(0, (process.stdout.columns || 80) - 1)}\u001b[K`);
}

export function clearProgressLine(): void {
  showProgressLine('');
  if (process.stdout.isTTY) process.stdout.write('\r');
}

/** Ctrl-C ends the display, not the job. */
export function abortOnInterrupt(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());
  return interrupted.signal;
}

export function formatCount(count: number, noun: string): string {
  return `${formatInteger(count)} ${noun}${count === 1 ? '' : 's'}`;
}
