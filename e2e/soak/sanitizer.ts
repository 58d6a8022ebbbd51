/**
 * `npm run soak -- sanitizer [--seed N] [--documents N]`: cleans generated HTML with our sanitizer and with DOMPurify in
 * Chromium, and prints each ability that ours keeps and DOMPurify removes.
 */
import { parseArgs } from 'node:util';
import { launchBrowser, skip } from '../web/browser.ts';
import { compareSanitizers } from '../web/reader/sanitizer/compare-sanitizers.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { seed: text, documents: text } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const count = Number(values.documents ?? 20_000);

if (skip) console.log(skip);
else process.exitCode = await soak();

async function soak(): Promise<number> {
  const browser = await launchBrowser({ sharesProcess: true });
  try {
    const { documents, elements, faults } = await compareSanitizers(browser, { count, seed });
    for (const fault of faults.slice(0, 50)) console.log(`FAULT ${fault}`);
    console.log(`${documents} documents, ${elements} elements kept, ${faults.length} faults (seed ${seed})`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await browser.close();
  }
}
