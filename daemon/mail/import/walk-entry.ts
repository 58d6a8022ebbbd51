import type { ImportItem } from './import-item.ts';

/** The position of a walk: everything up to and including this entry is done. A walk always has the same order. */
export type ImportPosition = {
  directory: string;
  /** A folder's Maildir comes before its plain files. */
  step: 'maildir' | 'files';
  name: string;
  /** The position in a mailbox file, valid while the file is unchanged. */
  mailbox?: { offset: number; fingerprint: string };
};

/** An entry of a walk. `units` is the part of the total of `countUnits` that is done. */
export type WalkEntry = { position: ImportPosition; units: number } & (
  | { kind: 'message'; folder: string; item: ImportItem; size: number }
  | { kind: 'trouble'; file: string; reason: string }
  /** Not mail. */
  | { kind: 'other' }
  /** The beginning of a mailbox file; repeated if the file changed while it was read. */
  | { kind: 'mailbox'; file: string; isReread: boolean }
);

/**
 * Estimates the number of messages in a file before it is read: 1, or for a certain mailbox file the usual number for
 * its size.
 */
export function estimateUnits(size: number): number {
  return size <= 256_000 ? 1 : size / 12_000;
}

/** The units that a walk has completed. */
export type UnitCounter = { units: number };

/** Splits a list into batches whose files are inspected in parallel. */
export function* batches<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += 64) yield items.slice(from, from + 64);
}
