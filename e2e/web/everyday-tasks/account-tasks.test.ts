import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { makeHome, startDaemon, type DaemonProcess, type Home } from '../../daemon-process.ts';
import { postfixMissing, startMailServers, type MailServers } from '../../../testing/servers/postfix.ts';
import { closePages, launchBrowser, openPage, skip, type OpenedPage } from '../browser.ts';
import { focused } from '../suite-app.ts';
import { createCountingUser, type CountingUser } from './counting-user.ts';
import { assertWithinLimits } from './step-limits.ts';

const emailField = (page: Page) => page.getByLabel('Your email address');
const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });
const checkButton = (page: Page) => page.getByRole('button', { name: 'Check and add' });
const refusal = (page: Page) => page.getByRole('button', { name: 'Save anyway' });
const isSetUp = (page: Page) => page.getByRole('heading', { name: /is set up$/ });
const removeButton = (page: Page) => page.getByRole('button', { name: /^Remove/ });
const confirmRemoval = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true });

suite('everyday tasks with an account', { skip: skip || postfixMissing() }, () => {
  let post: MailServers;
  let browser: Browser;
  let home: Home;
  let daemon: DaemonProcess;
  let opened: OpenedPage;

  before(async () => {
    [post, browser] = await Promise.all([startMailServers(), launchBrowser()]);
    home = makeHome([]);
    daemon = await startDaemon(home, { caFile: post.dovecot.caFile });
    opened = await openPage(browser, `http://127.0.0.1:${daemon.port}`);
    // What the page asks about an account may arrive just after the account was removed.
    opened.expectError(/status of 404 .*[?&]account_id=/);
  });
  after(async () => {
    await closePages(browser, 'http').finally(() => browser.close());
    await daemon?.stop();
    await post?.stop();
    home?.remove();
  });

  /** Shows the welcome page. After a failed test its account is still there. */
  async function startWithoutAccount(): Promise<void> {
    const { accounts } = await daemon.ask('accounts.list', {});
    for (const { key, account_id } of accounts)
      await daemon.ask('accounts.remove', { key: key ?? account_id, purge_local_data: true });
    await opened.page.goto(new URL('/', opened.page.url()).href);
  }

  /** Moves to a field and replaces its text, which is not counted. */
  type Fill = (field: ReturnType<typeof emailField>, text: string) => Promise<void>;

  const fillByMouse =
    ({ page, click, write }: CountingUser): Fill =>
    async (field, text) => {
      await click(field);
      await page.keyboard.press('Control+a');
      await write(text);
    };

  const fillByKey =
    ({ page, pressUntilFocused, write }: CountingUser): Fill =>
    async (field, text) => {
      await pressUntilFocused('Tab', field);
      await page.keyboard.press('Control+a');
      await write(text);
    };

  type Way = {
    fill: Fill;
    run: (button: ReturnType<typeof checkButton>) => unknown;
    /** Checks and adds the account. */
    submit: () => Promise<void>;
  };

  /** Adds the account: its address, the servers that no directory knows, a wrong password and then the right one, which replaces it. */
  async function addAccount(user: CountingUser, { fill, run, submit }: Way) {
    const { page, press, write } = user;
    const { email, user: username, password } = post.dovecot.users[0]!;
    await emailField(page).and(focused(page)).waitFor();
    await write(email);
    await press('Enter');
    await run(page.getByRole('button', { name: 'Enter servers manually' }));
    await passwordField(page).waitFor();
    await fill(passwordField(page), 'not the password');
    for (const [name, port] of [
      ['Receiving mail', post.dovecot.imapPort],
      ['Sending mail', post.postfix.port],
    ] as const) {
      const group = page.getByRole('group', { name });
      await fill(group.getByLabel('Server address'), 'localhost');
      await fill(group.getByLabel('Port'), String(port));
      await fill(group.getByLabel('Username'), username);
    }
    await submit();
    await refusal(page).waitFor();
    await passwordField(page).and(focused(page)).waitFor();
    await write(password);
    await submit();
    await isSetUp(page).waitFor();
  }

  test('add an account with a wrong password first, and remove it, by mouse', async () => {
    const { page } = opened;
    const user = createCountingUser(page);
    await addAccount(user, {
      fill: fillByMouse(user),
      run: user.click,
      submit: () => user.click(checkButton(page)),
    });
    assertWithinLimits('add an account with a wrong password first', 'mouse', user.steps);

    await page.goto(new URL('/inbox', page.url()).href);
    const remover = createCountingUser(page);
    await remover.click(page.getByRole('navigation').getByRole('link', { name: 'Settings' }));
    await remover.click(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Accounts' }));
    await remover.click(removeButton(page));
    await remover.click(page.getByLabel('Delete its mail from this computer'));
    await remover.click(confirmRemoval(page));
    await page.getByText('No accounts yet.').waitFor();
    assertWithinLimits('remove an account', 'mouse', remover.steps);
  });

  test('add an account with a wrong password first, and remove it, by keyboard', async () => {
    const { page } = opened;
    await startWithoutAccount();
    const user = createCountingUser(page);
    await addAccount(user, {
      fill: fillByKey(user),
      async run(button) {
        await user.pressUntilFocused('Tab', button);
        await user.press('Enter');
      },
      submit: () => user.press('Enter'),
    });
    assertWithinLimits('add an account with a wrong password first', 'keyboard', user.steps);

    await page.goto(new URL('/inbox', page.url()).href);
    await page.getByRole('contentinfo').waitFor();
    const remover = createCountingUser(page);
    await remover.command('remove', /^Remove account/);
    await confirmRemoval(page).waitFor();
    await remover.pressUntilFocused('Tab', page.getByRole('dialog').getByRole('radio', { checked: true }));
    await remover.press('ArrowDown');
    await confirmRemoval(page).and(page.locator(':enabled')).waitFor();
    await remover.pressUntilFocused('Tab', confirmRemoval(page));
    await remover.press('Enter');
    await page.getByText('No accounts yet.').waitFor();
    assertWithinLimits('remove an account', 'keyboard', remover.steps);
  });
});
