import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configSchema } from '../config/schema/schema.ts';
import { senderOpener } from './open-sender.ts';
import type { SecretStore } from '../config/secrets/secret-store.ts';

test('an account gets the configured sender, or an error that states why there is none', async () => {
  const secrets: SecretStore = {
    kind: 'file',
    get: async (ref) => (ref === 'work' ? 'secret' : undefined),
    set: async () => {},
    remove: async () => {},
  };
  const open = senderOpener({ secrets });
  const sending = (send: Record<string, unknown> | undefined) => {
    const account = { name: 'Work', email: 'ada@analytical.example', sync: { type: 'fake' }, ...(send && { send }) };
    return open('work', configSchema.parse({ accounts: { work: account } }).accounts.work!);
  };
  const smtp = { type: 'smtp', host: 'smtp.gmail.com', username: 'ada', password_ref: 'work' };
  assert.equal((await sending(smtp)).savesSentCopy, true);
  assert.equal((await sending({ type: 'fake' })).savesSentCopy, false);
  assert.equal((await sending({ type: 'smtp', host: 'relay.example', auth_required: false })).savesSentCopy, false);
  await assert.rejects(sending({ ...smtp, password_ref: 'lost' }), {
    reason: 'auth',
    message: /^No password is stored for Work\. Open its settings and type it again\.$/,
  });
  await assert.rejects(sending(undefined), { reason: 'refused', message: /has no \[accounts\.work\.send\] table/ });
  await assert.rejects(sending({ type: 'gmail' }), {
    reason: 'auth',
    message: /^Work isn’t signed in\./,
  });
});
