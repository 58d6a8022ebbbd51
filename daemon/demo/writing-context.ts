import type { DemoAttachment, Person } from './message.ts';
import type { MailboxProfile } from './folders.ts';
import type { Random } from './random.ts';

/** One turn of a story: its author, its time and its Message-ID. */
export type Turn = {
  isMine: boolean;
  /** Unix seconds. */
  at: number;
  id: string;
  /** The seed of all random numbers of this turn. */
  seed: number;
};

/** The input of a message writer. The same context always produces the same message. */
export type WritingContext = {
  profile: MailboxProfile;
  owner: Person;
  /** Minutes east of Greenwich. */
  ownerOffset: number;
  turn: number;
  turns: number;
  at(turn: number): Turn;
  /** Restarts on each call, so that its numbers are the same for the whole story. */
  story(): Random;
  attachments: AttachmentFactory;
};

/** Attachments that many messages share, created on first use. */
export type AttachmentFactory = {
  picture(number: number): DemoAttachment;
  photograph(kilobytes: number): DemoAttachment;
  document(title: string, lines: string[]): DemoAttachment;
  scan(title: string, kilobytes: number): DemoAttachment;
  table(name: string, rows: string[][]): DemoAttachment;
};

export function isoDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
