import type { TestContext } from 'node:test';
import { ada, mail, testDaemon, type TestSettings } from '../../test-daemon.ts';
import { testFolder } from '../../test-folder.ts';
import { until } from '../../test-until.ts';
import { writeTestModel } from '../../models/test-model.ts';

/** Messages of which no two share a word that means something, except `car` and `automobile`, and the like. */
const testMessages = [
  { subject: 'The automobile', text: 'It needs new tyres.\n' },
  { subject: 'Supper on Friday', text: 'Bring nothing but yourself.\n' },
  { subject: 'Furnace', text: 'The engineer comes at nine.\n' },
  { subject: 'Numbers', text: 'Here is the bill for March.\n' },
  { subject: 'Car', text: 'Yours is in the garage.\n' },
];

let modelFolder: string | undefined;

/** A folder with a small model for tests. */
export function testModelFolder(): string {
  if (!modelFolder) writeTestModel((modelFolder = testFolder()));
  return modelFolder;
}

type TestMessage = { subject: string; text: string };

/** A daemon whose account has these messages. */
export async function daemonWithMessages(
  t: Pick<TestContext, 'after'>,
  { messages = testMessages, ...settings }: TestSettings & { messages?: readonly TestMessage[] } = {},
) {
  const daemon = await testDaemon(t, {
    ...settings,
    prepare(providers) {
      for (const [at, { subject, text }] of messages.entries())
        providers.get(ada.key)?.control.deliver(messageBytes({ subject, text, at }));
    },
  });
  await daemon.synced();
  const record = async (profile = 'bge-small-en-v1.5') => {
    const { status } = await daemon.ask('semantic.status');
    return status.profiles.find((each) => each.profile === profile)!;
  };
  return {
    ...daemon,
    record,
    /** Waits until all mail is embedded with a profile. */
    embedded: (profile?: string) =>
      until('all mail is embedded', async () => {
        const found = await record(profile);
        return (
          found.status === 'ready' && found.activated_at !== null && found.progress_completed === found.progress_total
        );
      }),
    /** The subjects that a search finds, in order, and its whole answer. */
    async find(input: object) {
      const answer = await daemon.ask('search.find', { explain: true, scope: 'messages', ...input });
      return { ...answer, subjects: answer.groups.flatMap(({ rows }) => rows.map(({ subject }) => subject)) };
    },
  };
}

/** A message as the server gets it. */
export function messageBytes({ subject, text, at }: TestMessage & { at: number }): Buffer {
  return mail({ from: 'Bruna <bruna@example.test>', subject, text, id: `message-${at}@x`, minutesAgo: at + 1 });
}
