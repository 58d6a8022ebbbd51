import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { until } from '../../../daemon/test-until.ts';
import { startTestProcess } from '../../headless/test-process.ts';
import { axeViolationsInBothThemes } from '../axe.ts';
import { listRows, openPage, skip, untilAsserted } from '../browser.ts';
import { sharedBrowser } from '../suite-app.ts';

const config = `[accounts.ada]
name = "Ada"
email = "ada@example.test"
[accounts.ada.sync]
type = "fake"
[accounts.ada.send]
type = "fake"
`;

type TestProcess = Awaited<ReturnType<typeof startTestProcess>>;

/** The number of stored messages; -1 while the daemon is degraded or restarts. */
async function totalMessages(daemon: TestProcess): Promise<number> {
  try {
    const status = (await (await daemon.ask('/admin/status')).json()) as { total_messages: number; degraded: boolean };
    return status.degraded ? -1 : status.total_messages;
  } catch {
    return -1;
  }
}

/** A running daemon whose mail database is no database, with a backup. */
async function destroyedStore(t: TestContext) {
  const healthy = await startTestProcess(t, { config });
  await until('mail is stored', async () => (await totalMessages(healthy)) > 0);
  assert.equal((await healthy.posthorn('backup')).code, 0);
  await healthy.stop();
  const data = healthy.files.data;
  const descriptor = openSync(join(data, 'mail.db'), 'r+');
  writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, 0);
  closeSync(descriptor);
  const daemon = await startTestProcess(t, { folder: join(data, '..') });
  return { daemon, url: `http://127.0.0.1:${daemon.port()}` };
}

suite('the page of repairs', { skip }, () => {
  test('a damaged mail database is shown with its choices, in both themes and on a phone, and a backup is restored', async (t) => {
    const { daemon, url } = await destroyedStore(t);
    const { page, expectError, close } = await openPage(await sharedBrowser(), `${url}/inbox`);
    expectError(/status of 503/);
    expectError(/ERR_CONNECTION|WebSocket/);
    await page.getByRole('heading', { name: 'Posthorn can’t open its mail database' }).waitFor();
    await page.getByText('Your mail on its servers isn’t affected').waitFor();
    await page.getByRole('row').filter({ hasText: 'Not checked yet' }).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    await untilAsserted(async () =>
      assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false),
    );
    await page.setViewportSize({ width: 1440, height: 900 });

    await page
      .getByRole('button', { name: /^Restore the backup from/ })
      .first()
      .click();
    await page.waitForURL(/\/inbox/);
    await until('the restored mail is there', async () => (await totalMessages(daemon)) > 0);
    await listRows(page).first().waitFor();
    const kept = readdirSync(daemon.files.data).find((name) => name.startsWith('before-restore-'));
    assert.equal(readFileSync(join(daemon.files.data, kept ?? '', 'mail.db'))[0], 0xa5);
    await close();
    await daemon.stop();
  });

  test('starting over is confirmed first, and fetches the mail again', async (t) => {
    const { daemon, url } = await destroyedStore(t);
    const { page, expectError, close } = await openPage(await sharedBrowser(), `${url}/inbox`);
    expectError(/status of 503/);
    expectError(/ERR_CONNECTION|WebSocket/);
    await page.getByRole('button', { name: 'Start over from your servers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await totalMessages(daemon), -1);
    await page.getByRole('button', { name: 'Start over from your servers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start over…' }).click();
    await until('the mail is fetched again', async () => (await totalMessages(daemon)) > 0);
    await page.waitForURL(/\/inbox/);
    await close();
    await daemon.stop();
  });
});
