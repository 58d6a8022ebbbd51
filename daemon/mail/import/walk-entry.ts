import type { ImportItem } from './import-item.ts';

/** How far a walk is: what comes before this, and this, is done. A walk takes the same way every time. */
export type ImportPosition = {
  directory: string;
  /** First the Maildir of a place, then its plain files. */
  step: 'maildir' | 'files';
  name: string;
  /** Where in a mailbox file it goes on, as long as the file is as it was. */
  mailbox?: { offset: number; fingerprint: string };
};

/** What a walk comes by. `units` says how much of what `survey` counted lies behind it. */
export type WalkEntry = { position: ImportPosition; units: number } & (
  | { kind: 'message'; folder: string; item: ImportItem; size: number }
  | { kind: 'trouble'; file: string; reason: string }
  /** It is not mail. */
  | { kind: 'other' }
  /** A mailbox file begins; again, where it was changed while it was read. */
  | { kind: 'mailbox'; file: string; isReread: boolean }
);

/**
 * A file as a number of messages, before anybody has looked into it: one, or for what can only be a mailbox as many as
 * are usual for its size.
 */
export function estimateUnits(size: number): number {
  return size <= 256_000 ? 1 : size / 12_000;
}

/** The units that lie behind a walk. */
export type UnitCounter = { units: number };

/** A list in stretches whose files are looked at side by side. */
export function* batches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += 64) yield items.slice(from, from + 64);
}
