import type { Page } from 'playwright';
import { until } from '../../../daemon/test-until.ts';
import { waitForExpression } from '../browser.ts';

/** A page in one of its states: its name in a file name, its address, and what the user does there. */
export type PageState = {
  name: string;
  path: string;
  /** Runs before the page loads, for example to intercept requests. */
  prepare?: (page: Page) => Promise<unknown>;
  act?: (page: Page) => Promise<unknown>;
  /** Returns the page to what it was, where the next state would differ. */
  undo?: (page: Page) => Promise<unknown>;
  /** A refusal that the state shows, which browsers log as an error. */
  refusedWith?: number;
  /** The state shows that something is loading. */
  isLoading?: true;
};

/** Waits until nothing in the visible part of the page is being loaded. */
export async function untilLoaded(page: Page): Promise<void> {
  await waitForExpression(
    page,
    `![...document.querySelectorAll('[class*=bones]')].some((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    })`,
  );
}

/** Closes the composers, which stay open when another page is opened. */
export async function closeComposers(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Save and close' });
  await until('the composers are closed', async () => {
    // A composer that is closing is gone before it could be clicked.
    await page.evaluate(`document.querySelector('button[aria-label="Save and close"]')?.click()`);
    return (await close.count()) === 0;
  });
}
