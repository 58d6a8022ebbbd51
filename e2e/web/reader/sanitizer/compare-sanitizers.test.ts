import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright';
import { launchBrowser, skip } from '../../browser.ts';
import { compareSanitizers } from './compare-sanitizers.ts';

suite('our sanitizer and DOMPurify', { skip }, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser({ sharesProcess: true });
  });
  after(() => browser?.close());

  test('generated HTML keeps nothing that DOMPurify removes, and gains nothing when it is parsed again', async () => {
    const { elements, faults } = await compareSanitizers(browser, { count: 500, seed: 25 });
    assert.deepEqual(faults.slice(0, 5), []);
    assert.ok(elements > 1500, `${elements}`);
  });

  test('the comparison finds what a weaker sanitizer keeps', async () => {
    const weak = [
      (html: string) => html,
      (html: string) => html.replace(/<script[^>]*>|\bon\w+=/gi, ''),
      (html: string) => `${html}<a href="//x.example/">a</a>`,
      () => '<p id="body">',
      () => '<b style="position:fixed">',
    ];
    for (const clean of weak)
      assert.notEqual((await compareSanitizers(browser, { count: 40, seed: 26, clean })).faults.length, 0);
  });
});
