import { z } from 'zod';
import type { Log } from '../../base/log.ts';
import { createFence } from '../../base/fence.ts';
import type { Models } from '../../models/models.ts';
import type { ReadableMessage } from '../assist/readable-messages.ts';
import { confirmedBelow, type ConfirmEvidence } from './confirmation.ts';
import { deliveryStatuses, type Evidence } from './delivery.ts';

type ConfirmDeps = {
  models: Models;
  log: Log;
  /** Messages (internal ids) for a model, read on a worker. */
  readMessages: (messages: readonly number[]) => Promise<ReadableMessage[]>;
};

const answer = z.object({
  deliveries: z
    .array(
      z.object({ number: z.int(), is_delivery: z.boolean(), status: z.enum(deliveryStatuses).nullable().catch(null) }),
    )
    .max(50),
});

/** Other work of the scan waits for the model. */
const timeoutMs = 30_000;
/** After so many failures in a row the rules decide alone until Posthorn starts again, because the next request would fail too. */
const maxFailures = 3;

/**
 * Has a model look again at evidence that the rules are unsure of. What it confirms is believed more, and marked as its; what it
 * does not confirm stays as the rules found it. One request runs at a time.
 */
export function confirmWithModel({ models, log, readMessages }: ConfirmDeps): ConfirmEvidence {
  let last: Promise<unknown> = Promise.resolve();
  let failures = 0;
  const confirm = async (message: number, evidence: readonly Evidence[]): Promise<Evidence[]> => {
    if (!models.isUsable('delivery_extraction') || failures >= maxFailures) return [...evidence];
    try {
      const confirmed = await readAndAsk(message, evidence);
      failures = 0;
      return confirmed;
    } catch (failed) {
      failures += 1;
      log.warn({ err: failed, message }, 'a model did not confirm a delivery; the rules decide');
      return [...evidence];
    }
  };
  const readAndAsk = async (message: number, evidence: readonly Evidence[]) => {
    const [read] = await readMessages([message]);
    return read && read.text !== '' ? askAbout(models, read, evidence, AbortSignal.timeout(timeoutMs)) : [...evidence];
  };
  return (message, evidence) => {
    const result = last.then(() => confirm(message, evidence));
    last = result;
    return result;
  };
}

async function askAbout(
  models: Models,
  { text, subject }: ReadableMessage,
  evidence: readonly Evidence[],
  signal: AbortSignal,
): Promise<Evidence[]> {
  const fence = createFence();
  const system =
    'You decide whether a message tells the owner of a mailbox about a parcel or an order that comes to them. Answer with a JSON object {"deliveries": ' +
    `[{"number": 1, "is_delivery": true, "status": "in_transit"}]} with one entry for each candidate. "status" is one of ${deliveryStatuses.join(', ')}, or ` +
    `null if the message does not say it. ${fence.rules}`;
  const candidates = evidence
    .map(
      ({ carrier, tracking_number, order_numbers }, index) =>
        `${index + 1}. ${[carrier, tracking_number, ...order_numbers].filter(Boolean).join(', ')}`,
    )
    .join('\n');
  const user = (maxChars: number) => {
    const list = fence.wrap(candidates, 'candidates');
    const room = Math.max(0, maxChars - list.length - subject.length - 300);
    return `${fence.wrap(`${subject}\n\n${text.slice(0, room).toWellFormed()}`, 'the message')}\n\n${list}`;
  };
  const { answer: found } = await models.json('delivery_extraction', { system, user, maxTokens: 300, answer }, signal);
  return evidence.map((each, index) => {
    const judged = found.deliveries.find(({ number }) => number === index + 1);
    if (!judged?.is_delivery || each.confidence >= confirmedBelow) return each;
    return { ...each, status: judged.status ?? each.status, confidence: confirmedBelow, source: 'llm' };
  });
}
