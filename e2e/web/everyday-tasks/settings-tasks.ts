import type { Page } from 'playwright';
import { waitForExpression } from '../browser.ts';
import { toast } from '../suite-app.ts';
import type { CountingUser, Task } from './counting-user.ts';

const untilDense = (page: Page) => waitForExpression(page, `document.documentElement.dataset.density === 'compact'`);
const untilDark = (page: Page) => waitForExpression(page, `document.documentElement.dataset.theme === 'dark'`);
const choice = (page: Page, group: string, name: string) =>
  page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true });

/** Opens a page of the settings by mouse. */
async function openSettings({ page, click }: CountingUser, name: string): Promise<void> {
  await click(page.getByRole('navigation').getByRole('link', { name: 'Settings' }));
  await click(page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }));
}

/** The place of the mail, on the screen. */
async function untilPlaceIsShown(page: Page): Promise<void> {
  const place = page.getByText(/mail\.db/).first();
  await place.waitFor();
  await place.scrollIntoViewIfNeeded();
}

/** Another toast may replace the one that reports the backup. */
const listedBackup = (page: Page) => page.getByRole('table', { name: 'Backups' }).getByText('Made by you').first();
const backedUp = (page: Page) =>
  toast(page, 'Backup complete').or(page.getByRole('dialog', { name: 'In progress' }).getByText(/^Done, .* MB/));

export const settingsTasks: readonly Task[] = [
  {
    name: 'make the list denser',
    async mouse(user) {
      await openSettings(user, 'Appearance');
      await user.click(choice(user.page, 'List spacing', 'Compact'));
      await untilDense(user.page);
    },
    async keyboard({ page, command }) {
      await command('compact', /compact/i);
      await untilDense(page);
    },
    async undo(page) {
      await page.goto(new URL('/settings/appearance', page.url()).href);
      await choice(page, 'List spacing', 'Regular').click();
    },
  },
  {
    name: 'use dark colours',
    async mouse(user) {
      await openSettings(user, 'Appearance');
      await user.click(choice(user.page, 'Theme', 'Dark'));
      await untilDark(user.page);
    },
    async keyboard({ page, command }) {
      await command('dark', /dark/i);
      await untilDark(page);
    },
    async undo(page) {
      await page.goto(new URL('/settings/appearance', page.url()).href);
      await choice(page, 'Theme', 'Match system').click();
    },
  },
  {
    name: 'find out where mail is stored',
    async mouse(user) {
      await openSettings(user, 'Storage and backup');
      await untilPlaceIsShown(user.page);
    },
    async keyboard({ page, command }) {
      await command('where', /Where mail is stored/);
      await untilPlaceIsShown(page);
    },
  },
  {
    name: 'back up',
    async mouse(user) {
      await openSettings(user, 'Storage and backup');
      await user.click(user.page.getByRole('button', { name: 'Back up now' }));
      await listedBackup(user.page).waitFor();
    },
    async keyboard({ page, command }) {
      await command('back up', 'Back up now');
      await backedUp(page).first().waitFor();
    },
  },
];
