import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHangLimit } from './hang-limit.ts';

const profile = 'bge-small-en-v1.5';
const onMail = { isNewStart: false, isProof: true };
const onQuery = { isNewStart: false, isProof: false };
const check = { isNewStart: true, isProof: true };

async function hang(limit: ReturnType<typeof createHangLimit>, kind = onMail) {
  const { promise, reject } = Promise.withResolvers<void>();
  const call = limit.call(profile, () => promise, kind);
  limit.noteHang();
  reject(new Error('the embedder ended'));
  await assert.rejects(call, { message: 'the embedder ended' });
}

test('a model that hangs three times in a row is given up, and its files can be checked anew', async () => {
  const limit = createHangLimit();
  for (let at = 0; at < 3; at++) await hang(limit, at === 1 ? onQuery : onMail);
  let calls = 0;
  const ask = async () => ++calls;
  await assert.rejects(limit.call(profile, ask, onMail), { code: 'model_hangs', retryable: true });
  await assert.rejects(limit.call(profile, ask, onQuery), { code: 'model_hangs' });
  assert.equal(calls, 0);
  assert.equal(await limit.call('bge-m3', ask, onMail), 1, 'another model is not concerned');
  assert.equal(await limit.call(profile, ask, check), 2);
  assert.equal(await limit.call(profile, ask, onMail), 3);
});

test('a model that computes vectors of mail between its hangs is not given up', async () => {
  const limit = createHangLimit();
  for (let at = 0; at < 5; at++) {
    await hang(limit);
    await limit.call(profile, async () => undefined, onMail);
  }
  await hang(limit);
  await hang(limit);
  await limit.call(profile, async () => undefined, onQuery);
  await hang(limit);
  await assert.rejects(
    limit.call(profile, async () => undefined, onQuery),
    { code: 'model_hangs' },
  );
});
