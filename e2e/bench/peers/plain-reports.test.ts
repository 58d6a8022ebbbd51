import assert from 'node:assert/strict';
import { test } from 'node:test';
import Database from 'better-sqlite3';
import { plainReports, type PlainRequest } from './plain-reports.ts';
import { reportRequests } from '../posthorn/reports.ts';
import type { JsonText } from '../../../daemon/contract/define.ts';
import { storeFiles } from '../../../daemon/store/open.ts';
import { ada, bob, mail, testDaemon, testStart } from '../../../daemon/test-daemon.ts';
import type { Wrapped } from '../../../daemon/features/analytics/contract.ts';

const day = 24 * 60;

/** Two accounts with made-up mail of many kinds, and people who write to each other at known times. */
async function openMailbox(t: Parameters<typeof testDaemon>[0]) {
  const daemon = await testDaemon(t, {
    accounts: [
      { ...ada, count: 400 },
      { ...bob, count: 60 },
    ],
    prepare: (servers) => {
      const { deliver } = servers.get('ada')!.control;
      for (let n = 0; n < 60; n++) {
        const [from, to] = [`Friend ${n % 7} <Friend${n % 7}@people.example>`, 'Ada <ada@example.test>'];
        const minutesAgo = n * 3 * day + 300;
        const headers = { To: to, 'Message-ID': `<Asked-${n}@people.example>` };
        deliver(mail({ from, subject: `Question ${n}?`, text: 'Could you tell me?', minutesAgo, headers }), {
          folder: n % 11 === 0 ? 'Trash' : 'INBOX',
        });
        if (n % 3 === 0) continue;
        const reply = {
          To: from,
          'In-Reply-To': `<asked-${n}@People.example>`,
          'Message-ID': `<answer-${n}@example.test>`,
        };
        const later = minutesAgo - (n % 5) * 47 - 1;
        deliver(mail({ from: to, subject: `Re: Question ${n}?`, text: 'Yes.', minutesAgo: later, headers: reply }), {
          folder: 'Sent',
        });
      }
    },
  });
  await daemon.synced();
  const plain = new Database(storeFiles(daemon.dataDir).mail, { readonly: true });
  t.after(() => plain.close());
  return { daemon, plain };
}

test('each report equals what a plain program counts', async (t) => {
  const { daemon, plain } = await openMailbox(t);
  const request: PlainRequest = { now: new Date(testStart), zone: 'Europe/Berlin' };
  async function reply(name: string, input: object): Promise<Record<string, unknown>> {
    return ((await daemon.dispatch(name, input, { origin: 'web' })) as JsonText).value() as Record<string, unknown>;
  }

  for (const [title, report] of Object.entries(plainReports)) {
    if (title === 'wrapped') continue;
    const { name, input } = reportRequests[title as keyof typeof plainReports];
    const hasPeriod = ['analytics.storage', 'analytics.largest', 'analytics.responseTime'].includes(name);
    for (const sinceDays of hasPeriod ? [undefined, 60] : [undefined]) {
      const { rows, summary } = await reply(name, { ...input, since_days: sinceDays });
      const expected = report(plain, { ...request, sinceDays });
      assert.ok(Array.isArray(expected) ? expected.length > 0 : Object.keys(expected as object).length > 0, title);
      assert.deepEqual(withoutNames(rows) ?? withoutTrend(summary), expected, `${title}, ${sinceDays ?? 'all'} days`);
    }
  }
});

/** The plain program counts by address, and knows no names. */
function withoutNames(rows: unknown) {
  return (rows as Record<string, unknown>[] | undefined)?.map(({ name: _, counterparty_name: __, ...row }) => row);
}

function withoutTrend(summary: unknown) {
  const { trend: _, direction: __, ...times } = summary as Record<string, unknown>;
  return times;
}

test('the look back equals what a plain program counts', async (t) => {
  const { daemon, plain } = await openMailbox(t);
  const { summary } = await daemon.ask('analytics.wrapped', {});
  const expected = plainReports.wrapped(plain, { now: new Date(testStart), zone: 'Europe/Berlin' });
  assert.deepEqual(countedIn(summary), expected);
});

function countedIn(summary: Wrapped) {
  const { time_patterns: times, top_contacts: people, storage, newsletters } = summary;
  const ranks = (rows: readonly { email: string; count: number }[]) =>
    rows.map(({ email, count }) => ({ email, count }));
  return {
    volume: summary.volume,
    weekdays: times.day_of_week_distribution,
    hours: times.local_hour_distribution,
    writers: ranks(people.most_emailed_to_me),
    recipients: ranks(people.most_emailed_by_me),
    replies: summary.reply_discipline?.sample_count ?? 0,
    total_bytes: storage.total_bytes,
    heaviest: storage.heaviest_message,
    top_mimetype: storage.top_mimetype?.key ?? null,
    lists: newsletters.unique_lists,
    longest: summary.superlatives.longest_thread?.message_count ?? 0,
  };
}

test('the trend of replies has the median of each week or month, in local time', async (t) => {
  const { daemon } = await openMailbox(t);
  const { summary } = await daemon.ask('analytics.responseTime', { direction: 'i_replied', since_days: 60 });
  const { trend } = summary;
  assert.ok(trend.length > 5);
  for (const { since } of trend) assert.equal(new Date(since).getUTCDay(), 1, `${since} is a Monday`);
  assert.equal(
    trend.reduce((sum, { sample_count }) => sum + sample_count, 0),
    summary.sample_count,
  );
  assert.deepEqual(
    trend,
    trend.toSorted((a, b) => (a.since < b.since ? -1 : 1)),
  );
});
