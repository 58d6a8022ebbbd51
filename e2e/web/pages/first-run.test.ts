import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { waitLimitMs, until } from '../../../daemon/test-until.ts';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../../daemon-process.ts';
import type { MailUser } from '../../../testing/servers/dovecot.ts';
import { postfixMissing, startMailServers, type MailServers } from '../../../testing/servers/postfix.ts';
import { axeViolationsInBothThemes } from '../axe.ts';
import { closePages, launchBrowser, openPage, skip } from '../browser.ts';

const missing = skip || postfixMissing();
if (missing) test('the first run', { skip: missing });
else describe('the first run', suite);

function suite(): void {
  let post: MailServers;
  let alice: MailUser;
  let browser: Browser;
  const homes: Home[] = [];
  const daemons: DaemonProcess[] = [];

  before(async () => {
    [post, browser] = await Promise.all([startMailServers(), launchBrowser()]);
    const [first] = post.dovecot.users;
    assert.ok(first);
    alice = first;
    post.dovecot.deliver(alice.user, mail('Lunch on Thursday?', 'Bob <bob@example.test>'));
  });
  after(async () => {
    // Close the pages first: an open page requests data from the stopped app. Report their errors last, so that everything
    // is closed.
    const closing = browser && closePages(browser, 'http').finally(() => browser.close());
    await closing?.catch(() => undefined);
    await Promise.all(daemons.map((daemon) => daemon.stop()));
    await post?.stop();
    for (const home of homes) home.remove();
    await closing;
  });

  /** A Posthorn without accounts, and its page. */
  async function fresh(caFile: string) {
    const home = makeHome([]);
    homes.push(home);
    const daemon = await startDaemon(home, { caFile });
    daemons.push(daemon);
    return openPage(browser, `http://127.0.0.1:${daemon.port}`);
  }

  test('from no account to reading and answering mail', async () => {
    const { page, close, pageErrors: troubles } = await fresh(post.dovecot.caFile);
    await page.getByRole('heading', { name: 'Welcome to Posthorn' }).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await address(page, alice.email);
    await password(page, alice.password);
    await server(page, 'Receiving mail', { host: 'localhost', port: post.dovecot.imapPort, username: alice.user });
    await server(page, 'Sending mail', { host: 'localhost', port: post.postfix.port, username: alice.user });
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.getByRole('button', { name: 'Check and add' }).click();
    await page.getByRole('heading', { name: /is set up$/ }).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.getByRole('button', { name: 'Go to inbox' }).click();
    const tour = page.getByRole('complementary', { name: 'Tour of Posthorn' });
    await tour.getByRole('button', { name: 'Skip the tour' }).click();
    await tour.waitFor({ state: 'detached' });

    await page.getByText('Lunch on Thursday?').first().click();
    await page.getByRole('button', { name: 'Reply', exact: true }).first().click();
    const text = page.getByRole('textbox', { name: 'Message' });
    await text.click();
    await page.keyboard.type('With pleasure, at noon.');
    await page.getByRole('button', { name: /^Send/ }).first().click();
    await untilDelivered(post, 'With pleasure, at noon.');
    assert.deepEqual(troubles, []);
    await close();
  });

  test('errors are explained in plain words, and corrected without starting again', async () => {
    const { page, close } = await fresh(post.dovecot.caFile);
    await address(page, alice.email);
    await password(page, 'not the password');
    const { imapPort } = post.dovecot;
    await server(page, 'Receiving mail', { host: 'localhost', port: imapPort, username: alice.user });
    await server(page, 'Sending mail', { host: 'localhost', port: post.postfix.port, username: alice.user });
    /** Until the result is there, the result of the attempt before may still be. */
    const attempt = async (result: RegExp) => {
      await page.getByRole('button', { name: 'Check and add' }).click();
      await page.getByRole('status').filter({ hasText: 'Receiving mail' }).filter({ hasText: result }).waitFor();
      await page.getByRole('button', { name: 'Save anyway' }).waitFor();
    };
    await attempt(/doesn’t accept this username and password|password/i);
    assert.deepEqual(await axeViolationsInBothThemes(page), []);

    await password(page, alice.password);
    await server(page, 'Receiving mail', { host: 'localhost', port: 1 });
    await attempt(/localhost .*port 1\b/i);

    const plain = createServer((socket) => socket.end('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n'));
    await once(plain.listen(0, '127.0.0.1'), 'listening');
    await server(page, 'Receiving mail', { host: 'localhost', port: (plain.address() as AddressInfo).port });
    await attempt(/encrypt/i);
    plain.close();

    await server(page, 'Receiving mail', { host: 'mail.nowhere.invalid', port: imapPort });
    await attempt(/mail\.nowhere\.invalid/);
    await close();
  });

  test('an untrusted certificate is reported before the password is sent', async () => {
    const { page, close } = await fresh('/dev/null');
    await address(page, alice.email);
    await password(page, alice.password);
    await server(page, 'Receiving mail', { host: 'localhost', port: post.dovecot.imapPort, username: alice.user });
    await page.getByLabel('Only receive mail with this account').check();
    await page.getByRole('button', { name: 'Check and add' }).click();
    await page
      .getByText(/uses a self-signed certificate/)
      .first()
      .waitFor();
    await close();
  });

  test('a mistyped domain is questioned', async () => {
    const { page, close } = await fresh(post.dovecot.caFile);
    await page.getByLabel('Your email address').fill('alice@gmial.com');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Did you mean alice@gmail.com?').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.getByRole('button', { name: 'Yes, use that' }).click();
    await page.getByText('Your mail is at Gmail.').waitFor();
    await page.getByLabel('App password').waitFor();
    await close();
  });

  test('the user can try made-up mail first, and return', async () => {
    const { page, expectError: expects, close } = await fresh(post.dovecot.caFile);
    // Posthorn restarts with other folders and another token: the page retries until it is back, and then fetches that
    // token.
    expects(/ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE/);
    expects(/status of 401|HTTP Authentication failed/);
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await page.getByText('This is a demo with sample mail.').waitFor({ timeout: waitLimitMs });
    await page.getByRole('grid').or(page.getByRole('list')).first().waitFor();
    await page.getByRole('button', { name: 'Exit demo' }).click();
    await page.getByRole('heading', { name: 'Welcome to Posthorn' }).waitFor({ timeout: waitLimitMs });
    await close();
  });
}

async function address(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your email address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  // No name server has the domain of the test.
  await page.getByRole('button', { name: 'Enter servers manually' }).click();
  await page.getByLabel('Password', { exact: true }).waitFor({ timeout: waitLimitMs });
}

async function password(page: Page, value: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(value);
}

type ServerFields = { host: string; port: number; username?: string };

async function server(page: Page, group: string, { host, port, username }: ServerFields): Promise<void> {
  const fields = page.getByRole('group', { name: group });
  const summary = page.getByText('Servers', { exact: true });
  await fields.or(summary).first().waitFor();
  if (!(await fields.isVisible())) await summary.click();
  await fields.getByLabel('Server address').fill(host);
  await fields.getByLabel('Port').fill(String(port));
  if (username !== undefined) await fields.getByLabel('Username').fill(username);
}

/** Waits until a message with these words is in Bob's maildir. */
async function untilDelivered({ dovecot }: MailServers, words: string): Promise<void> {
  const bob = dovecot.users[1];
  assert.ok(bob);
  await until('the answer arrives', async () => {
    for (const folder of ['new', 'cur']) {
      const place = join(dovecot.home(bob.user), folder);
      for (const name of await readdir(place).catch(() => []))
        if ((await readFile(join(place, name), 'utf8').catch(() => '')).includes(words)) return true;
    }
    return false;
  });
}

function mail(subject: string, from: string): Uint8Array {
  const lines = [
    `From: ${from}`,
    'To: alice@example.test',
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <lunch@example.test>`,
    '',
    'Are you free?',
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}
