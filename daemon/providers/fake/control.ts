import type { Clock } from '../../base/clock.ts';
import type { FolderChange, Ref } from '../provider.ts';
import type { Bell } from './bell.ts';
import { secondsOf } from './calendar.ts';
import type { Fault, Faults } from './faults.ts';
import { written } from './letter.ts';
import type { Person } from './letter.ts';
import { knownFolder } from './mailbox.ts';
import type { FakeFolder, Mailbox } from './mailbox.ts';
import { carryOut, changeFolder } from './operations.ts';

/** A mail described by what matters about it; the rest is made up. `inReplyTo` is a Message-ID without brackets. */
export type NewMail = {
  from: Person;
  subject: string;
  text: string;
  folder?: string;
  inReplyTo?: string;
  flags?: string[];
};

export type Verb =
  | 'folders'
  | 'changes'
  | 'sources'
  | 'part'
  | 'apply'
  | 'append'
  | 'editFolder'
  | 'search'
  | 'findById'
  | 'watch'
  | 'close';

/** What a test or a demo does behind the provider's back. Nothing here fails by a fault. */
export type FakeControl = {
  /** New mail from outside: exact bytes, or a described mail. Says where it now lies. */
  deliver(
    mail: Uint8Array | NewMail,
    options?: {
      folder?: string;
      flags?: string[];
      /** The server's own id of the conversation, where it is to have one. */
      conversation?: string;
    },
  ): Ref;
  /** Another client sets exactly these flags. */
  setFlags(folder: string, uid: number, flags: string[]): void;
  expunge(folder: string, uid: number): void;
  /** Another client moves the message to another folder. */
  move(folder: string, uid: number, to: string): void;
  /** Another client makes, renames or deletes a folder. */
  editFolder(change: FolderChange): void;
  /** What lies in a folder now, the oldest first. `message` is the same number wherever a message lies. */
  lying(folder: string): { uid: number; message: number; flags: string[] }[];
  /** The paths of all folders. */
  folders(): string[];
  /** The folder gets a new uidvalidity and keeps its mail under new uids. */
  resetFolder(folder: string): void;
  fault(fault: Fault): void;
  clearFaults(): void;
  /** How often each verb was called. */
  readonly calls: Readonly<Record<Verb, number>>;
};

type Parts = {
  key: string;
  mailbox: Mailbox;
  settle: () => void;
  faults: Faults;
  bell: Bell;
  clock: Clock;
  owner: Person;
  calls: Record<Verb, number>;
};

export function controlOf({ key, mailbox, settle, faults, bell, clock, owner, calls }: Parts): FakeControl {
  const held = (path: string): FakeFolder => {
    settle();
    return knownFolder(mailbox, path);
  };
  let delivered = 0;
  const bytesOf = ({ from, subject, text, inReplyTo }: NewMail) =>
    written({
      from,
      to: [owner],
      subject,
      text: `${text.replaceAll(/\r?\n/g, '\r\n')}\r\n`,
      at: secondsOf(clock),
      offset: 0,
      id: `${key}.${++delivered}.${mailbox.anchor}@post.${from.email.slice(from.email.indexOf('@') + 1)}`,
      ...(inReplyTo && { inReplyTo, references: [inReplyTo] }),
    });

  return {
    calls,
    deliver(mail, { folder: path, flags, conversation } = {}) {
      const described = mail instanceof Uint8Array ? undefined : mail;
      const folder = held(path ?? described?.folder ?? 'INBOX');
      const bytes = mail instanceof Uint8Array ? Buffer.from(mail) : bytesOf(mail);
      const message = mailbox.keep({
        bytes,
        received: secondsOf(clock),
        ...(conversation !== undefined && { conversation }),
      });
      const uid = mailbox.add(folder, message, flags ?? described?.flags ?? []);
      bell.ring();
      return { folder: folder.path, uidvalidity: folder.uidvalidity, uid };
    },
    setFlags(path, uid, flags) {
      mailbox.setFlags(held(path), uid, flags);
      bell.ring();
    },
    expunge(path, uid) {
      mailbox.remove(held(path), uid);
      bell.ring();
    },
    move(path, uid, to) {
      const { uidvalidity } = held(path);
      const outcome = carryOut(mailbox, { do: 'move', ref: { folder: path, uidvalidity, uid }, to });
      if (!outcome.ok) throw new Error(outcome.error);
      bell.ring();
    },
    editFolder(change) {
      settle();
      changeFolder(mailbox, change);
      bell.ring();
    },
    lying(path) {
      const folder = held(path);
      const uids = Array.from({ length: folder.next - 1 }, (_, index) => index + 1);
      return uids.flatMap((uid) => {
        const place = mailbox.place(folder, uid);
        return place ? [{ uid, message: place.message, flags: place.flags.toSorted() }] : [];
      });
    },
    folders: () => mailbox.list.map(({ path }) => path),
    resetFolder(path) {
      mailbox.reset(held(path));
      bell.ring();
    },
    fault(fault) {
      faults.add(fault);
      bell.nudge();
    },
    clearFaults: () => faults.clear(),
  };
}
