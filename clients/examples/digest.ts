/**
 * Prints the unread mail of the inbox: `node digest.ts http://127.0.0.1:42829 KEY`. Node 22.18 or newer runs it as it is.
 */
import { createClient, pages, PosthornError } from '../typescript/posthorn.ts';

const [baseUrl = '', token = ''] = process.argv.slice(2);
const client = createClient({ baseUrl, token });

try {
  const fields = ['id', 'sender', 'subject', 'unread'] as const;
  const list = { lens_kind: 'inbox' as const, view: 'messages' as const, fields: [...fields], include: '', limit: 50 };
  for await (const { mailbox } of pages(client.mailbox.list, list)) {
    const unread = (mailbox.rows ?? []).filter((row) => row.unread);
    if (unread.length === 0) continue;
    const message_ids = unread.flatMap(({ id }) => id ?? []);
    const { contents } = await client.messages.bodies({ message_ids });
    const texts = new Map(contents.map(({ message_id, text }) => [message_id, text]));
    for (const { id = '', sender, subject } of unread)
      process.stdout.write(`${sender}: ${subject}\n  ${(texts.get(id) ?? '').trim().split('\n')[0]?.slice(0, 100)}\n`);
  }
} catch (failed) {
  if (!(failed instanceof PosthornError)) throw failed;
  process.stderr.write(`${failed.message} (${failed.code})\n`);
  process.exitCode = 1;
}
