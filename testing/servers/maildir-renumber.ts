import { chownSync, readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives a folder of a maildir a new UIDVALIDITY and its mail new UIDs, in the opposite order. Flags and keywords stay.
 * Dovecot notices it when a client opens the folder next, and closes the connections of clients that have it open, as when
 * a folder was restored from a backup.
 */
export function renumberMaildirFolder(home: string, folder: string): void {
  const mail = join(home, folder === 'INBOX' ? '' : `.${folder.replaceAll('/', '.')}`);
  const list = join(mail, 'dovecot-uidlist');
  const files = new Set(['cur', 'new'].flatMap((part) => readdirSync(join(mail, part))).map(withoutFlags));
  const [head = '', ...listed] = readFileSync(list, 'utf8').trimEnd().split('\n');
  // Dovecot keeps removed mail in the list for a while, and would take it for existing mail.
  const lines = listed.filter((line) => files.has(withoutFlags(line.slice(line.indexOf(' :') + 2))));
  const renumbered = lines.toReversed().map((line, index) => line.replace(/^\d+/, String(index + 1)));
  const text = [headerWith(head, lines.length + 1), ...renumbered, ''].join('\n');
  const { uid, gid, mode } = statSync(list);
  const temporary = join(home, 'dovecot-uidlist.new');
  writeFileSync(temporary, text, { mode });
  chownSync(temporary, uid, gid);
  renameSync(temporary, list);
  // Dovecot reads the list again if a folder of files has changed, or did so a second ago.
  utimesSync(join(mail, 'cur'), new Date(), new Date());
}

/** The name of a file of a maildir without the flags of its message, which change. */
function withoutFlags(name: string): string {
  return name.replace(/:2,.*$/, '');
}

/** The first line of the list: its version, the uidvalidity (V), the next UID (N) and an id of the folder. */
function headerWith(head: string, nextUid: number): string {
  return head
    .replace(/ V(\d+)/, (_, uidvalidity: string) => ` V${Number(uidvalidity) + 100_000}`)
    .replace(/ N\d+/, ` N${nextUid}`);
}
