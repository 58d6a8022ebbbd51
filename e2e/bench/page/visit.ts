import type { Browser, CDPSession, Page } from 'playwright';

/** A measured page. Its rows are links in a list. */
type VisitTarget = { url: string };

/** What a page recorded about itself, in milliseconds since its request. */
type PageMetrics = {
  rowsPaintedAt?: number;
  tasks: { at: number; took: number }[];
  gaps: number[];
  found: number[];
};

/** The rows of a measured page. */
export const rows = 'main ul[role=list] a';

/** Runs in the page before its own scripts. The browser reports tasks of more than 50 ms as long. */
const metricsScript = `
  window.notes = { tasks: [], gaps: [], found: [] };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) notes.tasks.push({ at: startTime, took: duration });
  }).observe({ type: 'longtask', buffered: true });
  window.painted = (then) => requestAnimationFrame(() => setTimeout(then));
  new MutationObserver((_, observer) => {
    if (!document.querySelector(${JSON.stringify(rows)})) return;
    observer.disconnect();
    painted(() => (notes.rowsPaintedAt = performance.now()));
  }).observe(document, { childList: true, subtree: true });
  let frame = 0;
  const tick = (now) => {
    if (window.isCounting && frame > 0) notes.gaps.push(now - frame);
    frame = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);`;

const timeoutMs = 120_000;

/**
 * The processor time of the page's main thread since it was opened, in milliseconds: other processes on this machine are
 * not counted. `all` is more than the sum of the others: it includes painting and the browser's own work.
 */
export type CpuTime = { all: number; script: number; layout: number; style: number };

export type Visit = {
  page: Page;
  work(): Promise<CpuTime>;
  /** The number of requests since the page was opened: files of the page, and calls of the API. */
  requests: { files: number; calls: number };
  close(): Promise<void>;
};

/** Opens a page with empty caches, and waits until its rows are painted. */
export async function visit(browser: Browser, { url }: VisitTarget): Promise<Visit> {
  // Playwright evaluates these functions in the page, which the page's content policy would not allow.
  const options = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce', bypassCSP: true } as const;
  const context = await browser.newContext(options);
  await context.addInitScript(metricsScript);
  const page = await context.newPage();
  page.setDefaultTimeout(timeoutMs);
  const debug = await context.newCDPSession(page);
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' });
  const requests = { files: 0, calls: 0 };
  page.on('request', (request) => (requests[request.url().includes('/api/') ? 'calls' : 'files'] += 1));
  await page.goto(url);
  await page.waitForFunction('window.notes.rowsPaintedAt !== undefined');
  return { page, work: () => cpuTimeOf(debug), requests, close: () => context.close() };
}

async function cpuTimeOf(debug: CDPSession): Promise<CpuTime> {
  const { metrics } = await debug.send('Performance.getMetrics');
  const spent = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000;
  return {
    all: spent('TaskDuration'),
    script: spent('ScriptDuration'),
    layout: spent('LayoutDuration'),
    style: spent('RecalcStyleDuration'),
  };
}

export function cpuTimeBetween(before: CpuTime, after: CpuTime): CpuTime {
  const spent = (of: keyof CpuTime) => after[of] - before[of];
  return { all: spent('all'), script: spent('script'), layout: spent('layout'), style: spent('style') };
}

export function pageMetrics(page: Page): Promise<PageMetrics> {
  return page.evaluate('window.notes');
}

/** How long no long task may have run before a page counts as at rest. */
const quietMs = 500;

/** When a visitor can read and use the page: rows are painted, and the last long task around that time is over. */
export async function interactiveAt(page: Page): Promise<number> {
  await page.waitForFunction(
    `performance.now() - Math.max(notes.rowsPaintedAt, ...notes.tasks.map(({ at, took }) => at + took)) > ${quietMs}`,
  );
  const { rowsPaintedAt = Number.NaN, tasks } = await pageMetrics(page);
  const ends = tasks.filter(({ at }) => at < rowsPaintedAt + quietMs).map(({ at, took }) => at + took);
  return Math.max(rowsPaintedAt, ...ends);
}
