/** Reads requests to the real keychain as lines of JSON, `[verb, ...arguments]`, and answers each with a line. */
import { createInterface } from 'node:readline';
import { Failure } from '../../../daemon/base/failure.ts';
import { openKeychain } from '../../../daemon/config/secrets/keychain.ts';

const keychain = openKeychain({ service: 'posthorn-test' });
const commands: Record<string, (name: string, secret: string) => Promise<unknown>> = {
  get: keychain.get,
  set: keychain.set,
  remove: keychain.remove,
  look: keychain.getStatus,
};

for await (const line of createInterface(process.stdin)) {
  const [verb = '', name = '', secret = ''] = JSON.parse(line) as string[];
  const answer = await commands[verb]?.(name, secret).then(
    (value) => ({ value }),
    (failed: unknown) => (failed instanceof Failure ? { failed: failed.details['state'] ?? failed.code } : { failed }),
  );
  console.log(JSON.stringify(answer ?? { failed: 'no such verb' }));
}
process.exit(0);
