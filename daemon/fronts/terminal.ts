import { formatInteger } from '../base/numbers.ts';

/** Mail and file names are untrusted: control sequences are not written to the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

export function formatCount(count: number, noun: string): string {
  return `${formatInteger(count)} ${noun}${count === 1 ? '' : 's'}`;
}
