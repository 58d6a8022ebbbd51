import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright';
import { ceilingMs, until } from '../../daemon/test-ceiling.ts';
import { createNetworkLog } from './network-log.ts';
import { watchAnswers } from './watched-answers.ts';
import { watchTroubles, type Troubles } from './watched-troubles.ts';

/** Without a window Chromium is the same engine at two thirds of the price. */
const windowless = '/usr/bin/chromium-headless-shell';
const executablePath = process.env['CHROMIUM'] ?? (existsSync(windowless) ? windowless : '/usr/bin/chromium');

/** Why tests of the page cannot run here, or false where they can. */
export const skip: string | false = existsSync(executablePath)
  ? false
  : `peer: the page needs Chromium, and there is none at ${executablePath} (set CHROMIUM to its path)`;

/** Off is what Chromium prepares beside a page, at the price of the page itself, and what asks the network. */
const unwanted = [
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
const hurried = '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=16';

/**
 * `sharesProcess` is for many short pages: sandboxed frames stay in the process of their page, which makes hundreds of them
 * twice as fast, and little is compiled well, which nobody who measures wants. To close the browser throws where a page that was left open had trouble, or where any other host was asked for anything.
 */
export async function launchBrowser({ sharesProcess = false } = {}): Promise<Browser> {
  const features = sharesProcess ? [...unwanted, 'IsolateSandboxedIframes'] : unwanted;
  const network = createNetworkLog();
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      ...(sharesProcess ? [hurried] : []),
      `--disable-features=${features.join()}`,
      network.flag,
    ],
  });
  const end = browser.close.bind(browser);
  const asked = () => network.read().filter((host) => !expected.get(browser)?.some((each) => each.test(host)));
  let ended: Promise<void> | undefined;
  browser.close = (options) => (ended ??= end(options).then(() => complain([...left(browser), ...asked()])));
  return browser;
}

/**
 * A page and what went wrong on it: console errors and warnings, answers that refuse, uncaught errors, requests to other
 * hosts. `close` throws where anything did, and where an answer was not as the API's document says.
 */
export type Watched = {
  page: Page;
  troubles: string[];
  /** What a test brings about on purpose, as `/status of 409/`, is no trouble, be it before or after this. */
  expects: (trouble: RegExp) => void;
  close: () => Promise<void>;
};

type Watcher = { page: Page; answers: ReturnType<typeof watchAnswers>; troubles: Troubles };

/** Pages that were closed, by what they were opened with: a window of its own costs more than most tests do. */
const closed = new WeakMap<Browser, Map<string, Watcher[]>>();

/** What the tests of a browser have brought about on purpose: what the network is asked for is known in the end alone. */
const expected = new WeakMap<Browser, RegExp[]>();

/** Pages that are in use, and how each is closed. */
const open = new WeakMap<Browser, Map<Watcher, () => Promise<void>>>();

/**
 * Opens an address as if in a fresh profile: wide, light and for somebody who wants little motion, unless the options say
 * otherwise. `prepare` has the page before it goes there, as to lay something in its way; such a page is used once.
 */
export async function openPage(
  browser: Browser,
  url: string,
  { viewport = wide, colorScheme = 'light', reducedMotion = 'reduce', ...options }: BrowserContextOptions = {},
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Watched> {
  const { origin } = new URL(url);
  const key = JSON.stringify([origin, options]);
  const pool = closed.get(browser) ?? new Map<string, Watcher[]>();
  closed.set(browser, pool);
  const watcher = (prepare ? undefined : pool.get(key)?.pop()) ?? (await openWatcher(browser, origin, options));
  const opened = open.get(browser) ?? new Map<Watcher, () => Promise<void>>();
  open.set(browser, opened.set(watcher, close));
  const { page, answers, troubles } = watcher;
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme, reducedMotion });
  await prepare?.(page);
  await page.goto(url);
  return { page, troubles: troubles.all, expects, close };

  function expects(trouble: RegExp): void {
    troubles.expects(trouble);
    expected.set(browser, [...(expected.get(browser) ?? []), trouble]);
  }

  async function close(): Promise<void> {
    if (!opened.delete(watcher)) return;
    await answers.settled();
    const faults = [...answers.faults.splice(0), ...troubles.all];
    // A suite may have closed its browser already.
    if (prepare) await page.context().close();
    else if (!page.isClosed()) {
      await forgetAll(page);
      troubles.renew();
      pool.set(key, [...(pool.get(key) ?? []), watcher]);
    }
    complain(faults);
  }
}

/** Closes the pages of an app that are still open, before the app is stopped under them. */
export async function closePages(browser: Browser, app: string): Promise<void> {
  for (const [{ page }, close] of open.get(browser) ?? []) if (page.url().startsWith(app)) await close();
}

/** What a page says of an app that is not there any more. */
const appIsGone = /net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE)\b/;

/** What went wrong on pages that nobody has closed, as where a test failed: their apps may have ended before the browser. */
function left(browser: Browser): string[] {
  return [...(open.get(browser)?.keys() ?? [])].flatMap(({ answers, troubles }) => [
    ...answers.faults,
    ...troubles.all.filter((trouble) => !appIsGone.test(trouble)),
  ]);
}

function complain(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(`There was trouble on a page:\n${faults.join('\n')}`);
}

const wide = { width: 1440, height: 900 };

async function openWatcher(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Watcher> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(ceilingMs);
  const troubles = watchTroubles(context, origin);
  return { page: await context.newPage(), answers: watchAnswers(context, origin), troubles };
}

/** Leaves a page as one that was never used. */
async function forgetAll(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.mouse.move(0, 0);
  await page.evaluate('if (origin !== "null") { localStorage.clear(); sessionStorage.clear(); }');
  // It leaves by itself and is not taken away, for then it keeps its process, which has read the scripts of the next page.
  await page.evaluate("void setTimeout(() => location.replace('about:blank'))");
  await page.waitForURL('about:blank');
}

/** Rows of the list, each a link to its conversation. */
export const rows = (page: Page) => page.locator('main ul[role=list] a');

/** The open conversation's subject. */
export const subject = (page: Page) => page.locator('section[aria-label=Conversation] h1');

/** Waits until an expression holds in the page, whose policy lets nothing but a debugger evaluate one: it is asked anew each time. */
export async function untilIn(page: Page, expression: string): Promise<void> {
  await until(`${expression} holds in the page`, async () => Boolean(await page.evaluate(`Boolean(${expression})`)));
}
