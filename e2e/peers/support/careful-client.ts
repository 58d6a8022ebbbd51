import type { ImapFlow } from 'imapflow';
import { randomFrom } from '../../../daemon/demo/random.ts';
import type { Dovecot, MailUser } from '../../../testing/servers/dovecot.ts';
import { openSecondClient } from './second-client.ts';
import { buildMessage } from './test-messages.ts';

/** Another mail program, which makes random changes and puts no message into a folder that has it already. */
type CarefulClient = {
  /** Makes a change and describes it. */
  change(): Promise<string>;
  close(): Promise<void>;
};

const flagPool = ['\\Seen', '\\Flagged', '\\Answered', 'work'];

/** The same changes for the same seed and mailbox. */
export async function openCarefulClient(dovecot: Dovecot, user: MailUser, seed: number): Promise<CarefulClient> {
  const random = randomFrom(seed);
  let client = await openSecondClient(dovecot, user);
  let appended = 0;

  const folders = async () => {
    const listed = await client.list();
    return listed.flatMap(({ path, flags, specialUse }) =>
      flags.has('\\Noselect') || specialUse === '\\Sent' || specialUse === '\\Drafts' ? [] : [path],
    );
  };
  const anyFolder = async () => random.pick(await folders());

  /** A message of a folder with mail in it, which is open then. */
  const anyMessage = async () => {
    for (let tries = 0; tries < 10; tries++) {
      const path = await anyFolder();
      const { exists } = await client.mailboxOpen(path);
      const message =
        exists > 0 && (await client.fetchOne(String(random.between(1, exists)), { uid: true, envelope: true }));
      if (message) return { path, uid: String(message.uid), id: message.envelope?.messageId ?? '' };
    }
    return undefined;
  };

  const place = async (kind: 'messageCopy' | 'messageMove') => {
    const message = await anyMessage();
    const to = await anyFolder();
    if (!message || message.path === to || (await holds(client, to, message.id))) return `${kind}: not to ${to}`;
    await client.mailboxOpen(message.path);
    await client[kind](message.uid, to, { uid: true });
    return `${kind}: ${message.path} ${message.uid} to ${to}`;
  };

  const changes = [
    () => place('messageCopy'),
    () => place('messageCopy'),
    () => place('messageMove'),
    async () => {
      const message = await anyMessage();
      const flag = random.pick(flagPool);
      if (message)
        await client[random.chance(0.5) ? 'messageFlagsAdd' : 'messageFlagsRemove'](message.uid, [flag], { uid: true });
      return `flag: ${flag} ${message?.path}`;
    },
    async () => {
      const subject = `Added ${++appended}`;
      await client.append(
        'INBOX',
        buildMessage({ id: `added.${seed}.${appended}@people.example`, subject, text: subject }),
        [],
      );
      return `append: ${subject}`;
    },
  ];

  return {
    async change() {
      if (!client.usable) client = await openSecondClient(dovecot, user);
      return random.pick(changes)();
    },
    close: async () => {
      if (client.usable) await client.logout();
    },
  };
}

/** Whether a folder, which is open then, has a message with this Message-ID. */
async function holds(client: ImapFlow, path: string, id: string): Promise<boolean> {
  await client.mailboxOpen(path, { readOnly: true });
  const found = await client.search({ header: { 'message-id': id } }, { uid: true });
  return !id || !found || found.length > 0;
}
