import type { Page } from 'playwright';
import { waitForAlert } from '../alerts.ts';
import { listRows } from '../browser.ts';
import { focused } from '../suite-app.ts';
import { closeComposers, type PageState } from './state.ts';

const dialog = (page: Page) => page.getByRole('dialog').first();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 700;

async function setServer(page: Page, state: 'Offline' | 'Sign-in expired' | 'Working'): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'Demo controls' });
  if (!(await panel.isVisible())) await page.getByRole('button', { name: 'Demo controls' }).click();
  await panel.getByLabel('Demo Work').selectOption(state);
}

async function closeControls(page: Page): Promise<void> {
  // The button takes the focus from the list of the system, which would take Escape.
  await page.getByRole('button', { name: 'Demo controls' }).click();
  await page.getByRole('dialog', { name: 'Demo controls' }).waitFor({ state: 'detached' });
}

async function openPalette(page: Page, words = ''): Promise<void> {
  await listRows(page).first().waitFor();
  await page.keyboard.press('Control+k');
  await dialog(page).getByRole('combobox').and(focused(page)).waitFor();
  await page.keyboard.type(words);
  await page.getByRole('option').first().waitFor();
}

const frame: readonly PageState[] = [
  { name: 'inbox', path: '/inbox', act: (page) => listRows(page).first().waitFor() },
  { name: 'palette', path: '/inbox', act: (page) => openPalette(page) },
  { name: 'palette-search', path: '/inbox', act: (page) => openPalette(page, 'arch') },
  {
    name: 'shortcuts',
    path: '/inbox',
    async act(page) {
      await listRows(page).first().waitFor();
      await page.keyboard.press('?');
      await dialog(page).waitFor();
    },
  },
  {
    name: 'mailboxes',
    path: '/inbox',
    async act(page) {
      await listRows(page).first().waitFor();
      if (isNarrow(page)) await page.getByRole('button', { name: 'Show mailboxes' }).press('Enter');
      await page.getByRole('button', { name: 'More', exact: true }).first().click();
    },
  },
  {
    name: 'in-progress',
    path: '/inbox',
    async act(page) {
      await page.locator('footer button').first().press('Enter');
      await dialog(page).waitFor();
    },
  },
  {
    name: 'demo-controls',
    path: '/inbox',
    async act(page) {
      await page.getByRole('button', { name: 'Demo controls' }).click();
      await page.getByRole('dialog', { name: 'Demo controls' }).waitFor();
    },
  },
  {
    name: 'offline',
    path: '/inbox',
    async act(page) {
      await listRows(page).first().waitFor();
      await setServer(page, 'Offline');
      await page
        .getByRole('contentinfo')
        .getByRole('button', { name: /Can’t reach/ })
        .waitFor();
      await closeControls(page);
    },
    undo: (page) => setServer(page, 'Working'),
  },
  {
    name: 'sign-in-expired',
    path: '/inbox',
    async act(page) {
      await listRows(page).first().waitFor();
      await setServer(page, 'Sign-in expired');
      await waitForAlert(page, 'didn’t accept');
      await closeControls(page);
    },
    undo: (page) => setServer(page, 'Working'),
  },
  { name: 'lost', path: '/there-is-no-such-page', act: (page) => heading(page, 'Page not found') },
];

const settings: readonly PageState[] = [
  ...['general', 'appearance', 'reading', 'writing', 'privacy', 'ai', 'storage', 'advanced'].map((page) => ({
    name: `settings-${page}`,
    path: `/settings/${page}`,
    act: (shown: Page) => heading(shown, /./),
  })),
  {
    name: 'settings-search',
    path: '/settings/general',
    async act(page) {
      await page.getByRole('button', { name: 'Find a setting' }).first().press('Enter');
      await page.getByRole('combobox', { name: 'Find a setting' }).fill('image');
      await page.getByRole('option', { name: /^Load images/ }).waitFor();
    },
  },
  { name: 'accounts', path: '/accounts', act: (page) => heading(page, 'Accounts') },
  {
    name: 'server-filters',
    path: '/accounts#filters',
    async act(page) {
      await page.getByLabel('Send automatic replies').check();
      await page.getByRole('button', { name: 'Add filter' }).click();
      await page.locator('summary').filter({ hasText: 'Advanced' }).click();
      await page.getByRole('button', { name: 'Add condition' }).click();
    },
  },
  { name: 'keys', path: '/keys', act: (page) => heading(page, /./) },
  {
    name: 'keys-record',
    path: '/keys',
    async act(page) {
      await page.getByRole('button', { name: 'Change the shortcut for “Archive”' }).first().click();
      await dialog(page)
        .or(page.getByRole('button', { name: 'Cancel' }))
        .first()
        .waitFor();
    },
  },
  { name: 'welcome', path: '/welcome', act: (page) => heading(page, 'Welcome to Posthorn') },
];

const tools: readonly PageState[] = [
  ...[
    'all',
    'now',
    'todo',
    'messages',
    'updates',
    'reading',
    'archive',
    'snoozed',
    'reply-later',
    'reminders',
    'invites',
    'deliveries',
    'promises',
    'analytics',
    'rules',
    'rules/new',
    'subscriptions',
    'screener',
    'screener/decisions',
    'approvals',
    'drafts',
    'outbox',
    'texts',
    'sounds',
    'merge',
    'history',
    'activity',
    'help',
    'help/scripts',
    'help/agents',
    'design',
  ].map((path) => ({
    name: path.replaceAll('/', '-'),
    path: `/${path}`,
    act: (page: Page) => page.locator('main').getByRole('heading', { level: 1 }).first().waitFor(),
  })),
  ...['view=habits&days=365', 'view=year', 'as=table'].map((query) => ({
    name: `analytics-${query.replace(/^.*?=/, '').replace(/&.*/, '')}`,
    path: `/analytics?${query}`,
    act: (page: Page) => heading(page, /./),
  })),
  {
    name: 'person',
    path: '/inbox',
    async act(page) {
      await listRows(page).first().click();
      await page.locator('article').last().getByRole('button', { name: /./ }).and(page.locator('h2 button')).click();
      await page.getByRole('link', { name: 'Open person page' }).click();
      await page.getByRole('heading', { name: 'Between you' }).waitFor();
    },
  },
  {
    name: 'compose',
    path: '/compose',
    act: (page) => page.getByRole('combobox', { name: 'To', exact: true }).waitFor(),
    undo: closeComposers,
  },
  { name: 'docs', path: '/docs', act: (page) => heading(page, 'API') },
  {
    name: 'diagnostics',
    path: '/diagnostics',
    act: (page) => page.getByText('Posthorn checked a sample of your mail.').waitFor(),
  },
  {
    name: 'bug-report',
    path: '/diagnostics',
    async act(page) {
      await page.getByRole('button', { name: 'Bug report' }).press('Enter');
      await page.getByRole('dialog').getByText('# Posthorn bug report').waitFor();
    },
  },
];

/** States of the frame around the mail, and of all other pages, in the demo. */
export const frameStates: readonly PageState[] = [...frame, ...settings, ...tools];
