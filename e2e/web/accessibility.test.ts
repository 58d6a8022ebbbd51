import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { complaints, complaintsInBoth } from './axe.ts';
import { openPage, rows, skip, subject } from './browser.ts';
import { suiteApp } from './suite-app.ts';

suite('axe finds nothing to complain about', { skip }, () => {
  const running = suiteApp();

  // The colours are the same everywhere and are held by themselves: dark is looked at where most of them meet.
  const places: { name: string; path: string; isMain?: true; act?: (page: Page) => Promise<void> }[] = [
    { name: 'the inbox', path: '/inbox', isMain: true },
    { name: 'an open conversation', path: '/inbox', isMain: true, act: openFirst },
    { name: 'search', path: '/search?q=canary' },
    {
      name: 'a search without a hit',
      path: '/search?q=xyzzyplugh',
      act: async (page) => page.getByText('Nothing found').waitFor(),
    },
    { name: 'the list of keys', path: '/inbox', act: (page) => page.keyboard.press('?') },
    { name: 'the accounts', path: '/inbox', act: (page) => page.locator('footer button').first().click() },
    { name: 'original headers', path: '/inbox', act: openHeaders },
    { name: 'how Posthorn is, and its bug report', path: '/inbox', act: openBugReport },
  ];
  const narrow = { width: 390, height: 800 };

  for (const { name, path, isMain, act } of places) {
    test(isMain ? `${name}, light and dark` : name, async () => {
      const { page, close } = await openPage(running.browser, running.app.url + path, { reducedMotion: 'reduce' });
      await settle(page, path, act);
      assert.deepEqual(await (isMain ? complaintsInBoth(page) : complaints(page)), []);
      await close();
    });
    if (!isMain) continue;
    test(`${name}, narrow`, async () => {
      const { page, close } = await openPage(running.browser, running.app.url + path, {
        viewport: narrow,
        reducedMotion: 'reduce',
      });
      await settle(page, path, act);
      assert.deepEqual(await complaints(page), []);
      await close();
    });
  }
});

async function settle(page: Page, path: string, act: ((page: Page) => Promise<void>) | undefined): Promise<void> {
  if (!path.includes('xyzzy')) await rows(page).first().waitFor();
  await act?.(page);
}

async function openFirst(page: Page): Promise<void> {
  await rows(page).first().click();
  await subject(page).waitFor();
  await page.locator('article').first().waitFor();
}

async function openHeaders(page: Page): Promise<void> {
  await openFirst(page);
  await page.getByRole('button', { name: 'More for this message' }).last().click();
  await page.getByRole('menuitem', { name: 'Show original headers' }).click();
  await page.getByRole('dialog').locator('dt').first().waitFor();
}

/** By keyboard alone, once one is there. */
async function openBugReport(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'How Posthorn is' }).press('Enter');
  await page.getByText('A sample of the stored mail was looked at.').waitFor();
  assert.deepEqual(await complaints(page), []);
  await page.getByRole('button', { name: 'Bug report' }).press('Enter');
  await page.getByRole('dialog').getByText('# Posthorn bug report').waitFor();
}
