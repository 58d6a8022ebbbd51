/**
 * POSTHORN_SLOW_PAGE=6 opens the pages of all browser tests as on a computer whose processor is six times slower:
 *
 * - their scripts run that much slower;
 * - the answers to their requests are late by a random time, mostly up to 0.6 s and rarely up to 3 s;
 * - the button of the mouse is held for as long as people hold it. A page whose content jumps then loses clicks.
 *
 * The seed of the random times is printed; POSTHORN_SLOW_SEED repeats them. Chromium slows a page down by keeping its process
 * busy, so a run of many files on a computer with few cores is much slower than the factor says.
 */
import type { BrowserContext, CDPSession, Locator, Page } from 'playwright';

const factorVariable = 'POSTHORN_SLOW_PAGE';
const seedVariable = 'POSTHORN_SLOW_SEED';

/** Milliseconds from the press to the release of a button. */
const pressMs = 100;

const factor = numberOf(factorVariable) ?? 1;
const seed = numberOf(seedVariable) ?? Date.now() % 1_000_000;
const isSlow = factor > 1;
if (isSlow) console.error(`Slow pages: ${factorVariable}=${factor} ${seedVariable}=${seed}`);

let contexts = 0;
const sessions = new WeakMap<Page, CDPSession>();
const slowPrototypes = new WeakSet<object>();

/** Makes the answers to the pages of a new context late. */
export async function delayAnswers(context: BrowserContext): Promise<void> {
  if (isSlow) await context.addInitScript({ content: scriptOf(seed + contexts++) });
}

/** Slows down the scripts of a page, while a test uses it. */
export async function slowDown(page: Page): Promise<void> {
  if (!isSlow) return;
  holdButtons(page);
  await setRate(page, factor);
}

/** Pages that wait for a test must not use the processor. */
export async function speedUp(page: Page): Promise<void> {
  if (isSlow && !page.isClosed()) await setRate(page, 1);
}

async function setRate(page: Page, rate: number): Promise<void> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

function holdButtons(page: Page): void {
  const prototype = Object.getPrototypeOf(page.locator('html')) as Locator;
  if (slowPrototypes.has(prototype)) return;
  slowPrototypes.add(prototype);
  const { click } = prototype;
  prototype.click = function clickSlowly(this: Locator, options) {
    return click.call(this, { delay: pressMs, ...options });
  };
}

function numberOf(variable: string): number | undefined {
  const text = process.env[variable];
  if (!text) return undefined;
  const number = Number(text);
  if (!(number >= 0)) throw new Error(`${variable} is a number from 0, and not ${text}.`);
  return number;
}

/** Runs in the page before its own scripts: delays the answers to requests. The generator of the random times is mulberry32. */
const scriptOf = (first: number) => `{
  const { fetch, setTimeout: later } = globalThis;
  let state = ${first};
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const delay = (signal) => new Promise((resolve, reject) => {
    const kind = fraction();
    const ms = kind < 0.5 ? 0 : fraction() * ${factor} * (kind < 0.95 ? 100 : 500);
    if (signal?.aborted) return reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (ms === 0) resolve();
    else later(resolve, ms);
  });
  globalThis.fetch = async (input, options) => {
    const answer = await fetch(input, options);
    await delay(options?.signal ?? (input instanceof Request ? input.signal : undefined));
    return answer;
  };
}`;
