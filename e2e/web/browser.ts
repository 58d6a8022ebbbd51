import { AssertionError } from 'node:assert';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import { waitLimitMs, until } from '../../daemon/test-until.ts';
import { createNetworkLog } from './network-log.ts';
import { checkApiResponses } from './api-checks.ts';
import { describeTimeouts, reportLostClicks } from './page-diagnosis.ts';
import { watchPageErrors, type PageErrors } from './page-errors.ts';
import { delayAnswers, slowDown, speedUp } from './slow-page.ts';

/** The headless shell of Chromium is the same engine at two thirds of the cost. */
const headlessShell = '/usr/bin/chromium-headless-shell';
const executablePath = process.env['CHROMIUM'] ?? (existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium');

/** Why page tests cannot run on this machine, or false if they can. */
export const skip: string | false = existsSync(executablePath)
  ? false
  : `peer: the page needs Chromium, and there is none at ${executablePath} (set CHROMIUM to its path)`;

/** Disables what Chromium prepares beside a page, at the cost of the page itself, and its own network requests. */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'OptimizationHints',
  'PreconnectToSearch',
  'NetworkTimeServiceQuerying',
  'HttpsUpgrades',
  'PaintHolding',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
];

/** A test page is closed before optimized compilation of its scripts would pay off. */
const shortLivedJsFlags = '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=16';

/**
 * `sharesProcess` is for many short pages: sandboxed frames stay in the process of their page, which makes hundreds of them
 * twice as fast, and scripts are hardly optimized, so do not measure with it. Closing the browser throws if a page that was
 * left open had errors, or, if it logs its network activity, if a request went to another host.
 */
export async function launchBrowser({ sharesProcess = false, logsNetwork = true } = {}): Promise<Browser> {
  const features = sharesProcess ? [...disabledFeatures, 'IsolateSandboxedIframes'] : disabledFeatures;
  const network = logsNetwork ? createNetworkLog() : undefined;
  const browser = await chromium.launch({
    executablePath,
    timeout: waitLimitMs,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      ...(sharesProcess ? [shortLivedJsFlags] : []),
      `--disable-features=${features.join()}`,
      ...(network ? [network.flag] : []),
    ],
  });
  const end = browser.close.bind(browser);
  const asked = () =>
    (network?.read() ?? []).filter((host) => !expectedErrors.get(browser)?.some((each) => each.test(host)));
  let ended: Promise<void> | undefined;
  browser.close = (options) =>
    (ended ??= end(options).then(() => failOn([...unclosedPageErrors(browser), ...asked()])));
  return browser;
}

/**
 * A page and its errors: console errors and warnings, refused requests, uncaught errors, requests to other hosts. `close`
 * throws if there are any, and if an answer violates the API's document.
 */
export type OpenedPage = {
  page: Page;
  pageErrors: string[];
  /** Errors that a test causes on purpose, as `/status of 409/`, do not count, before or after this call. */
  expectError: (trouble: RegExp) => void;
  close: () => Promise<void>;
};

type PooledPage = {
  page: Page;
  apiChecks: ReturnType<typeof checkApiResponses>;
  pageErrors: PageErrors;
  /** It still shows Posthorn. */
  isLoaded?: boolean;
};

/** Closed pages, by the options they were opened with: a new window costs more than most tests do. */
const idlePages = new WeakMap<Browser, Map<string, PooledPage[]>>();

/** The errors that the tests of a browser caused on purpose: network requests are known only at the end. */
const expectedErrors = new WeakMap<Browser, RegExp[]>();

/** Pages in use, and how to close each. */
const openPages = new WeakMap<Browser, Map<PooledPage, () => Promise<void>>>();

export type PageOptions = BrowserContextOptions & {
  /**
   * The page is loaded anew, with an empty storage. Other pages may be the loaded page of an earlier test, with what that
   * stored in it, and then navigate as by a click on a link: loading costs more processor time than most tests.
   */
  isFresh?: boolean;
};

/**
 * Opens an address in a page that is wide, light and with reduced motion, unless the options differ. `prepare` gets the page
 * before it navigates, for example to intercept requests; such a page is fresh, and used once.
 */
export async function openPage(
  browser: Browser,
  url: string,
  {
    viewport = wideViewport,
    colorScheme = 'light',
    reducedMotion = 'reduce',
    isFresh = false,
    ...options
  }: PageOptions = {},
  prepare?: (page: Page) => Promise<unknown>,
): Promise<OpenedPage> {
  const { origin } = new URL(url);
  const key = JSON.stringify([origin, options]);
  const pool = idlePages.get(browser) ?? new Map<string, PooledPage[]>();
  idlePages.set(browser, pool);
  await unloadOtherApps(pool, origin);
  const pooled = (prepare ? undefined : pool.get(key)?.pop()) ?? (await createPooledPage(browser, origin, options));
  const opened = openPages.get(browser) ?? new Map<PooledPage, () => Promise<void>>();
  openPages.set(browser, opened.set(pooled, close));
  const { page, apiChecks: answers, pageErrors: troubles } = pooled;
  // Nothing that happened while no test had it counts.
  troubles.reset();
  answers.faults.length = 0;
  await slowDown(page);
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion });
  await prepare?.(page);
  if (pooled.isLoaded && isFresh) await resetPage(page);
  if (pooled.isLoaded && !isFresh) await navigateWithin(page, url);
  else await page.goto(url);
  return { page, pageErrors: troubles.all, expectError: expects, close };

  function expects(trouble: RegExp): void {
    troubles.expectError(trouble);
    expectedErrors.set(browser, [...(expectedErrors.get(browser) ?? []), trouble]);
  }

  async function close(): Promise<void> {
    if (!opened.delete(pooled)) return;
    await answers.settled();
    await speedUp(page);
    const faults = [...answers.faults.splice(0), ...troubles.all];
    // A suite may have closed its browser already.
    if (prepare) await page.context().close();
    else if (!page.isClosed()) {
      if (isFresh) await resetPage(page);
      else await page.unrouteAll({ behavior: 'ignoreErrors' });
      pooled.isLoaded = !isFresh;
      pool.set(key, [...(pool.get(key) ?? []), pooled]);
    }
    failOn(faults);
  }
}

/** Closes the open pages of an app before the app is stopped. */
export async function closePages(browser: Browser, app: string): Promise<void> {
  for (const [{ page }, close] of openPages.get(browser) ?? []) if (page.url().startsWith(app)) await close();
}

/** The errors of a page whose app has ended. */
const appGonePattern = /net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE)\b/;

/**
 * The errors on pages that were never closed, for example after a failed test: their apps may have ended before the
 * browser.
 */
function unclosedPageErrors(browser: Browser): string[] {
  return [...(openPages.get(browser)?.keys() ?? [])].flatMap(({ apiChecks: answers, pageErrors: troubles }) => [
    ...answers.faults,
    ...troubles.all.filter((trouble) => !appGonePattern.test(trouble)),
  ]);
}

function failOn(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(`There was trouble on a page:\n${faults.join('\n')}`);
}

const wideViewport = { width: 1440, height: 900 };

async function createPooledPage(browser: Browser, origin: string, options: BrowserContextOptions): Promise<PooledPage> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(waitLimitMs);
  await delayAnswers(context);
  const troubles = watchPageErrors(context, origin);
  const page = await context.newPage();
  reportLostClicks(page);
  describeTimeouts(page);
  return { page, apiChecks: checkApiResponses(context, origin), pageErrors: troubles };
}

/** A page that stays loaded would try to reach an app that may have ended. */
async function unloadOtherApps(pool: ReadonlyMap<string, PooledPage[]>, origin: string): Promise<void> {
  for (const idle of [...pool.values()].flat()) {
    if (!idle.isLoaded || idle.page.url().startsWith(`${origin}/`)) continue;
    idle.isLoaded = false;
    await resetPage(idle.page);
  }
}

/** Returns a page to the state of a new one. */
async function resetPage(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.mouse.move(0, 0);
  // Again when the page is left, because its last requests may store something.
  await page.evaluate(`if (origin !== 'null') {
    const clear = () => { localStorage.clear(); sessionStorage.clear(); };
    clear();
    addEventListener('pagehide', clear);
  }`);
  // It navigates by itself, because then it keeps its process, which has parsed the scripts of the next page.
  await page.evaluate("void setTimeout(() => location.replace('about:blank'))");
  await page.waitForURL('about:blank');
}

/** Opens another address in a loaded page, whose previous page, dialogs and toasts are gone then. */
export async function navigateWithin(page: Page, url: string): Promise<void> {
  await page.mouse.move(0, 0);
  // The router notices a change of the address once the page is drawn.
  await page.locator('main').waitFor({ state: 'attached' });
  const open = page.getByRole('dialog').or(page.getByRole('menu'));
  await until('dialogs and menus are closed', async () => {
    if ((await open.count()) === 0) return true;
    await page.keyboard.press('Escape');
    return false;
  });
  // The router counts its entries of the history.
  const entry = '{ __TSR_index: (history.state?.__TSR_index ?? 0) + 1 }';
  const visit = (address: string) => page.evaluate(`history.pushState(${entry}, '', ${JSON.stringify(address)})`);
  await visit('/nowhere');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  const toasts = page.locator('[role=region] li');
  // Others may have waited for their turn.
  await until('the toasts are closed', async () => {
    if ((await toasts.count()) === 0) return true;
    await page.evaluate(
      "document.querySelectorAll('[role=region] li button:last-child').forEach((close) => close.click())",
    );
    return false;
  });
  const { pathname, search, hash } = new URL(url);
  await visit(pathname + search + hash);
}

/** Repeats assertions about a page until they hold: what a page shows follows its cause a moment later. */
export async function untilAsserted(assertions: () => Promise<void>): Promise<void> {
  let failure: unknown;
  const holds = async () => {
    try {
      await assertions();
      return true;
    } catch (error) {
      if (!(error instanceof AssertionError)) throw error;
      failure = error;
      return false;
    }
  };
  await until('the assertions hold', holds).catch((error: unknown) => {
    throw failure ?? error;
  });
}

/**
 * Presses the keys of one shortcut, such as `g` and `i`, without waiting in between: the page forgets the first one after a
 * second, as long as a slow page may take.
 */
export async function pressChord(page: Page, ...keys: string[]): Promise<void> {
  const [first = '', ...others] = keys;
  if (others.length === 0) return page.keyboard.press(first);
  // A key that is pressed before it was released counts as held down.
  await Promise.all(keys.flatMap((key) => [page.keyboard.down(key), page.keyboard.up(key)]));
}

/** Rows of the list, each a link to its conversation. */
export const listRows = (page: Page) => page.locator('main ul[role=list] a');

/** The open conversation's subject. */
export const threadSubject = (page: Page) => page.locator('section[aria-label=Conversation] h1');

/**
 * Waits until an expression holds in the page. The page's policy lets only a debugger evaluate it, so it is evaluated
 * repeatedly.
 */
export async function waitForExpression(page: Page, expression: string): Promise<void> {
  await until(`${expression} holds in the page`, async () => Boolean(await page.evaluate(`Boolean(${expression})`)));
}
