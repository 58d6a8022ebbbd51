import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { sealMessage } from 'mailauth/lib/arc/index.js';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { mail, testDaemon, testStart, type TestDaemon, type TestSettings } from '../../test-daemon.ts';
import { until } from '../../test-until.ts';

const on = '[authentication]\nverify_signatures = true\n';

const keyOfBits = (modulusLength: number) => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength });
  const record = [[`v=DKIM1; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`]];
  return { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), record };
};
const rsa = keyOfBits(2048);
const weak = keyOfBits(512);
const testing = { ...rsa, record: [[rsa.record[0]![0]!.replace('DKIM1;', 'DKIM1; t=y;')]] };

/** A DNS that knows some keys, and records what it is asked. */
function testDns(records: Record<string, string[][]>) {
  const asked: string[] = [];
  const dns = {
    asked,
    /** Called before each answer. */
    onQuestion: (_name: string): void | Promise<void> => undefined,
    async resolveTxt(name: string) {
      asked.push(name);
      await dns.onQuestion(name);
      return records[name];
    },
  };
  return dns;
}

type Signing = { domain: string; key?: typeof rsa; selector?: string; maxBodyLength?: number };

async function signed(bytes: Buffer, { domain, key = rsa, selector = 'key', maxBodyLength }: Signing) {
  const signature = {
    signingDomain: domain,
    selector,
    privateKey: key.privateKey,
    ...(maxBodyLength !== undefined && { maxBodyLength }),
  };
  const { signatures } = await dkimSign(bytes, {
    ...signature,
    signTime: new Date(testStart),
    signatureData: [signature],
  });
  return Buffer.concat([Buffer.from(signatures), bytes]);
}

async function checkingDaemon(t: TestContext, dns: ReturnType<typeof testDns>, settings: TestSettings = {}) {
  const daemon = await testDaemon(t, { config: on, ...settings, options: { resolveTxt: dns.resolveTxt } });
  await daemon.synced();
  return daemon;
}

/** Delivers mail, and waits until all of it is listed: the pass that was asked for may have begun before. */
async function deliver(daemon: TestDaemon, ...sources: Buffer[]) {
  for (const source of sources) daemon.server('ada').control.deliver(source);
  await daemon.resync();
  for (const source of sources) {
    const subject = /^Subject: (.*)\r$/m.exec(source.toString())?.[1] ?? '';
    await until(`"${subject}" is listed`, async () => (await rowOf(daemon, subject)) !== undefined);
  }
}

async function rowOf(daemon: TestDaemon, subject: string) {
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', lens_kind: 'all_mail' });
  return mailbox.groups.flatMap(({ rows }) => rows).find((each) => each.subject === subject);
}

async function trustOf(daemon: TestDaemon, subject: string) {
  const row = await rowOf(daemon, subject);
  assert.ok(row, `no message "${subject}"`);
  return (await daemon.ask('messages.trust', { message_id: row.id })).trust;
}

const codesOf = async (daemon: TestDaemon, subject: string) =>
  (await trustOf(daemon, subject)).reasons.map(({ code }) => code);

const untilCode = (daemon: TestDaemon, subject: string, code: string) =>
  until(`"${subject}" has the reason ${code}`, async () => (await codesOf(daemon, subject)).includes(code as never));

const newsletter = (subject: string, from = 'News <news@museum.test>', headers: Record<string, string> = {}) =>
  mail({ from, subject, text: `Open on Friday.\r\n${subject}`, headers });

test('without the setting the DNS is never asked, and switching it on affects later mail only', async (t) => {
  const dns = testDns({ 'key._domainkey.museum.test': rsa.record });
  const daemon = await checkingDaemon(t, dns, { config: '' });
  await deliver(daemon, await signed(newsletter('Early'), { domain: 'museum.test' }));
  assert.deepEqual(await codesOf(daemon, 'Early'), ['first_contact', 'not_checked']);
  daemon.clock.advance(3_600_000);
  daemon.config.change('authentication.verify_signatures', true);
  assert.deepEqual(dns.asked, []);
  daemon.clock.advance(60_000);
  await deliver(daemon, await signed(newsletter('Late'), { domain: 'museum.test', selector: 'late' }));
  await untilCode(daemon, 'Late', 'not_proven_here');
  assert.deepEqual(dns.asked, ['late._domainkey.museum.test']);
  assert.deepEqual(await codesOf(daemon, 'Early'), ['first_contact', 'not_checked']);
  daemon.config.change('authentication.verify_signatures', false);
  await deliver(daemon, await signed(newsletter('Latest'), { domain: 'museum.test' }));
  daemon.clock.advance(3_600_000);
  assert.deepEqual(await codesOf(daemon, 'Latest'), ['wrote_before', 'not_checked']);
  assert.deepEqual(dns.asked, ['late._domainkey.museum.test']);
});

test('a signature of the domain in From proves it, and everything else proves nothing', async (t) => {
  const dns = testDns({
    'key._domainkey.museum.test': rsa.record,
    'weak._domainkey.museum.test': weak.record,
    'testing._domainkey.museum.test': testing.record,
    'key._domainkey.odd.test': rsa.record,
  });
  const daemon = await checkingDaemon(t, dns);
  const museum = { domain: 'museum.test' };
  const whole = await signed(newsletter('Changed'), museum);
  const twice = Buffer.concat([
    Buffer.from('From: Bank <service@bank.test>\r\n'),
    await signed(newsletter('Two senders'), museum),
  ]);
  const longer = Buffer.concat([
    await signed(newsletter('Longer'), { ...museum, maxBodyLength: 10 }),
    Buffer.from('Pay here'),
  ]);
  const of = async (subject: string, signing: Signing) => signed(newsletter(subject), signing);
  await deliver(
    daemon,
    await of('Signed', museum),
    await signed(newsletter('Subdomain', 'news@mail.museum.test'), museum),
    await of('Stranger', { domain: 'odd.test' }),
    Buffer.from(whole.toString().replace('Friday', 'Sunday')),
    await of('Weak', { ...museum, key: weak, selector: 'weak' }),
    await of('Testing', { ...museum, key: testing, selector: 'testing' }),
    await of('No such key', { ...museum, selector: 'gone' }),
    twice,
    longer,
    newsletter('Unsigned'),
    newsletter('Checked by the server', undefined, {
      'Authentication-Results': 'mx.example.test; dkim=fail header.d=museum.test',
      Received: 'from there by mx.example.test with ESMTP; Tue, 10 Mar 2026 07:00:00 +0000',
    }),
  );
  const outcomes: Record<string, string> = {};
  const expected = {
    Signed: 'proven_here',
    Subdomain: 'proven_here',
    Stranger: 'not_proven_here',
    Changed: 'not_proven_here',
    Weak: 'not_proven_here',
    Testing: 'not_proven_here',
    'No such key': 'not_proven_here',
    'Two senders': 'not_proven_here',
    Longer: 'not_proven_here',
    Unsigned: 'not_proven_here',
    'Checked by the server': 'not_proven',
  };
  for (const [subject, code] of Object.entries(expected)) {
    await until(`"${subject}" is checked`, async () => !(await codesOf(daemon, subject)).includes('check_pending'));
    outcomes[subject] = (await codesOf(daemon, subject)).find((each) => each.includes('proven')) ?? code;
  }
  assert.deepEqual(outcomes, expected);
  // The key of a stranger, and of a message that was changed, would prove nothing.
  assert.deepEqual([...new Set(dns.asked)].toSorted(), [
    'gone._domainkey.museum.test',
    'key._domainkey.museum.test',
    'testing._domainkey.museum.test',
    'weak._domainkey.museum.test',
  ]);
  const { verdict, checked_here, checked_by, checks } = await trustOf(daemon, 'Signed');
  assert.deepEqual(
    { verdict, checked_here, checked_by, checks },
    {
      verdict: 'ok',
      checked_here: true,
      checked_by: null,
      checks: [{ method: 'dkim', result: 'pass', domain: 'museum.test' }],
    },
  );
});

test('without a network a check waits, survives a restart and is made later; clients learn of it', async (t) => {
  const dns = testDns({ 'key._domainkey.museum.test': rsa.record });
  dns.onQuestion = () => {
    throw Object.assign(new Error('no network'), { code: 'ECONNREFUSED' });
  };
  const first = await checkingDaemon(t, dns);
  await deliver(first, await signed(newsletter('Signed'), { domain: 'museum.test' }));
  await until('the DNS was asked', () => dns.asked.length > 0);
  assert.deepEqual(await codesOf(first, 'Signed'), ['first_contact', 'check_pending']);
  await first.close();
  dns.onQuestion = () => undefined;
  const second = await checkingDaemon(t, dns, { dataDir: first.dataDir });
  assert.deepEqual(await codesOf(second, 'Signed'), ['first_contact', 'check_pending']);
  second.clock.advance(61_000);
  await untilCode(second, 'Signed', 'proven_here');
  const { message_id } = await trustOf(second, 'Signed');
  await until('clients are told', () =>
    second.events.all('MailUpdated').some(({ message_ids }) => message_ids.includes(message_id)),
  );
});

test('a DNS server that does not answer is given up after a while, and later mail is checked', async (t) => {
  const dns = testDns({ 'key._domainkey.museum.test': rsa.record });
  dns.onQuestion = (name) => (name.includes('slow') ? new Promise(() => undefined) : undefined);
  const daemon = await checkingDaemon(t, dns);
  const sources = [1, 2, 3, 4].map((at) =>
    signed(newsletter(`Slow ${at}`), { domain: 'museum.test', selector: `slow${at}` }),
  );
  await deliver(daemon, ...(await Promise.all(sources)));
  await until('all slow keys were asked for', () => dns.asked.length === 4);
  await deliver(daemon, await signed(newsletter('Quick'), { domain: 'museum.test' }));
  assert.ok((await codesOf(daemon, 'Slow 1')).includes('check_pending'));
  daemon.clock.advance(20_000);
  await untilCode(daemon, 'Quick', 'proven_here');
  assert.ok((await codesOf(daemon, 'Slow 1')).includes('check_pending'));
});

test('hostile headers, spam and signatures of many names are not asked about', async (t) => {
  const dns = testDns({ 'key._domainkey.museum.test': rsa.record });
  const daemon = await checkingDaemon(t, dns);
  const fake = (at: number) =>
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=museum.test; s=s${at}; h=from; bh=YQ==; b=YQ==\r\n`;
  const many = Array.from({ length: 300 }, (_, at) => fake(at)).join('');
  const control = daemon.server('ada').control;
  control.deliver(await signed(newsletter('Spam'), { domain: 'museum.test' }), { folder: 'Junk' });
  await deliver(
    daemon,
    Buffer.concat([Buffer.from(many), newsletter('Many')]),
    Buffer.concat([
      Buffer.from(`X-Long: ${'x'.repeat(300_000)}\r\n`),
      await signed(newsletter('Long'), { domain: 'museum.test' }),
    ]),
    Buffer.concat([Buffer.from(fake(1).replace('s=s1', 's=../evil')), newsletter('Odd name')]),
    Buffer.concat([Buffer.from(fake(1).replace('d=museum.test', 'd=test')), newsletter('Suffix')]),
  );
  for (const subject of ['Many', 'Long', 'Odd name', 'Suffix']) await untilCode(daemon, subject, 'not_proven_here');
  assert.deepEqual(dns.asked, []);
  await deliver(daemon, await signed(newsletter('Next'), { domain: 'museum.test' }));
  await untilCode(daemon, 'Next', 'proven_here');
});

test('a chain of a named forwarder confirms the sender; the chain of a stranger is not even looked at', async (t) => {
  const dns = testDns({ 'key._domainkey.old.test': rsa.record, 'key._domainkey.odd.test': rsa.record });
  const daemon = await checkingDaemon(t, dns, { config: `${on}forwarders = ["old.test"]\n` });
  const forwarded = async (subject: string, sealer: string, authResults: string) => {
    const bytes = newsletter(subject);
    const headers = await sealMessage(bytes, {
      signingDomain: sealer,
      selector: 'key',
      privateKey: rsa.privateKey,
      signTime: new Date(testStart),
      authResults: `mx.${sealer}; ${authResults}`,
      cv: 'none',
    });
    return Buffer.concat([headers, bytes]);
  };
  const good = 'dmarc=pass header.from=museum.test';
  await deliver(daemon, await forwarded('By a stranger', 'odd.test', good));
  await untilCode(daemon, 'By a stranger', 'not_proven_here');
  assert.deepEqual(dns.asked, []);
  const changed = (await forwarded('Changed', 'old.test', 'dmarc=fail header.from=museum.test')).toString();
  await deliver(
    daemon,
    await forwarded('Confirmed', 'old.test', good),
    await forwarded('Not confirmed', 'old.test', 'dmarc=fail header.from=museum.test'),
    Buffer.from(changed.replace('dmarc=fail', 'dmarc=pass')),
  );
  await untilCode(daemon, 'Confirmed', 'proven_by_forwarder');
  for (const subject of ['Not confirmed', 'Changed']) await untilCode(daemon, subject, 'not_proven_here');
  assert.deepEqual([...new Set(dns.asked)], ['key._domainkey.old.test']);
});
