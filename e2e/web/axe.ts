import { AxeBuilder } from '@axe-core/playwright';
import assert from 'node:assert/strict';
import type { Page } from 'playwright';

/** Colours on their way to others are nobody's colours. */
const untilAtRest = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
    .map(({ finished }) => finished),
)`;

const colourRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds. The frame holds somebody else's document, without an origin: its own markup is not ours to judge. */
export async function axeViolations(page: Page, rules?: string[]): Promise<string[]> {
  await page.evaluate(untilAtRest);
  // To read it into a page takes as long as to have it look: once is enough.
  const isThere = await page.evaluate('typeof axe === "object"');
  // Of what is in order one part each is enough: to describe them all is most of the work.
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    .options({ resultTypes: ['violations'] })
    .exclude('iframe')
    .setLegacyMode();
  const { violations, passes } = await (rules ? axe.withRules(rules) : axe).analyze();
  assert.ok(
    passes.some(({ id }) => id === 'color-contrast'),
    'axe has looked at the colours',
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** What axe finds in light and in dark, which is the same page in other colours. */
export async function axeViolationsInBothThemes(page: Page): Promise<string[]> {
  const light = await axeViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeViolations(page, colourRules);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((complaint) => `dark: ${complaint}`)];
}
