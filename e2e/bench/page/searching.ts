import { pageMetrics, rows, type Visit, type CpuTime, cpuTimeBetween } from './visit.ts';

/**
 * From the key press that starts the search until different rows are painted. Those of the previous search, which a page may
 * show until the answer is there, are no answer.
 */
const timingScript = `
  let answer = '';
  window.timeAnswer = () => {
    const links = () => [...document.querySelectorAll(${JSON.stringify(rows)})].slice(0, 5);
    const shown = () => links().map(({ pathname, hash }) => pathname + hash).join(' ');
    const [first] = links();
    const before = [first, first?.href];
    let asked;
    addEventListener('input', ({ timeStamp }) => (asked ??= timeStamp), { capture: true, once: true });
    addEventListener('keydown', ({ timeStamp }) => (asked ??= timeStamp), { capture: true, once: true });
    window.answered = new Promise((done, fail) => {
      setTimeout(() => fail(new Error('The search was not answered.')), 120_000);
      const observer = new MutationObserver(() => {
        const [first] = links();
        if (!first || (first === before[0] && first.href === before[1]) || shown() === answer) return;
        observer.disconnect();
        painted(() => {
          answer = shown();
          done(notes.found.push(performance.now() - asked));
        });
      });
      observer.observe(document, { childList: true, subtree: true });
    });
  }`;

/** The time of each search, in milliseconds, and the page's processor time until the result was on the screen. */
export type SearchTimings = { took: number[]; work: CpuTime[] };

/** Searches for these words in sequence. */
export async function searchFor({ page, work }: Visit, words: readonly string[]): Promise<SearchTimings> {
  await page.evaluate(timingScript);
  const spent: CpuTime[] = [];
  const box = page.locator('input[type=search]').first();
  for (const word of words) {
    await box.fill('');
    await box.focus();
    await page.evaluate('timeAnswer()');
    const before = await work();
    await page.keyboard.insertText(word);
    await page.keyboard.press('Enter');
    await page.evaluate('answered');
    spent.push(cpuTimeBetween(before, await work()));
  }
  return { took: (await pageMetrics(page)).found, work: spent };
}
