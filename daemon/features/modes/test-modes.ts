import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

export const ben = 'Ben Okoro <ben.okoro@people.example>';

/** Mail that the user sent to someone, and the answer. */
export const question = (to = ben, name = 'q') =>
  mail({
    from: 'Ada <ada@example.test>',
    headers: { To: to },
    subject: `Question ${name}`,
    text: 'How?',
    id: `${name}@example.test`,
  });
export const answer = (from = ben, name = 'q', more: { id?: string; minutesAgo?: number; text?: string } = {}) =>
  mail({
    from,
    subject: `Re: Question ${name}`,
    text: 'Like this.',
    id: `answer-${name}@people.example`,
    minutesAgo: 30,
    ...more,
    headers: { 'In-Reply-To': `<${name}@example.test>`, References: `<${name}@example.test>` },
  });
export const stranger = () =>
  mail({
    from: 'Cleo Lind <cleo.lind@people.example>',
    subject: 'Lunch',
    text: 'Hi Ada,\n\nlet me know.\n\nThanks\nCleo',
    id: 'l@people.example',
  });
export const receipt = () =>
  mail({
    from: 'Shop <noreply@shop.example>',
    subject: 'Your order 112',
    text: 'Your order has shipped.',
    id: 'o@shop.example',
  });
export const issue = () =>
  mail({
    from: 'The News <news@news.example>',
    subject: 'The News, issue 12',
    text: 'In this issue. Unsubscribe',
    id: 'n@news.example',
    headers: { 'List-Unsubscribe': '<https://news.example/leave>' },
  });

/** A daemon that has synced `before`, and to which `after` was delivered since. */
export async function daemonWith(
  t: Pick<TestContext, 'after'>,
  before: readonly Buffer[],
  after: readonly Buffer[] = [],
  config = '',
) {
  const daemon = await testDaemon(t, {
    config,
    prepare: (providers) => before.forEach((each) => providers.get('ada')!.control.deliver(each)),
  });
  await daemon.synced();
  if (after.length > 0) {
    after.forEach((each) => daemon.server('ada').control.deliver(each));
    await daemon.resync();
  }
  return daemon;
}

export async function rowOf(daemon: TestDaemon, subject: string) {
  const { groups } = await daemon.ask('search.find', { q: `subject:"${subject}"`, scope: 'messages' });
  const [row] = groups.flatMap(({ rows }) => rows);
  assert.ok(row, subject);
  return row;
}

export async function modesOf(daemon: TestDaemon, subject: string) {
  const { threads } = await daemon.ask('modes.membership', { message_id: (await rowOf(daemon, subject)).id });
  const [thread] = threads;
  assert.ok(thread, subject);
  return thread.modes.map(({ mode, reason }) => [mode, reason]);
}
