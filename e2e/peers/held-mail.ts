import { flagsOf } from '../servers/imap/folder.ts';
import type { Mailbox } from '../servers/imap/mailbox.ts';
import { hashOf, type ServerFolder } from './second-client.ts';

/** Everything that a mailbox in memory holds, as a client that misses nothing would see it. */
export function heldMail({ folders }: Mailbox): ServerFolder[] {
  return folders
    .filter(({ attributes }) => !attributes.includes('\\Noselect') && !attributes.includes('\\NonExistent'))
    .map(({ path, uidvalidity, places }) => ({
      path,
      uidvalidity,
      total: places.length,
      unseen: places.filter(({ letter }) => !letter.flags.has('\\Seen')).length,
      messages: places.map((place) => ({
        uid: place.uid,
        flags: flagsOf(place),
        hash: hashOf(place.letter.bytes),
      })),
    }));
}
