import { flagsOf } from '../../../testing/servers/imap/folder.ts';
import type { Mailbox } from '../../../testing/servers/imap/mailbox.ts';
import { hashOf, type ServerFolder } from './second-client.ts';

/** Everything in an in-memory mailbox, as a complete client would see it. */
export function mailboxContents({ folders }: Mailbox): ServerFolder[] {
  return folders
    .filter(({ attributes }) => !attributes.includes('\\Noselect') && !attributes.includes('\\NonExistent'))
    .map(({ path, uidvalidity, placements }) => ({
      path,
      uidvalidity,
      total: placements.length,
      unseen: placements.filter(({ message }) => !message.flags.has('\\Seen')).length,
      messages: placements.map((place) => ({
        uid: place.uid,
        flags: flagsOf(place),
        hash: hashOf(place.message.bytes),
      })),
    }));
}
