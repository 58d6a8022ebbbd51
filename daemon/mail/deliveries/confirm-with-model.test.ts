import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../base/log.ts';
import { defaultConfig } from '../../config/schema/schema.ts';
import { createModels } from '../../models/models.ts';
import { testChatServer, type Script } from '../../models/test-chat-server.ts';
import { endpointFetch } from '../../outgoing/endpoint-fetch.ts';
import { confirmWithModel } from './confirm-with-model.ts';
import type { Evidence } from './delivery.ts';

const evidence: Evidence = {
  carrier: 'DHL',
  tracking_number: '00340434161094022115',
  tracking_url: null,
  merchant: null,
  merchant_domain: 'shop.example',
  order_numbers: [],
  status: 'ordered',
  at: '2026-03-10T08:00:00.000Z',
  eta: null,
  items: [],
  source: 'heuristic',
  reason: 'number',
  confidence: 0.5,
  quote: null,
};

async function confirmation(t: Parameters<typeof testChatServer>[0], script: Script, enabled = true) {
  const { base_url, calls } = await testChatServer(t, () => script);
  const { llm, ...rest } = defaultConfig();
  const config = { current: { ...rest, llm: { ...llm, enabled, base_url } } };
  const models = createModels({ config, fetch: endpointFetch(), env: {} });
  const message = {
    id: 1,
    message_id: 'm',
    thread_id: 't',
    direction: 'inbound' as const,
    from: { name: null, email: 'shop@shop.example' },
    to: [],
    date: evidence.at,
    subject: 'Your order',
    text: 'It is on its way.',
    isCut: false,
  };
  return { calls, confirm: confirmWithModel({ models, log: silentLog, readMessages: async () => [message] }) };
}

test('what a model confirms is believed more and marked as its, and the rest stays as the rules found it', async (t) => {
  const { confirm, calls } = await confirmation(t, {
    deliveries: [
      { number: 1, is_delivery: true, status: 'in_transit' },
      { number: 2, is_delivery: false, status: 'delivered' },
      { number: 9, is_delivery: true, status: 'delivered' },
    ],
  });
  const certain = { ...evidence, confidence: 0.9 };
  const confirmed = await confirm(1, [evidence, evidence, certain]);
  assert.deepEqual(confirmed, [
    { ...evidence, status: 'in_transit', confidence: 0.75, source: 'llm' },
    evidence,
    certain,
  ]);
  assert.equal(calls.length, 1);
});

test('without a model, and where it fails, the rules decide; after three failures it is not asked any more', async (t) => {
  const off = await confirmation(t, {}, false);
  assert.deepEqual(await off.confirm(1, [evidence]), [evidence]);
  assert.equal(off.calls.length, 0);
  const failing = await confirmation(t, { status: 500 });
  for (let at = 0; at < 5; at++) assert.deepEqual(await failing.confirm(1, [evidence]), [evidence]);
  assert.equal(failing.calls.length, 3);
});
