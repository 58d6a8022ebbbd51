import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { copyFileSync } from 'node:fs';
import { movableClock } from '../../../daemon/base/clock.ts';
import { silentLog } from '../../../daemon/base/log.ts';
import { testKeychain } from '../../../daemon/config/secrets/test-keychain.ts';
import { absentKeychain, testSecretStorage, testVaultN } from '../../../daemon/config/secrets/test-secret-storage.ts';
import { openVault } from '../../../daemon/config/secrets/vault.ts';
import { openBrowserSignIn } from '../../../daemon/oauth/browser-sign-in.ts';
import { testIdentity, testSignInStore, type TestIdentity } from '../../../daemon/oauth/test-identity.ts';
import { testFolder } from '../../../daemon/test-folder.ts';
import { until } from '../../../daemon/test-until.ts';
import { axeViolationsInBothThemes } from '../axe.ts';
import { openPage, skip, untilAsserted } from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { sharedBrowser } from '../suite-app.ts';

if (skip) test('signing in with the browser', { skip });
else describe('signing in with the browser', suite);

function suite(): void {
  let browser: Browser;
  let page: Page;
  let troubles: string[];
  let identity: TestIdentity;
  let app: Awaited<ReturnType<typeof startFakeApp>>;
  const store = testSignInStore();
  const held = testKeychain();
  const clock = movableClock('2026-03-10T08:00:00Z');
  const secrets = testSecretStorage(testFolder(), { held, clock });
  const ends: (() => unknown)[] = [];
  const t = { after: (end: () => unknown) => void ends.push(end) };

  before(async () => {
    identity = await testIdentity(t);
    const closed = { host: '127.0.0.1', port: 1 };
    const browserSignIn = openBrowserSignIn({
      store,
      fetch: identity.fetch,
      clock: movableClock(new Date()),
      log: silentLog,
      providers: identity.providers,
      clients: identity.clients,
      outlook: { imap: closed, smtp: { outlook_personal: closed, outlook_work: closed } },
    });
    [app, browser] = await Promise.all([startFakeApp(t, { browserSignIn, secrets }), sharedBrowser()]);
    const opened = await openPage(browser, `${app.url}/accounts`);
    ({ page, pageErrors: troubles } = opened);
    // The windows of the provider belong to the test: their pages, and the status of a sign-in that fails.
    opened.expectError(/request to http:\/\/(127\.0\.0\.1|localhost):\d+\/(authorize)?\?/);
    opened.expectError(/status of 40[04]/);
    opened.expectError(/status of 403 .*vault\/unlock/);
  });
  after(async () => {
    for (const end of ends.toReversed()) await end();
  });

  /** The page of the provider, which opens in a window of its own. */
  async function signInWindow(click: () => Promise<unknown>): Promise<Page> {
    const [opened] = await Promise.all([page.waitForEvent('popup'), click()]);
    return opened;
  }

  async function enterAddress(email: string): Promise<void> {
    await page.getByRole('button', { name: 'Add account' }).click();
    await page.getByRole('textbox', { name: 'Your email address' }).fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  test('an address of Microsoft is signed in with one button, and the page goes on by itself', async () => {
    identity.state.email = 'ada@outlook.com';
    await enterAddress('ada@outlook.com');
    const button = page.getByRole('button', { name: 'Sign in with Microsoft' });
    await button.waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    // The code is redeemed once the test has looked at the page that waits.
    const gate = Promise.withResolvers<void>();
    identity.state.gate = gate.promise;
    const opened = await signInWindow(() => button.click());
    await page.getByText('Finish in your browser').waitFor();
    await page.getByRole('link', { name: 'Open the page again' }).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    await untilAsserted(async () =>
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'nothing is cut off'),
    );
    await page.setViewportSize({ width: 1440, height: 900 });
    gate.resolve();
    await opened.getByText('You can close this window').waitFor();
    await opened.close();
    await page.getByRole('heading', { name: 'Outlook.com' }).waitFor();
    assert.equal(app.daemon.config.current.accounts['outlook']?.sync?.type, 'outlook_personal');
    assert.deepEqual([...store.stored.keys()], ['outlook-microsoft']);
  });

  test('another address than that of the account is explained, and the account is signed in again with one click', async () => {
    const again = page.getByRole('button', { name: 'Sign in again: Outlook.com' });
    identity.state.email = 'bob@outlook.com';
    const wrong = await signInWindow(() => again.click());
    await wrong.getByText('Couldn’t sign in').waitFor();
    await wrong.close();
    await page.getByRole('alert').getByText('You signed in to Microsoft as bob@outlook.com').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    identity.state.email = 'ada@outlook.com';
    const before = store.stored.get('outlook-microsoft');
    const right = await signInWindow(() => page.getByRole('button', { name: 'Try again' }).click());
    await right.getByText('You can close this window').waitFor();
    await right.close();
    await page.getByText('Finish in your browser').waitFor({ state: 'detached' });
    assert.notEqual(store.stored.get('outlook-microsoft'), before);
  });

  test('the desktop app opens the page in the browser of the system, also for an account that is not in the configuration', async () => {
    const account = {
      key: 'guest',
      name: 'Guest',
      email: 'guest@work.example',
      sync: { type: 'outlook_work' },
      send: { type: 'outlook_work' },
    };
    const request = async (name: 'start' | 'complete', input: object) =>
      (await app.daemon.ask(`authorization.${name}`, input, { origin: 'web' })).session;
    identity.state.email = account.email;
    const { session_id, auth_url } = await request('start', { account });
    await fetch(auth_url ?? '');
    await request('complete', { session_id });
    const before = store.stored.get('guest-microsoft');

    const { token } = (await (await fetch(new URL('/api/v1/auth/local-token', app.url))).json()) as { token: string };
    const opened: string[] = [];
    const inApp = await openPage(browser, `${app.url}/accounts`, {}, async (lentTo) => {
      await lentTo.exposeFunction('openOutside', (url: string) => void opened.push(url));
      await lentTo.addInitScript(exposeBridge, token);
    });
    await inApp.page.getByRole('button', { name: 'Sign in again: Guest' }).click();
    await inApp.page.getByText('Finish in your browser').waitFor();
    assert.deepEqual(opened, [
      await inApp.page.getByRole('link', { name: 'Open the page again' }).getAttribute('href'),
    ]);
    await fetch(opened[0] ?? '');
    await inApp.page.getByText('Finish in your browser').waitFor({ state: 'detached' });
    assert.notEqual(store.stored.get('guest-microsoft'), before);
    await inApp.close();
  });

  test('what came of a sign-in is told, with what to do next', async () => {
    // It is an account of an organization.
    const again = page.getByRole('button', { name: 'Sign in again: Guest' });
    const fails = async (nextError: object) => {
      Object.assign(identity.state, { nextError: { status: 400, ...nextError } });
      const opened = await signInWindow(() => again.click());
      await opened.getByText('Couldn’t sign in').waitFor();
      await opened.close();
    };
    const cancel = () => page.getByRole('button', { name: 'Cancel' }).click();
    const alert = page.getByRole('alert');
    await fails({ error: 'access_denied' });
    await alert.getByText('You didn’t allow Posthorn to read and send mail').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await cancel();
    await fails({ error: 'invalid_grant', error_description: 'AADSTS65001: not consented' });
    await alert.getByText('Your organization’s administrator has to allow Posthorn').waitFor();
    await page.getByRole('link', { name: 'Link for the administrator' }).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await cancel();
    // The page stays connected to Posthorn, which is on this computer.
    await page.evaluate("Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })");
    await again.click();
    await alert.getByText('This computer is offline').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.evaluate('delete navigator.onLine');
    await cancel();
    const gate = Promise.withResolvers<void>();
    identity.state.gate = gate.promise;
    const closed = await signInWindow(() => again.click());
    await closed.close();
    await page.getByRole('status').getByText('If you closed the page of Microsoft').waitFor();
    await page.getByRole('link', { name: 'Open the page again' }).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await cancel();
    identity.state.gate = undefined;
    gate.resolve();
    await page.getByText('Finish in your browser').waitFor({ state: 'detached' });
  });

  test('a sign-in can be cancelled by keyboard', async () => {
    const gate = Promise.withResolvers<void>();
    identity.state.gate = gate.promise;
    const before = identity.requests.length;
    const opened = await signInWindow(() =>
      page.getByRole('button', { name: 'Sign in again: Outlook.com' }).press('Enter'),
    );
    await until('the browser has come back to Posthorn', () => identity.requests.length > before);
    // The page does not wait for the answer, and the code must not be redeemed before it.
    const cancelled = page.waitForResponse(/auth\/sessions\/[^/]+\/cancel$/);
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await page.getByText('Finish in your browser').waitFor({ state: 'detached' });
    await cancelled;
    gate.resolve();
    identity.state.gate = undefined;
    await opened.getByText('The sign-in was cancelled').waitFor();
    await opened.close();
  });

  test('without a client id of the build, Gmail begins with an app password, and the guide leads to an own client', async () => {
    const { google } = identity.clients;
    Object.assign(identity.clients, { google: undefined });
    await enterAddress('ada@gmail.com');
    await page.getByLabel('App password', { exact: true }).waitFor();
    await page.getByRole('button', { name: /Use your own client ID/ }).click();
    await page.getByText('Google deletes client IDs').waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.getByRole('textbox', { name: 'Client ID' }).fill('test-client');
    await page.getByLabel('Client secret').fill('own-secret');
    identity.state.email = 'ada@gmail.com';
    const opened = await signInWindow(() => page.getByRole('button', { name: 'Sign in with Google' }).click());
    await opened.getByText('You can close this window').waitFor();
    await opened.close();
    await page.getByRole('heading', { name: 'Gmail' }).waitFor();
    const sync = app.daemon.config.current.accounts['gmail']?.sync;
    assert.deepEqual([sync?.type, sync?.type === 'gmail' && sync.client_id], ['gmail', 'test-client']);
    Object.assign(identity.clients, { google });
    assert.deepEqual(troubles, []);
  });

  test('without a keychain a passphrase protects the passwords, and is asked for when the page opens while they are locked', async () => {
    held.trouble = absentKeychain;
    await page.goto(`${app.url}/accounts`);
    await page.getByText('This computer has no keychain').waitFor();
    await page.getByRole('button', { name: 'Protect with a passphrase…' }).click();
    const create = page.getByRole('dialog', { name: 'Protect passwords with a passphrase' });
    await create.waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    const field = (name: string) => create.getByRole('textbox', { name, exact: true });
    await field('Passphrase').fill('four words of mine');
    await field('Passphrase again').fill('four words of yours');
    await create.getByRole('button', { name: 'Protect passwords' }).click();
    await create.getByText('The two passphrases are different.').waitFor();
    await field('Passphrase again').fill('four words of mine');
    await create.getByRole('button', { name: 'Protect passwords' }).click();
    await create.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Change passphrase…' }).waitFor();
    assert.equal(secrets.vault.state(), 'unlocked');

    // As after a restart: the key in memory is not that of the file.
    const other = openVault({ file: `${secrets.paths.vaultFile}.other`, N: testVaultN });
    await other.create('four other words');
    copyFileSync(other.file, secrets.paths.vaultFile);
    await page.reload();
    const unlock = page.getByRole('dialog', { name: 'Unlock your passwords' });
    await unlock.waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    await untilAsserted(async () =>
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'nothing is cut off'),
    );
    await page.setViewportSize({ width: 1440, height: 900 });
    await unlock.getByText('Forgot your passphrase?').click();
    await unlock.getByText('A passphrase can’t be recovered').waitFor();
    const passphrase = unlock.getByRole('textbox', { name: 'Passphrase' });
    await passphrase.fill('four words of mine');
    await passphrase.press('Enter');
    await unlock.getByText('That isn’t the passphrase.').waitFor();
    await unlock.getByRole('button', { name: 'Read mail without unlocking' }).click();
    await unlock.waitFor({ state: 'detached' });
    clock.advance(1000);
    await page.getByRole('button', { name: 'Unlock…' }).click();
    await passphrase.fill('four other words');
    await passphrase.press('Enter');
    await unlock.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Stop using a passphrase…' }).waitFor();
    assert.equal(secrets.vault.state(), 'unlocked');
  });

  test('“Lock now” locks them without asking at once; an alert above the mail unlocks them again', async () => {
    await page.getByRole('button', { name: 'Lock now' }).click();
    await page.getByText('Nothing is received or sent until you unlock them.').first().waitFor();
    assert.equal(secrets.vault.state(), 'locked');
    await page.getByRole('button', { name: 'Unlock…' }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await page.getByText('Locked. Enter your passphrase').first().waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.getByRole('link', { name: 'Unlock', exact: true }).click();
    const unlock = page.getByRole('dialog', { name: 'Unlock your passwords' });
    await unlock.getByRole('textbox', { name: 'Passphrase' }).fill('four other words');
    await unlock.getByRole('button', { name: 'Unlock', exact: true }).click();
    await unlock.waitFor({ state: 'detached' });
    assert.equal(secrets.vault.state(), 'unlocked');
    await page.getByText('Locked. Enter your passphrase').first().waitFor({ state: 'detached' });
    assert.deepEqual(troubles, []);
  });
}

/** Runs in the page before its own scripts. In the app, its main process answers `window.open` and opens no window. */
function exposeBridge(token: string): void {
  const page = globalThis as unknown as { openOutside(url: string): void };
  const bridge = {
    token: async () => token,
    onOpen: () => () => undefined,
    platform: 'linux',
    version: '0.1.0',
    startsAtLogin: async () => true,
    loginOffered: async () => true,
    isMailProgram: async () => true,
    update: async () => ({ state: 'none' }),
    takeUpdateNote: async () => false,
  };
  const open = (url: string) => {
    page.openOutside(url);
    return null;
  };
  Object.assign(globalThis, { posthorn: bridge, open });
}
