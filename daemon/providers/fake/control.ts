import type { Clock } from '../../base/clock.ts';
import type { FolderChange, MessageRef } from '../provider.ts';
import type { WatchSignal } from './wake-signal.ts';
import { unixSeconds } from '../../demo/story-times.ts';
import type { Fault, Faults } from './faults.ts';
import { renderMessage } from '../../demo/message.ts';
import type { Person } from '../../demo/message.ts';
import { requireFolder } from './mailbox.ts';
import type { FakeFolder, FakeMailbox } from './mailbox.ts';
import { executeOperation, changeFolder } from './operations.ts';

/** A mail described by its relevant properties; the rest is generated. `inReplyTo` is a Message-ID without brackets. */
export type NewMail = {
  from: Person;
  subject: string;
  text: string;
  folder?: string;
  inReplyTo?: string;
  flags?: string[];
};

export type ProviderMethod =
  | 'folders'
  | 'changes'
  | 'sources'
  | 'part'
  | 'apply'
  | 'append'
  | 'editFolder'
  | 'search'
  | 'describe'
  | 'newArrivals'
  | 'findById'
  | 'watch'
  | 'close';

/** Direct changes by a test or a demo, independent of the provider. No method here fails by a fault. */
export type FakeControl = {
  /** Delivers new mail from outside: exact bytes, or a described mail. Returns its placement. */
  deliver(
    mail: Uint8Array | NewMail,
    options?: {
      folder?: string;
      flags?: string[];
      /** The server's own id of the conversation, if it should have one. */
      conversation?: string;
    },
  ): MessageRef;
  /** Delivers the scripted mail that arrives in a demo after its first sync. */
  deliverArrivals(): void;
  /** Another client sets exactly these flags. */
  setFlags(folder: string, uid: number, flags: string[]): void;
  expunge(folder: string, uid: number): void;
  /** Another client moves the message to another folder. */
  move(folder: string, uid: number, to: string): void;
  /** Another client creates, renames or deletes a folder. */
  editFolder(change: FolderChange): void;
  /** The current content of a folder, oldest first. `message` is the same number in every folder. */
  messagesIn(folder: string): { uid: number; message: number; flags: string[] }[];
  /** The paths of all folders. */
  folders(): string[];
  /** Gives the folder a new uidvalidity; its mail stays under new uids. */
  resetFolder(folder: string): void;
  fault(fault: Fault): void;
  clearFaults(): void;
  /** How often each method was called. */
  readonly calls: Readonly<Record<ProviderMethod, number>>;
};

type ControlDeps = {
  key: string;
  mailbox: FakeMailbox;
  ensurePlanned: () => void;
  writeArrivals: () => { bytes: Uint8Array; folder: string; flags: string[] }[];
  faults: Faults;
  watchSignal: WatchSignal;
  clock: Clock;
  owner: Person;
  calls: Record<ProviderMethod, number>;
};

export function createControl({
  key,
  mailbox,
  ensurePlanned,
  writeArrivals,
  faults,
  watchSignal,
  clock,
  owner,
  calls,
}: ControlDeps): FakeControl {
  const openFolder = (path: string): FakeFolder => {
    ensurePlanned();
    return requireFolder(mailbox, path);
  };
  const bytesOf = createMailRenderer({ key, mailbox, clock, owner });

  const deliver: FakeControl['deliver'] = (mail, { folder: path, flags, conversation } = {}) => {
    const described = mail instanceof Uint8Array ? undefined : mail;
    const folder = openFolder(path ?? described?.folder ?? 'INBOX');
    const bytes = mail instanceof Uint8Array ? Buffer.from(mail) : bytesOf(mail);
    const message = mailbox.storeDelivered({
      bytes,
      received: unixSeconds(clock),
      ...(conversation !== undefined && { conversation }),
    });
    const uid = mailbox.add(folder, message, flags ?? described?.flags ?? []);
    watchSignal.notify();
    return { folder: folder.path, uidvalidity: folder.uidvalidity, uid };
  };

  return {
    calls,
    deliver,
    deliverArrivals() {
      for (const { bytes, ...placement } of writeArrivals()) deliver(bytes, placement);
    },
    setFlags(path, uid, flags) {
      mailbox.setFlags(openFolder(path), uid, flags);
      watchSignal.notify();
    },
    expunge(path, uid) {
      mailbox.remove(openFolder(path), uid);
      watchSignal.notify();
    },
    move(path, uid, to) {
      const { uidvalidity } = openFolder(path);
      const outcome = executeOperation(mailbox, { do: 'move', ref: { folder: path, uidvalidity, uid }, to });
      if (!outcome.ok) throw new Error(outcome.error);
      watchSignal.notify();
    },
    editFolder(change) {
      ensurePlanned();
      changeFolder(mailbox, change);
      watchSignal.notify();
    },
    messagesIn(path) {
      const folder = openFolder(path);
      const uids = Array.from({ length: folder.uidnext - 1 }, (_, index) => index + 1);
      return uids.flatMap((uid) => {
        const placement = mailbox.placement(folder, uid);
        return placement ? [{ uid, message: placement.message, flags: placement.flags.toSorted() }] : [];
      });
    },
    folders: () => mailbox.list.map(({ path }) => path),
    resetFolder(path) {
      mailbox.reset(openFolder(path));
      watchSignal.notify();
    },
    fault(fault) {
      faults.add(fault);
      watchSignal.recheck();
    },
    clearFaults: () => faults.clear(),
  };
}

/** Renders described mail. Each mail gets a Message-ID of its own. */
function createMailRenderer({ key, mailbox, clock, owner }: Pick<ControlDeps, 'key' | 'mailbox' | 'clock' | 'owner'>) {
  let rendered = 0;
  return ({ from, subject, text, inReplyTo }: NewMail) =>
    renderMessage({
      from,
      to: [owner],
      subject,
      text: `${text.replaceAll(/\r?\n/g, '\r\n')}\r\n`,
      at: unixSeconds(clock),
      offset: 0,
      id: `${key}.${++rendered}.${mailbox.anchor}@post.${from.email.slice(from.email.indexOf('@') + 1)}`,
      ...(inReplyTo && { inReplyTo, references: [inReplyTo] }),
    });
}
