import type { Page } from 'playwright';
import { listRows, pressChord, waitForExpression } from '../browser.ts';
import { toast } from '../suite-app.ts';
import type { PageState } from './state.ts';

const failedReply = {
  error: 'The store couldn’t be read.',
  code: 'internal',
  retryable: false,
  type: 'about:blank',
  title: 'Internal Server Error',
  status: 500,
  detail: 'The store couldn’t be read.',
  request_id: '5e0a7c1c-6f0e-4a55-9a4f-0d9f1d1f5a10',
};

/** Waits until an action is in progress or done, and reverses it afterwards. */
async function starEverything(page: Page): Promise<void> {
  await listRows(page).first().waitFor();
  await listRows(page).first().focus();
  await pressChord(page, '*', 'a');
  await page.getByRole('button', { name: /^Select all/ }).click();
  await page.keyboard.press('s');
  await toast(page, /./).first().waitFor();
}

/** States in which something is loading, in progress or refused. */
export const troubleStates: readonly PageState[] = [
  {
    name: 'loading',
    path: '/inbox',
    prepare: (page) => page.route('**/api/v1/mail/mailbox?**', () => new Promise(() => undefined)),
    act: (page) =>
      waitForExpression(
        page,
        `getComputedStyle(document.querySelector('main [class*=bones]') ?? document.body).opacity === '1'
        && document.querySelector('main [class*=bones]') !== null`,
      ),
    isLoading: true,
  },
  {
    name: 'not-readable',
    path: '/snoozed',
    prepare: (page) =>
      page.route('**/api/v1/mail/snoozed', (route) => route.fulfill({ status: 500, json: failedReply })),
    act: (page) => page.locator('main').getByRole('alert').first().waitFor(),
    refusedWith: 500,
  },
  {
    name: 'bulk-action',
    path: '/all',
    act: starEverything,
    async undo(page) {
      await page.keyboard.press('z');
      await toast(page, /undone/i)
        .first()
        .waitFor();
    },
  },
];
