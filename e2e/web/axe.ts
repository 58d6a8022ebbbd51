import { AxeBuilder } from '@axe-core/playwright';
import assert from 'node:assert/strict';
import type { Page } from 'playwright';
import { extent, takesSamples } from '../runner/tier.ts';

/** Colours in a transition are not checked. */
const untilAtRest = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
    .map(({ finished }) => finished),
)`;

const colourRules = ['color-contrast', 'link-in-text-block'];

/** The states or addresses that this process has checked, with the rules. */
const checked = new Set<string>();

/** The addresses of states without a name, in the order in which this process met them. */
const addresses: string[] = [];

type AxeOptions = {
  /** All rules, if it is not given. */
  rules?: string[];
  /** The name of the page's state, if this state is checked also where its address has been. */
  state?: string;
};

/**
 * The findings of axe. The frame contains a foreign document without an origin: its markup is not checked. Because axe takes
 * longer than most tests, `npm test` checks states with a name only, and `.ci/run` also the first state of every second address.
 */
export async function axeViolations(page: Page, { rules, state }: AxeOptions = {}): Promise<string[]> {
  if (extent === 'few' && state === undefined) return [];
  const place = state ?? (await page.evaluate<string>('location.pathname'));
  if (state === undefined && takesSamples && !isSampled(place)) return [];
  const subject = `${place} ${rules?.join() ?? ''}`;
  if (takesSamples && checked.has(subject)) return [];
  checked.add(subject);
  await page.evaluate(untilAtRest);
  // Loading axe into a page takes as long as a check, so load it once.
  const isThere = await page.evaluate('typeof axe === "object"');
  // One element is enough for each rule that passes: describing all of them takes most of the time.
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    .options({ resultTypes: ['violations'] })
    .exclude('iframe')
    .setLegacyMode();
  const check = () => (rules ? axe.withRules(rules) : axe).analyze();
  let { violations, passes } = await check();
  if (violations.length > 0) {
    // A transition may have begun during the check.
    await page.evaluate(untilAtRest);
    ({ violations, passes } = await check());
  }
  assert.ok(
    passes.some(({ id }) => id === 'color-contrast'),
    'axe has checked the colours',
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Whether an address is the first that this process met, the third, and so on. */
function isSampled(address: string): boolean {
  if (!addresses.includes(address)) addresses.push(address);
  return addresses.indexOf(address) % 2 === 0;
}

/** The findings of axe in light and in dark mode, which is the same page in other colours. */
export async function axeViolationsInBothThemes(page: Page, { state }: { state?: string } = {}): Promise<string[]> {
  const named = state === undefined ? {} : { state };
  const light = await axeViolations(page, named);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeViolations(page, { ...named, rules: colourRules });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((complaint) => `dark: ${complaint}`)];
}
