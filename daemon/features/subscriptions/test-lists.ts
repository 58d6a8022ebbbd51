import type { TestContext } from 'node:test';
import { Readable } from 'node:stream';
import type { OutgoingFetch, OutgoingRequest } from '../../outgoing/outgoing-fetch.ts';
import { mail, testDaemon, type TestDaemon, type TestSettings } from '../../test-daemon.ts';

export const weekly = 'Weekly <weekly@news.example>';

type UnsubscribeKind = 'click' | 'link' | 'mailto' | 'none';

/** Mail of a list, with its unsubscribe headers. */
export function newsletter(
  number: number,
  {
    from = weekly,
    kind = 'click',
    list = 'weekly.news.example',
    header = '<mailto:leave@news.example?subject=off%20please>',
  }: { from?: string; kind?: UnsubscribeKind; list?: string; header?: string } = {},
): Buffer {
  const address = `https://news.example/leave?issue=${number}`;
  const headersByKind: Record<UnsubscribeKind, Record<string, string>> = {
    click: { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    link: { 'List-Unsubscribe': `<${address}>` },
    mailto: { 'List-Unsubscribe': header },
    none: {},
  };
  return mail({
    from,
    subject: `Issue ${number}`,
    text: 'News.',
    id: `issue-${number}@news.example`,
    minutesAgo: 1000 - number,
    headers: { 'List-Id': `<${list}>`, ...headersByKind[kind] },
  });
}

type SentRequest = Pick<OutgoingRequest, 'method' | 'body'> & { url: string };

/** The answer of a sender's server: a status, or an error to throw. */
type RequestHandler = (request: SentRequest) => number | Promise<number>;

/** A daemon with list mail, whose one-click requests `answer` answers; `requests` are those that were sent. */
export async function daemonWithLists(
  t: Pick<TestContext, 'after'>,
  { mails, answer = () => 200, ...settings }: TestSettings & { mails: readonly Buffer[]; answer?: RequestHandler },
) {
  const requests: SentRequest[] = [];
  const fetch: OutgoingFetch = async (url, { method, body }) => {
    const request = { url, method, body: body ?? '' };
    requests.push(request);
    return { status: await answer(request), type: 'text/plain', url, content: Readable.from([Buffer.from('ok')]) };
  };
  const daemon = await testDaemon(t, {
    prepare: (servers) => {
      for (const bytes of mails) servers.get('ada')?.control.deliver(bytes);
    },
    ...settings,
    options: { fetch, ...settings.options },
  });
  await daemon.synced();
  return { ...daemon, requests, ids: await idsOf(daemon) };
}

/** Ids of messages by their subjects. */
async function idsOf({ ask }: Pick<TestDaemon, 'ask'>): Promise<(subject: string) => string> {
  const { mailbox } = await ask('mailbox.list', { lens_kind: 'all_mail', view: 'messages', limit: 1000 });
  const ids = new Map(mailbox.groups.flatMap(({ rows }) => rows.map(({ subject, id }) => [subject, id] as const)));
  return (subject) => {
    const id = ids.get(subject);
    if (id === undefined) throw new Error(`no message is called ${subject}`);
    return id;
  };
}

/** The inbox by subject. */
export async function inboxSubjects({ ask }: Pick<TestDaemon, 'ask'>): Promise<string[]> {
  const { mailbox } = await ask('mailbox.list', { view: 'messages', limit: 1000 });
  return mailbox.groups.flatMap(({ rows }) => rows.map(({ subject }) => subject)).toSorted();
}
