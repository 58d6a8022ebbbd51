import type { TestContext } from 'node:test';
import { mail, testDaemon, type TestDaemon, type TestSettings } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';

/** A result of the account’s own server, above all that a sender can write. */
const proof = (domain: string) => ({
  'Authentication-Results': `mx.example.test; dmarc=pass header.from=${domain}`,
  Received: 'from there by mx.example.test with ESMTP; Tue, 10 Mar 2026 07:00:00 +0000',
});

type Fields = Parameters<typeof mail>[0] & { html?: string; isProven?: boolean };

/** Mail about a parcel. The receiving server has confirmed its sender, unless `isProven` is false. */
export function deliveryMail({ html, isProven = true, headers = {}, ...fields }: Fields): Buffer {
  const domain = /@([\w.-]+)/.exec(fields.from)?.[1] ?? '';
  const all = { ...(isProven && proof(domain)), ...headers };
  if (html === undefined) return mail({ ...fields, headers: all });
  return mail({ ...fields, text: html, headers: { ...all, 'Content-Type': 'text/html; charset=utf-8' } });
}

/** A daemon whose mail of Ada has been looked through. */
export async function daemonWithDeliveries(
  t: Pick<TestContext, 'after'>,
  raw: readonly Buffer[],
  settings: TestSettings = {},
) {
  const daemon = await testDaemon(t, {
    prepare: (providers) => raw.forEach((each) => providers.get('ada')!.control.deliver(each)),
    ...settings,
  });
  await daemon.synced();
  return daemon;
}

export async function deliver(daemon: TestDaemon, ...raw: readonly Buffer[]): Promise<void> {
  for (const each of raw) daemon.server('ada').control.deliver(each);
  await daemon.resync();
}

/** Waits until the deliveries in a list are as expected, and returns them. */
export async function deliveriesAre(
  daemon: TestDaemon,
  what: string,
  isExpected: (deliveries: Delivery[]) => boolean,
  filter: 'active' | 'delivered' | 'all' | 'dismissed' = 'all',
): Promise<Delivery[]> {
  let found: Delivery[] = [];
  await until(what, async () => {
    ({ deliveries: found } = await daemon.ask('deliveries.list', { filter }));
    return isExpected(found);
  });
  return found;
}

export type Delivery = Awaited<ReturnType<typeof listOf>>[number];

async function listOf(daemon: TestDaemon) {
  return (await daemon.ask('deliveries.list', {})).deliveries;
}
