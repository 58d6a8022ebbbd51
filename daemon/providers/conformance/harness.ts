import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Fault } from '../fake/faults.ts';
import type { Provider } from '../provider.ts';

/**
 * A provider in front of a mailbox the test can also reach from behind. The mailbox starts with INBOX, Sent, Drafts,
 * Trash, Junk and Archive, all of them empty.
 */
export type Harness = {
  provider: Provider;
  /** Mail arrives from outside. */
  deliver(folder: string, bytes: Uint8Array, flags?: string[]): Promise<void>;
  /** Much mail at once, in this order; without it, it is delivered one by one. */
  fill?(folder: string, letters: readonly Uint8Array[]): Promise<void>;
  /** Another client sets exactly these flags. */
  setFlags(folder: string, uid: number, flags: string[]): Promise<void>;
  expunge(folder: string, uid: number): Promise<void>;
  /** Another client moves messages to another folder. */
  move(folder: string, uids: readonly number[], to: string): Promise<void>;
  /** The folder gets a new uidvalidity and keeps its mail. */
  resetFolder(folder: string): Promise<void>;
  /** For harnesses that can make something go wrong. A fault lasts for its `times`, or until `mend`. */
  faults?: { inject(fault: Fault): Promise<void>; clear(): Promise<void> };
  close(): Promise<void>;
};

/** Registers one claim, which is given a mailbox of its own. */
export type Check = (claim: string, body: (harness: Harness, context: TestContext) => Promise<void>) => void;

export async function fill({ fill: fillAtOnce, deliver }: Harness, folder: string, letters: readonly Uint8Array[]) {
  if (fillAtOnce) return fillAtOnce(folder, letters);
  for (const bytes of letters) await deliver(folder, bytes);
}

export function harnessFaultsOf({ faults }: Harness): NonNullable<Harness['faults']> {
  assert.ok(faults, 'the harness makes the faults that it was registered with');
  return faults;
}
