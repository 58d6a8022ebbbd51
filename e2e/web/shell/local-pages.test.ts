import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { testFolder } from '../../../daemon/test-folder.ts';
import { until, waitLimitMs } from '../../../daemon/test-until.ts';
import { axeViolationsInBothThemes } from '../axe.ts';
import { startApp } from '../app.ts';
import { listRows, openPage, skip, untilAsserted } from '../browser.ts';
import { sharedBrowser, toast } from '../suite-app.ts';

/** The web page of another program on this computer; its address answers with the status of its handshake. */
async function startOtherPage(context: TestContext, bridgeUrl: string): Promise<string> {
  const script = `fetch('${bridgeUrl}/api/v1/auth/local-token').then((answer) => answer.json())
    .then(({ token }) => (document.title = token ? 'has a token' : 'has none'), () => (document.title = 'failed'));`;
  const html = `<!doctype html><link rel="icon" href="data:,"><script>${script}</script>`;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test(
  'a page of another program gets the token after the user allowed it, until the answer is forgotten',
  { skip },
  async (context) => {
    const app = await startApp({ messages: 500, config: '[bridge]\nlocal_pages = "ask"\n' });
    context.after(app.stop);
    const browser = await sharedBrowser();
    const origin = await startOtherPage(context, app.url);
    const otherContext = await browser.newContext();
    otherContext.setDefaultTimeout(waitLimitMs);
    context.after(() => otherContext.close());
    const other = await otherContext.newPage();
    const titleAfterLoad = async () => {
      await other.goto(origin);
      await until('the other page has its answer', async () => (await other.title()) !== '');
      return other.title();
    };
    assert.equal(await titleAfterLoad(), 'has none');

    const { page, close } = await openPage(browser, `${app.url}/inbox`, { reducedMotion: 'reduce' });
    const question = page.getByRole('region', { name: 'A page asks for access' });
    await question.getByText(`${origin} wants to read and change your mail.`).waitFor();
    assert.deepEqual(await axeViolationsInBothThemes(page), []);
    await question.getByRole('button', { name: 'Allow', exact: true }).click();
    await toast(page, `${origin} can now use your mail`).waitFor();
    await question.waitFor({ state: 'detached' });
    assert.equal(await titleAfterLoad(), 'has a token');

    await page.goto(`${app.url}/settings/privacy`);
    await page.getByRole('button', { name: `Forget the answer for ${origin}` }).click();
    await toast(page, `Posthorn will ask about ${origin} again`).waitFor();
    assert.equal(await titleAfterLoad(), 'has none');
    await close();
  },
);

test(
  'the address that --open opens works with the handshake turned off, and shows no key afterwards',
  { skip },
  async (context) => {
    const folder = testFolder();
    const opened = join(folder, 'opened');
    const opener = join(folder, 'xdg-open');
    writeFileSync(opener, `#!/bin/sh\nprintf %s "$1" > ${opened}.part && mv ${opened}.part ${opened}\n`);
    chmodSync(opener, 0o755);
    const app = await startApp({
      messages: 500,
      config: '[bridge]\nauto_local_token = false\n[ui]\nstart_page = "inbox"\n',
      words: ['--open'],
      env: { PATH: `${folder}${delimiter}${process.env['PATH']}` },
    });
    context.after(app.stop);
    await until('the browser is opened', () => existsSync(opened));
    const address = readFileSync(opened, 'utf8');
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/#key=[\w-]{43}$/);
    const browser = await sharedBrowser();
    const { page, close } = await openPage(browser, address, { reducedMotion: 'reduce' });
    await listRows(page).first().waitFor();
    assert.doesNotMatch(page.url(), /key/);
    await untilAsserted(async () => assert.equal(await page.evaluate('history.length <= 2'), true));
    // The key has been used: another program that saw the address gets nothing with it.
    const key = address.split('#key=')[1];
    const again = await fetch(`${app.url}/api/v1/auth/local-token`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(again.status, 404);
    await close();
  },
);
