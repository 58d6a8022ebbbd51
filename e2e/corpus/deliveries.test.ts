import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { classify } from '../../daemon/mail/classification/classify.ts';
import { classifiedMessageOf } from '../../daemon/mail/classification/evidence.ts';
import type { DeliveryStatus, Evidence } from '../../daemon/mail/deliveries/delivery.ts';
import { evidenceIn } from '../../daemon/mail/deliveries/evidence.ts';
import { shownParts } from '../../daemon/mail/deliveries/read-deliveries.ts';
import { recognizeNumber } from '../../daemon/mail/deliveries/tracking-numbers.ts';
import { parseMessage } from '../../daemon/mail/mime/parse.ts';
import { corpusFile, corpusMissing } from '../corpus.ts';
import { mailFiles } from './mail-files.ts';

type Expected = { delivery?: false; carrier?: string; tracking?: string[]; order?: string[]; status?: string };

/** The words of the corpus for the states of the contract. */
const statuses: Readonly<Record<string, DeliveryStatus>> = {
  shipped: 'in_transit',
  ready_for_pickup: 'available_for_pickup',
  out_for_delivery: 'out_for_delivery',
  delivered: 'delivered',
};

/** What a message says, if nothing is known of its sender. */
function evidenceOf(bytes: Uint8Array): Evidence[] {
  const parsed = parseMessage(bytes);
  return evidenceIn(
    {
      fromName: parsed.from.name,
      fromEmail: parsed.from.email,
      subject: parsed.subject,
      sentAt: parsed.date ?? '2021-01-01T00:00:00.000Z',
      kind: classify(classifiedMessageOf(parsed), new Set()).kind,
      isOnList: parsed.list_id !== null,
      proof: 'open',
      ...shownParts(bytes),
    },
    'Europe/Berlin',
  );
}

type Tally = { right: number; found: number; expected: number };

describe('the deliveries in real mail', { skip: corpusMissing() }, () => {
  test('mail of carriers and shops is read as the corpus says', (t) => {
    const folder = corpusFile('delivery/mail-and-packages');
    const { messages } = JSON.parse(readFileSync(join(folder, '_expected.json'), 'utf8')) as {
      messages: Record<string, Expected>;
    };
    const fields: Record<string, Tally> = {};
    const wrong: string[] = [];
    const count = (field: string, file: string, { found, expected }: { found: string[]; expected: string[] }) => {
      const tally = (fields[field] ??= { right: 0, found: 0, expected: 0 });
      const right = found.filter((each) => expected.includes(each)).length;
      tally.right += right;
      tally.found += found.length;
      tally.expected += expected.length;
      if (right < Math.max(found.length, expected.length)) wrong.push(`${field} of ${file}`);
    };
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.eml'))) {
      const expected = messages[file] ?? {};
      const evidence = evidenceOf(readFileSync(join(folder, file)));
      const valuesOf = (value: (each: Evidence) => string | string[]) => [...new Set(evidence.flatMap(value))];
      const isDelivery = expected.delivery !== false;
      count('delivery', file, { found: evidence.length > 0 ? ['yes'] : [], expected: isDelivery ? ['yes'] : [] });
      if (evidence.length === 0 || !isDelivery) continue;
      const carriers = valuesOf(({ carrier }) => carrier ?? []);
      count('carrier', file, {
        found: carriers,
        expected: carriers.filter((each) => expected.carrier?.includes(each)),
      });
      count('status', file, {
        found: valuesOf(({ status }) => [status]),
        expected: [statuses[expected.status ?? ''] ?? ''],
      });
      if (expected.tracking)
        count('tracking number', file, {
          found: valuesOf(({ tracking_number }) => tracking_number ?? []),
          expected: expected.tracking,
        });
      if (expected.order)
        count('order number', file, {
          found: valuesOf(({ order_numbers }) => order_numbers),
          expected: expected.order,
        });
    }
    for (const [field, { right, found, expected }] of Object.entries(fields))
      t.diagnostic(`${field}: precision ${right} of ${found}, recall ${right} of ${expected}`);
    // A forwarded message proves nothing, and one mail names two numbers.
    assert.deepEqual(wrong, ['delivery of amazon_fwd.eml', 'tracking number of usps_out_for_delivery.eml']);
  });

  test('there is no delivery in lists, private mail, newsletters, spam and fraud', () => {
    const found = mailFiles().filter(({ bytes }) => evidenceOf(bytes).length > 0);
    assert.deepEqual(
      found.map(({ name }) => name),
      [],
    );
  });

  test('numbers of carriers are told from others', (t) => {
    const all = JSON.parse(readFileSync(corpusFile('delivery/couriers/_test-numbers.json'), 'utf8')) as {
      type: string;
      number: string;
      valid: boolean;
    }[];
    const isRight = ({ number, valid }: (typeof all)[number]) => !valid || recognizeNumber(number).length > 0;
    const missed = all.filter((each) => !isRight(each));
    t.diagnostic(`${all.length - missed.length} of ${all.length}`);
    // One is a placeholder, and one of a format that is no longer used.
    assert.ok(missed.length <= 3, missed.map(({ type }) => type).join(', '));
    const strong = all.filter(({ number, valid }) => !valid && recognizeNumber(number)[0]?.proof === 'strong');
    assert.deepEqual(
      strong.map(({ type }) => type),
      [],
    );
  });
});
