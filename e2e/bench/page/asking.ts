import type { Page } from 'playwright';
import { notesOf, rows } from './watched.ts';

/** From the key that asks until other rows than before are painted. */
const timing = `
  window.timeAnswer = () => {
    const first = () => document.querySelector(${JSON.stringify(rows)});
    const before = [first(), first()?.href];
    let asked;
    addEventListener('input', ({ timeStamp }) => (asked ??= timeStamp), { capture: true, once: true });
    addEventListener('keydown', ({ timeStamp }) => (asked ??= timeStamp), { capture: true, once: true });
    window.answered = new Promise((done, fail) => {
      setTimeout(() => fail(new Error('The search was not answered.')), 20_000);
      const observer = new MutationObserver(() => {
        if (!first() || (first() === before[0] && first().href === before[1])) return;
        observer.disconnect();
        painted(() => done(notes.found.push(performance.now() - asked)));
      });
      observer.observe(document, { childList: true, subtree: true });
    });
  }`;

/** Searches for these words one after the other, and gives how long each took, in milliseconds. */
export async function searchFor(page: Page, words: readonly string[]): Promise<number[]> {
  await page.evaluate(timing);
  const box = page.locator('input[type=search]').first();
  for (const word of words) {
    await box.fill('');
    await box.focus();
    await page.evaluate('timeAnswer()');
    await page.keyboard.insertText(word);
    await page.keyboard.press('Enter');
    await page.evaluate('answered');
  }
  return (await notesOf(page)).found;
}
