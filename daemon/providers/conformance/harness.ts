import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Fault } from '../fake/faults.ts';
import type { Provider } from '../provider.ts';

/**
 * A provider in front of a mailbox that the test can also access directly. The mailbox starts with INBOX, Sent, Drafts,
 * Trash, Junk and Archive, all of them empty.
 */
export type Harness = {
  provider: Provider;
  /** Delivers a message from outside. */
  deliver(folder: string, bytes: Uint8Array, flags?: string[]): Promise<void>;
  /** Delivers many messages at once, in this order; without it, they are delivered one by one. */
  fill?(folder: string, messages: readonly Uint8Array[]): Promise<void>;
  /** Another client sets exactly these flags. */
  setFlags(folder: string, uid: number, flags: string[]): Promise<void>;
  expunge(folder: string, uid: number): Promise<void>;
  /** Another client moves messages to another folder. */
  move(folder: string, uids: readonly number[], to: string): Promise<void>;
  /** Gives the folder a new uidvalidity; its mail stays. Absent where servers of this kind cannot do that. */
  resetFolder?(folder: string): Promise<void>;
  /** For harnesses that can produce faults. A fault lasts for its `times`, or until `clear`. */
  faults?: { inject(fault: Fault): Promise<void>; clear(): Promise<void> };
  close(): Promise<void>;
};

/** Registers one claim with its own mailbox. */
export type Check = (claim: string, body: (harness: Harness, context: TestContext) => Promise<void>) => void;

export async function fill({ fill: fillAtOnce, deliver }: Harness, folder: string, messages: readonly Uint8Array[]) {
  if (fillAtOnce) return fillAtOnce(folder, messages);
  for (const bytes of messages) await deliver(folder, bytes);
}

export function harnessFaultsOf({ faults }: Harness): NonNullable<Harness['faults']> {
  assert.ok(faults, 'the harness can produce the faults that it was registered with');
  return faults;
}
