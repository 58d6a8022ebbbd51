import type { Page } from 'playwright';
import type { PageState } from './state.ts';

const welcome = (page: Page) => page.getByRole('heading', { name: 'Welcome to Posthorn' }).waitFor();

async function enterServers(page: Page): Promise<void> {
  await welcome(page);
  await page.getByLabel('Your email address').fill('marta@nowhere.invalid');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Enter servers manually' }).click();
  await page.getByRole('group', { name: 'Receiving mail' }).waitFor();
}

/** Without a client id of the build, which a build from the sources has none of. */
async function enterGmail(page: Page): Promise<void> {
  await welcome(page);
  await page.getByLabel('Your email address').fill('marta@gmail.com');
  await page.keyboard.press('Enter');
  await page.getByLabel('App password', { exact: true }).waitFor();
}

async function useOwnClient(page: Page): Promise<void> {
  await enterGmail(page);
  await page.getByRole('button', { name: /Use your own client ID/ }).click();
  await page.getByRole('textbox', { name: 'Client ID' }).waitFor();
}

async function enterOutlook(page: Page): Promise<void> {
  await welcome(page);
  await page.getByLabel('Your email address').fill('marta@outlook.com');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Client ID' }).waitFor();
}

/** What a user without accounts sees. */
export const firstRunStates: readonly PageState[] = [
  { name: 'first-run-gmail', path: '/', act: enterGmail },
  { name: 'first-run-own-client', path: '/', act: useOwnClient },
  { name: 'first-run-outlook', path: '/', act: enterOutlook },
  { name: 'first-run', path: '/', act: welcome },
  { name: 'first-run-servers', path: '/', act: enterServers },
];

/** What a user sees whose only account cannot connect. */
export const accountStates: readonly PageState[] = [
  {
    name: 'accounts-failing',
    path: '/accounts',
    act: (page) => page.getByRole('button', { name: /^Remove/ }).waitFor(),
  },
  {
    name: 'accounts-add',
    path: '/accounts',
    async act(page) {
      await page.getByRole('button', { name: 'Add account' }).first().click();
      await page.getByLabel('Your email address').fill('marta@example.org');
    },
  },
  {
    name: 'accounts-remove',
    path: '/accounts',
    async act(page) {
      await page.getByRole('button', { name: /^Remove/ }).click();
      await page.getByRole('dialog').getByRole('status').waitFor();
    },
  },
  {
    name: 'accounts-change',
    path: '/accounts',
    async act(page) {
      await page.getByRole('main').getByRole('button', { name: /^Edit/ }).click();
      await page.getByLabel('Password', { exact: true }).waitFor();
    },
  },
];
