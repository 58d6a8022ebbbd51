import type { DemoAttachment, Person } from './message.ts';
import type { MailboxProfile } from './folders.ts';
import type { Random } from './random.ts';

/** One turn of a story: who has it, when, and under which Message-ID. */
export type Turn = {
  isMine: boolean;
  /** Unix seconds. */
  at: number;
  id: string;
  /** Of everything that is drawn for this turn. */
  seed: number;
};

/** What a letter is written for: everything a writer may go by. The same occasion always gives the same letter. */
export type WritingContext = {
  profile: MailboxProfile;
  owner: Person;
  /** Minutes east of Greenwich. */
  ownerOffset: number;
  turn: number;
  turns: number;
  at(turn: number): Turn;
  /** Starts over each time it is called: what it draws is the same for the whole story. */
  story(): Random;
  attachments: AttachmentFactory;
};

/** Enclosures that many letters share, made when first asked for. */
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
