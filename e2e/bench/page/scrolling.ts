import { quantile } from '../report/table.ts';
import { pageMetrics, rows, type Visit, type CpuTime, cpuTimeBetween } from './visit.ts';

/**
 * The result of scrolling: the number of long tasks and the longest task, the 99th percentile of the frames, and the
 * processor time.
 */
export type ScrollResult = { longTasks: number; longest: number; slowFrame: number; passed: number; work: CpuTime };

const pixelsPerTurn = 400;

/** Turns the wheel over the list so many times, as fast as the page handles it. */
export async function scroll({ page, work }: Visit, wheelTurns: number): Promise<ScrollResult> {
  await page.locator(rows).nth(3).hover();
  const before = (await pageMetrics(page)).tasks.length;
  await page.evaluate('window.isCounting = true');
  const workBefore = await work();
  for (let turn = 0; turn < wheelTurns; turn++) await page.mouse.wheel(0, pixelsPerTurn);
  await page.evaluate('new Promise((done) => painted(done))');
  const spent = cpuTimeBetween(workBefore, await work());
  const { tasks, gaps } = await pageMetrics(page);
  const own = tasks.slice(before).map(({ took }) => took);
  const passed = await page.evaluate<number>(scrolledPixels);
  const sorted = gaps.toSorted((a, b) => a - b);
  return {
    longTasks: own.length,
    longest: Math.max(0, ...own),
    slowFrame: quantile(sorted, 0.99),
    passed,
    work: spent,
  };
}

const scrolledPixels = `Math.max(...[...document.querySelectorAll('main, main *')].map((each) => each.scrollTop))`;
