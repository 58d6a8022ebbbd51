import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import { waitLimitMs, until } from '../../daemon/test-until.ts';
import { createNetworkLog } from './network-log.ts';
import { checkApiResponses } from './api-checks.ts';
import { watchPageErrors, type PageErrors } from './page-errors.ts';

/** Without a window Chromium is the same engine at two thirds of the price. */
const headlessShell = '/usr/bin/chromium-headless-shell';
const executablePath = process.env['CHROMIUM'] ?? (existsSync(headlessShell) ? headlessShell : '/usr/bin/chromium');

/** Why tests of the page cannot run here, or false where they can. */
export const skip: string | false = existsSync(executablePath)
  ? false
  : `peer: the page needs Chromium, and there is none at ${executablePath} (set CHROMIUM to its path)`;

/** Off is what Chromium prepares beside a page, at the price of the page itself, and what asks the network. */
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

/** A page of a test is closed before what runs often in it would have paid for being compiled well. */
const shortLivedJsFlags = '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=16';

/**
 * `sharesProcess` is for many short pages: sandboxed frames stay in the process of their page, which makes hundreds of them
 * twice as fast, and little is compiled well, which nobody who measures wants. To close the browser throws where a page that was left open had trouble, or where any other host was asked for anything.
 */
export async function launchBrowser({ sharesProcess = false } = {}): Promise<Browser> {
  const features = sharesProcess ? [...disabledFeatures, 'IsolateSandboxedIframes'] : disabledFeatures;
  const network = createNetworkLog();
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      ...(sharesProcess ? [shortLivedJsFlags] : []),
      `--disable-features=${features.join()}`,
      network.flag,
    ],
  });
  const end = browser.close.bind(browser);
  const asked = () => network.read().filter((host) => !expectedErrors.get(browser)?.some((each) => each.test(host)));
  let ended: Promise<void> | undefined;
  browser.close = (options) =>
    (ended ??= end(options).then(() => failOn([...unclosedPageErrors(browser), ...asked()])));
  return browser;
}

/**
 * A page and what went wrong on it: console errors and warnings, answers that refuse, uncaught errors, requests to other
 * hosts. `close` throws where anything did, and where an answer was not as the API's document says.
 */
export type OpenedPage = {
  page: Page;
  pageErrors: string[];
  /** What a test brings about on purpose, as `/status of 409/`, is no trouble, be it before or after this. */
  expectError: (trouble: RegExp) => void;
  close: () => Promise<void>;
};

type PooledPage = { page: Page; apiChecks: ReturnType<typeof checkApiResponses>; pageErrors: PageErrors };

/** Pages that were closed, by what they were opened with: a window of its own costs more than most tests do. */
const idlePages = new WeakMap<Browser, Map<string, PooledPage[]>>();

/** What the tests of a browser have brought about on purpose: what the network is asked for is known in the end alone. */
const expectedErrors = new WeakMap<Browser, RegExp[]>();

/** Pages that are in use, and how each is closed. */
const openPages = new WeakMap<Browser, Map<PooledPage, () => Promise<void>>>();

/**
 * Opens an address as if in a fresh profile: wide, light and for somebody who wants little motion, unless the options say
 * otherwise. `prepare` has the page before it goes there, as to lay something in its way; such a page is used once.
 */
export async function openPage(
  browser: Browser,
  url: string,
  { viewport = wideViewport, colorScheme = 'light', reducedMotion = 'reduce', ...options }: BrowserContextOptions = {},
  prepare?: (page: Page) => Promise<unknown>,
): Promise<OpenedPage> {
  const { origin } = new URL(url);
  const key = JSON.stringify([origin, options]);
  const pool = idlePages.get(browser) ?? new Map<string, PooledPage[]>();
  idlePages.set(browser, pool);
  const pooled = (prepare ? undefined : pool.get(key)?.pop()) ?? (await createPooledPage(browser, origin, options));
  const opened = openPages.get(browser) ?? new Map<PooledPage, () => Promise<void>>();
  openPages.set(browser, opened.set(pooled, close));
  const { page, apiChecks: answers, pageErrors: troubles } = pooled;
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion });
  await prepare?.(page);
  await page.goto(url);
  return { page, pageErrors: troubles.all, expectError: expects, close };

  function expects(trouble: RegExp): void {
    troubles.expectError(trouble);
    expectedErrors.set(browser, [...(expectedErrors.get(browser) ?? []), trouble]);
  }

  async function close(): Promise<void> {
    if (!opened.delete(pooled)) return;
    await answers.settled();
    const faults = [...answers.faults.splice(0), ...troubles.all];
    // A suite may have closed its browser already.
    if (prepare) await page.context().close();
    else if (!page.isClosed()) {
      await resetPage(page);
      troubles.reset();
      pool.set(key, [...(pool.get(key) ?? []), pooled]);
    }
    failOn(faults);
  }
}

/** Closes the pages of an app that are still open, before the app is stopped under them. */
export async function closePages(browser: Browser, app: string): Promise<void> {
  for (const [{ page }, close] of openPages.get(browser) ?? []) if (page.url().startsWith(app)) await close();
}

/** What a page says of an app that is not there any more. */
const appGonePattern = /net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE)\b/;

/** What went wrong on pages that nobody has closed, as where a test failed: their apps may have ended before the browser. */
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
  const troubles = watchPageErrors(context, origin);
  return { page: await context.newPage(), apiChecks: checkApiResponses(context, origin), pageErrors: troubles };
}

/** Leaves a page as one that was never used. */
async function resetPage(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.mouse.move(0, 0);
  await page.evaluate('if (origin !== "null") { localStorage.clear(); sessionStorage.clear(); }');
  // It leaves by itself and is not taken away, for then it keeps its process, which has read the scripts of the next page.
  await page.evaluate("void setTimeout(() => location.replace('about:blank'))");
  await page.waitForURL('about:blank');
}

/** Rows of the list, each a link to its conversation. */
export const listRows = (page: Page) => page.locator('main ul[role=list] a');

/** The open conversation's subject. */
export const threadSubject = (page: Page) => page.locator('section[aria-label=Conversation] h1');

/** Waits until an expression holds in the page, whose policy lets nothing but a debugger evaluate one: it is asked anew each time. */
export async function waitForExpression(page: Page, expression: string): Promise<void> {
  await until(`${expression} holds in the page`, async () => Boolean(await page.evaluate(`Boolean(${expression})`)));
}
