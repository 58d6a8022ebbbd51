import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright';
import { axeViolationsInBothThemes } from '../axe.ts';
import { openPage, listRows, skip, waitForExpression, untilAsserted } from '../browser.ts';
import { suiteApp } from '../suite-app.ts';

suite('the layout of the page', { skip }, () => {
  const running = suiteApp();

  test('panes keep the widths that the user sets with the mouse or the keys', async () => {
    const { page, close } = await openPage(running.browser, `${running.app.url}/inbox`);
    await listRows(page).first().waitFor();
    const edge = page.getByRole('separator', { name: 'List width' });
    const width = async () => (await page.getByRole('region', { name: /Inbox/ }).first().boundingBox())?.width;
    await edge.focus();
    await page.keyboard.press('ArrowRight');
    await untilAsserted(async () => assert.equal(await edge.getAttribute('aria-valuenow'), '408'));
    await untilAsserted(async () => assert.equal(await width(), 408));
    const box = await edge.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 4, 400);
    await page.mouse.down();
    await page.mouse.move(box.x + 104, 400);
    await page.mouse.up();
    await untilAsserted(async () => assert.equal(await width(), 508));
    await page.reload();
    await listRows(page).first().waitFor();
    await untilAsserted(async () => assert.equal(await width(), 508));
    await page.getByRole('separator', { name: 'List width' }).dblclick();
    await untilAsserted(async () => assert.equal(await width(), 392));
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await close();
  });

  test('rows have the height of the density, and the visible ones stay visible', async () => {
    const { page, close } = await openPage(running.browser, `${running.app.url}/inbox`);
    await listRows(page).first().waitFor();
    const height = async () => (await listRows(page).first().boundingBox())?.height;
    const shown = () => listRows(page).count();
    const [usual, few] = [await height(), await shown()];
    await chooseDensity(page, 'compact');
    await waitForExpression(page, `document.querySelector('[data-thread]').clientHeight < ${usual}`);
    await untilAsserted(async () => assert.ok((await shown()) > few));
    await chooseDensity(page, 'relaxed');
    await waitForExpression(page, `document.querySelector('[data-thread]').clientHeight > ${usual}`);
    await chooseDensity(page, 'regular');
    await waitForExpression(page, `document.querySelector('[data-thread]').clientHeight === ${usual}`);
    await close();
  });

  test('every component of the page is accessible', async () => {
    const { page, pageErrors: troubles, close } = await openPage(running.browser, `${running.app.url}/design`);
    await page.getByRole('heading', { name: 'Design gallery' }).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.emulateMedia({ contrast: 'more' });
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.emulateMedia({ contrast: null });
    assert.deepEqual(troubles, []);
    await close();
  });

  test('a browser can install it, with its own icons', async () => {
    const { url } = running.app;
    const html = await (await fetch(url)).text();
    const [, href = ''] = /rel="manifest" href="([^"]+)"/.exec(html) ?? [];
    const answer = await fetch(new URL(href, url));
    assert.match(answer.headers.get('content-type') ?? '', /^application\/manifest\+json/);
    const manifest = (await answer.json()) as { display: string; icons: { src: string }[] };
    assert.equal(manifest.display, 'standalone');
    for (const { src } of manifest.icons) {
      const icon = await fetch(new URL(src, url));
      assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/png']);
    }
  });
});

/** As a setting: the page applies the settings whenever they are read, and would overwrite a changed attribute. */
async function chooseDensity(page: Page, density: 'compact' | 'regular' | 'relaxed'): Promise<void> {
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'What would you like to do?' });
  await palette.getByRole('combobox').fill(`List spacing: ${density}`);
  await palette.getByRole('option', { name: `List spacing: ${density}`, exact: true }).click();
  await palette.waitFor({ state: 'detached' });
}
