import { quantile } from '../report/table.ts';
import { notesOf, rows, type Visit, type Work, workBetween } from './watched.ts';

/** How scrolling went: how many tasks were long and the longest of them, the slowest hundredth of the frames, and its work. */
export type Scrolled = { longTasks: number; longest: number; slowFrame: number; passed: number; work: Work };

const turns = 120;
const pixels = 400;

/** Turns the wheel over the list as fast as the page takes it. */
export async function scroll({ page, work }: Visit): Promise<Scrolled> {
  await page.locator(rows).nth(3).hover();
  const before = (await notesOf(page)).tasks.length;
  await page.evaluate('window.isCounting = true');
  const workBefore = await work();
  for (let turn = 0; turn < turns; turn++) await page.mouse.wheel(0, pixels);
  await page.evaluate('new Promise((done) => painted(done))');
  const spent = workBetween(workBefore, await work());
  const { tasks, gaps } = await notesOf(page);
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
