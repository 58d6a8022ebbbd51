import { allAccounts } from '../../../daemon/mail/accounts/accounts.ts';
import { sql } from '../../../daemon/store/db.ts';
import type { Home } from '../../daemon-process.ts';
import { startWorkers } from './workers.ts';

/** Milliseconds in which the workers store and index each message singly. The daemon must not be running. */
export async function commitTimes({ dataDir }: Home, messages: readonly { bytes: Buffer }[]): Promise<number[]> {
  const { mail, ingest, indexer, stop } = await startWorkers(dataDir);
  const [account] = allAccounts(mail);
  const label = mail.get<{ path: string }>(sql`SELECT provider_id AS path FROM labels WHERE synthetic = 0 LIMIT 1`);
  if (!account || !label) throw new Error('The prepared mailbox has no account with a folder.');
  const times: number[] = [];
  for (const [i, { bytes }] of messages.entries()) {
    const place = { folder: label.path, uidvalidity: 1_900_000_000, uid: i + 1 };
    const arrival = { ...place, flags: [], received: new Date(), size: bytes.length };
    const began = performance.now();
    await ingest.ask('ingest', { account, incoming: [{ arrival, bytes }], flags: [], removed: [], live: true });
    await indexer.ask('whenIdle', undefined);
    times.push(performance.now() - began);
  }
  await stop();
  mail.close();
  return times;
}
