import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../base/clock.ts';
import { demoConfig, demoOpener } from './demo-config.ts';
import { createDemoMailTransport } from './demo-mail-transport.ts';
import { openConfig } from '../config/live-config.ts';
import { silentLog } from '../base/log.ts';
import { testFolder } from '../test-folder.ts';
import { join } from 'node:path';

test('mail between the accounts of the demo is delivered, and mail to other recipients is accepted', async () => {
  const { signal } = new AbortController();
  const { addMailbox, openSender } = createDemoMailTransport(500);
  const open = demoOpener(500, { clock: systemClock, onMailbox: addMailbox });
  const own = openConfig({ configFile: join(testFolder(), 'config.toml') }, { log: silentLog, watch: () => () => {} });
  const { 'demo-personal': from, 'demo-work': to } = demoConfig(own, 500).current.accounts;
  assert.ok(from && to);
  const mailbox = await open('demo-work', to);
  const sender = await openSender('demo-personal', from);
  const bytes = Buffer.from('Message-ID: <letter-3@vale.example>\r\nSubject: Keys\r\n\r\nThey are on the shelf.\r\n');
  const outcome = await sender.send(
    {
      from: from.email,
      to: [to.email.toUpperCase(), 'iris.calder@example.org'],
      size: bytes.length,
      async *content() {
        yield bytes;
      },
      envelopeId: 'letter-3',
    },
    { signal, beforeFinalBytes: () => {} },
  );
  assert.deepEqual(outcome.state === 'accepted' && outcome.recipients.map(({ state }) => state), [
    'accepted',
    'accepted',
  ]);
  const refs = await mailbox.findById('INBOX', 'letter-3@vale.example', signal);
  assert.equal(refs.length, 1);
  for await (const source of mailbox.sources(refs, signal)) assert.deepEqual(Buffer.from(source.bytes ?? ''), bytes);
});
