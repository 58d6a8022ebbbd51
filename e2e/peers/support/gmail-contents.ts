import { flagsOf, foldersOf, labelFolders } from '../../../daemon/providers/gmail/labels/folders.ts';
import { serverIdOf } from '../../../daemon/providers/gmail/server-ids.ts';
import { sql } from '../../../daemon/store/db.ts';
import { openReader, storeFiles } from '../../../daemon/store/open.ts';
import type { GmailServer } from '../../../testing/servers/gmail/server.ts';
import { hashOf, type ServerFolder } from './second-client.ts';

/** Everything in a Gmail mailbox, as the client that has this store would see it through the API. */
export function gmailContents({ mail }: GmailServer, dataDir: string): ServerFolder[] {
  const db = openReader(storeFiles(dataDir));
  const rows = db.all<{ server_id: string; uid: number }>(sql`SELECT server_id, uid FROM server_uids`);
  const cursor = db.get<{ uidvalidity: number }>(
    sql`SELECT cursor ->> '$.uidvalidity' AS uidvalidity FROM sync_cursors WHERE stream = 'gmail'`,
  );
  db.close();
  const uids = new Map(rows.map(({ server_id, uid }) => [server_id, uid]));
  const labels = labelFolders(mail.labels.all().map(({ gmail_id: id, name, type }) => ({ id, name, type })));
  return labels.folders.map(({ path }) => {
    const messages = mail.messages.all().filter(({ label_ids }) => foldersOf(label_ids, labels).includes(path));
    return {
      path,
      uidvalidity: cursor?.uidvalidity ?? 0,
      total: messages.length,
      unseen: messages.filter(({ label_ids }) => label_ids.includes('UNREAD')).length,
      messages: messages.map(({ gmail_id, label_ids, raw }) => ({
        uid: uids.get(serverIdOf(gmail_id)) ?? 0,
        flags: flagsOf(label_ids),
        hash: hashOf(Buffer.from(raw ?? '', 'base64url')),
      })),
    };
  });
}
