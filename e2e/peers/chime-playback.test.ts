import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { waitLimitMs, until } from '../../daemon/test-until.ts';
import { decodeWave } from '../../headless/notifications/wave-file.ts';
import { similarity, loudness, spectrogram } from '../chimes/spectrum.ts';
import { startTestProcess } from '../headless/test-process.ts';
import { soundMissing, startSound } from '../../testing/servers/sound-server.ts';

const config = `[accounts.ada]
name = "Ada"
email = "ada@example.test"
sync = { type = "fake" }
send = { type = "fake" }
`;

const skip = soundMissing();

const original = (name: string) =>
  decodeWave(readFileSync(join(import.meta.dirname, '../../resources/chimes', `${name}.wav`)));

/** Whether a recording matches a sound, by its tones over time. */
function assertSound(recorded: Int16Array | undefined, name: string): void {
  const alike = similarity(spectrogram(recorded ?? new Int16Array()), spectrogram(original(name)));
  assert.ok(alike > 0.7, `the recording is similar to ${name} by ${alike}`);
}

test(
  'an archive by a script plays on a real sound server at the configured volume, and an archive by the web app is silent (checklist 173)',
  { skip },
  async (t) => {
    const sound = await startSound();
    t.after(() => sound.stop());
    const daemon = await startTestProcess(t, { config, env: sound.env });
    const ask = async (path: string, body?: object, from?: 'web') => {
      const answer = await fetch(`http://127.0.0.1:${daemon.port()}/api/v1${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${daemon.token()}`,
          'content-type': 'application/json',
          ...(from && { 'x-client-kind': from }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(waitLimitMs),
      });
      const json = (await answer.json()) as Record<string, unknown>;
      assert.equal(answer.status, 200, JSON.stringify(json));
      return json;
    };
    const inbox = async () => {
      const { mailbox } = (await ask('/mail/mailbox?lens_kind=inbox&view=messages')) as {
        mailbox: { groups: { rows: { id: string }[] }[] };
      };
      return mailbox.groups.flatMap(({ rows }) => rows.map(({ id }) => id));
    };
    // The first pass brings existing mail, and none of it is new mail.
    await until('the first mail is here', async () => (await inbox()).length >= 6);
    const ids = await inbox();
    const act = (kind: 'archive' | 'trash', from?: 'web') =>
      ask(`/mail/mutations/${kind}`, { message_ids: [ids.shift()] }, from);

    // Off by default: the first archive is silent.
    await act('archive');
    await ask('/platform/notifications/chimes', { enabled: true, volume: 1 });
    await act('archive');
    const [first] = await sound.recordedSounds(1);
    assertSound(first, 'archive');

    await ask('/platform/notifications/chimes', { volume: 0.35 });
    await act('archive', 'web');
    // If it had played, it would be in this recording or before it.
    await act('trash');
    const [, second] = await sound.recordedSounds(2);
    assertSound(second, 'thud');
    await act('archive');
    const recorded = await sound.recordedSounds(3);
    assert.equal(recorded.length, 3);
    assertSound(recorded[2], 'archive');
    const ratio = loudness(recorded[2] ?? new Int16Array()) / loudness(first ?? new Int16Array());
    assert.ok(Math.abs(ratio - 0.35) < 0.05, `0.35 is ${ratio} times as loud as 1`);
    assert.equal((await daemon.stop()).code, 0);
  },
);
