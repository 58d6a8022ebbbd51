/**
 * Reads requests to the real keychain as lines of JSON, `[verb, ...arguments]`, and answers each with a line. A request that a
 * busy computer does not answer in time is repeated, as Posthorn does.
 */
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../../../daemon/base/failure.ts';
import { openKeychain } from '../../../daemon/config/secrets/keychain.ts';

const keychain = openKeychain({ service: 'posthorn-test' });
const commands: Record<string, (name: string, secret: string) => Promise<unknown>> = {
  get: keychain.get,
  set: keychain.set,
  remove: keychain.remove,
  look: keychain.getStatus,
};
type Answer = { value?: unknown; failed?: unknown };

async function answerTo(command: () => Promise<unknown>): Promise<Answer> {
  for (;;) {
    const answer = await command().then(
      (value): Answer => ({ value }),
      (failed: unknown): Answer => ({
        failed: failed instanceof Failure ? (failed.details['state'] ?? failed.code) : failed,
      }),
    );
    const status = answer.value as { state?: string } | undefined;
    if (answer.failed !== 'waiting' && status?.state !== 'waiting') return answer;
    await wait(20);
  }
}

for await (const line of createInterface(process.stdin)) {
  const [verb = '', name = '', secret = ''] = JSON.parse(line) as string[];
  const command = commands[verb];
  console.log(JSON.stringify(command ? await answerTo(() => command(name, secret)) : { failed: 'no such verb' }));
}
process.exit(0);
