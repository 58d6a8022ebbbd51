import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { mail } from '../../../daemon/test-daemon.ts';
import { until } from '../../../daemon/test-until.ts';
import { corpusFile, corpusMissing, isWholeCorpus } from '../../corpus.ts';
import { listRows, openPage, skip, threadSubject, untilAsserted } from '../browser.ts';
import { startFakeApp } from '../fake-app.ts';
import { sharedBrowser } from '../suite-app.ts';

const dot = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"/>')}`;

/** A daily run reads a part of the corpus, always the same. */
const chosenCount = isWholeCorpus ? 300 : 20;

/** Mail whose height is hard to find: one conversation, all of it expanded. */
const difficult = [
  '<div style="min-height:100vh"><p style="height:100%;padding-bottom:50vh">As high as the window</p></div>',
  `<table width="1400"><tr>${'<td style="min-width:100px">wide</td>'.repeat(14)}</tr></table>`,
  '<style>html,body{height:100%!important;overflow:hidden} @media (max-height:400px){p{height:900px}}</style><p>The sheet of the body</p>',
  '<details><summary>Open me</summary><p style="height:400px">more</p></details>',
  `${'<blockquote>'.repeat(12)}nested${'</blockquote>'.repeat(12)}`,
  '<div style="height:20px">A box that is<br>too low<br>for<br>its<br>text</div>',
  '<img name="body" id="documentElement" src="https://x.example/a.png" width="300" height="120" alt="A tile"><p style="margin:40px 0">after it</p>',
  '<p>short</p>',
];

/** Answers with a quote in the forms of common programs. */
const quotingReplies = {
  Outlook: `<div class="WordSection1"><p class="MsoNormal">Answered with Outlook.</p><p class="MsoNormal">&nbsp;</p>
    <div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal">
    <b>From:</b> Ben &lt;ben@people.example&gt;<br><b>Sent:</b> Monday, March 9, 2026 10:00 AM<br>
    <b>To:</b> Ada &lt;ada@frames.test&gt;<br><b>Subject:</b> Plans</p></div></div>
    <p class="MsoNormal">QUOTE</p></div>`,
  'Outlook on the web': `<div class="elementToProof">Answered with Outlook on the web.</div><div id="appendonsend"></div>
    <hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif">
    <b>From:</b> Ben &lt;ben@people.example&gt;<br><b>Sent:</b> Monday, March 9, 2026 10:00 AM<br>
    <b>To:</b> Ada &lt;ada@frames.test&gt;<br><b>Subject:</b> Plans</font><div>&nbsp;</div></div><div>QUOTE</div>`,
  'Apple Mail': `Answered with Apple Mail.<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite">
    <div>On 9 Mar 2026, at 10:00, Ben &lt;ben@people.example&gt; wrote:</div><br class="Apple-interchange-newline">
    <div><div>QUOTE</div></div></blockquote></div><br>`,
  'a tracker below the quote': `<p>Answered with a tracker below the quote.</p><p>On 9 Mar 2026, at 10:00, Ben wrote:</p>
    <blockquote type="cite"><p>QUOTE</p></blockquote><img src="https://track.test/open.gif" width="1" height="1" alt="">`,
  Yahoo: `<div class="yahoo-style-wrap" style="font-size:13px"><div dir="ltr">Answered with Yahoo.</div><div><br></div></div>
    <div id="yahoo_quoted_4711" class="yahoo_quoted"><div style="font-size:13px;color:#26282a"><div>
    On Monday, March 9, 2026 at 10:00:00 AM GMT+1, Ben &lt;ben@people.example&gt; wrote:</div><div><br></div>
    <div>QUOTE</div></div></div>`,
  Proton: `<div style="font-family: Arial, sans-serif; font-size: 14px;">Answered with Proton.</div><br>
    <div class="protonmail_quote">On Monday, March 9th, 2026 at 10:00 AM, Ben &lt;ben@people.example&gt; wrote:<br><br>
    <blockquote class="protonmail_quote" type="cite"><p>QUOTE</p></blockquote></div>`,
};

function conversations(subject: string, pages: readonly string[]): Buffer[] {
  return pages.map((text, at) =>
    mail({
      from: 'Ada <ada@frames.test>',
      subject,
      text,
      id: `${subject.replaceAll(' ', '-')}-${at}@frames.test`,
      minutesAgo: 100 - at,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        ...(at > 0 && { References: `<${subject.replaceAll(' ', '-')}-0@frames.test>` }),
      },
    }),
  );
}

/** Frames whose height differs from that of their document by more than 2 pixels, or that scroll. */
const misfits = `[...document.querySelectorAll('article iframe')].flatMap((frame, index) => {
  const root = Object.getOwnPropertyDescriptor(Document.prototype, 'documentElement').get.call(frame.contentDocument);
  const own = root.getBoundingClientRect().height;
  const blank = root.clientHeight - Math.max(own, 0);
  const overflow = root.scrollHeight - root.clientHeight;
  const body = Object.getOwnPropertyDescriptor(Document.prototype, 'body').get.call(frame.contentDocument);
  const hidden = body ? Math.max(0, body.scrollHeight - body.offsetHeight) : 0;
  return own > 0 && overflow <= 2 && blank <= 2 + hidden ? [] : [[index, root.clientHeight, own, root.scrollHeight]];
})`;

async function openAll(page: Page, subject: string, count: number): Promise<void> {
  const row = listRows(page).filter({ hasText: subject }).first();
  await row.click();
  await threadSubject(page).filter({ hasText: subject }).waitFor();
  await page.keyboard.press(';');
  await until('all messages are expanded', async () => (await page.locator('article iframe').count()) >= count);
}

async function assertFit(page: Page, label: string): Promise<void> {
  let found: unknown[] = [];
  try {
    await until(`${label}: all frames fit`, async () => {
      found = await page.evaluate<unknown[]>(misfits);
      return found.length === 0;
    });
  } catch (error) {
    throw new Error(`${label}: ${JSON.stringify(found)}`, { cause: error });
  }
}

suite('the frame of a formatted message', { skip }, () => {
  let browser: Browser;
  before(async () => void (browser = await sharedBrowser()));

  test('it is as high as its content, follows it, and passes keys and links on to the page', async (t) => {
    const app = await startFakeApp(t, { messages: conversations('Difficult frames', difficult) });
    const { page, pageErrors, close } = await openPage(browser, `${app.url}/inbox`);
    await openAll(page, 'Difficult frames', difficult.length);
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await assertFit(page, `${width} px`);
    }
    const details = page.frameLocator('article iframe').nth(3);
    const heightOf = async () => (await page.locator('article iframe').nth(3).boundingBox())?.height ?? 0;
    const closed = await heightOf();
    await details.locator('summary').click();
    await until('the frame is higher', async () => (await heightOf()) >= closed + 300);
    await assertFit(page, 'opened');
    await page.keyboard.press('Escape');
    await threadSubject(page).waitFor({ state: 'detached' });
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('names in a message hide nothing from the page, even if the message was not cleaned', async (t) => {
    const clobbering = `${['body', 'documentElement', 'defaultView', 'addEventListener', 'head', 'style']
      .map((name) => `<img name="${name}" id="${name}"><form name="${name}"><input name="closest"></form>`)
      .join('')}<p style="height:300px">A friendly letter</p><img src="${dot}">`;
    const app = await startFakeApp(t, {
      messages: conversations('Clobbering', ['<h1>A friendly letter</h1><img src="https://x.example/a.png">']),
    });
    const { page, pageErrors, close } = await openPage(browser, `${app.url}/inbox`, {}, async (each) => {
      await each.route('**/api/v1/mail/threads/*', async (route) => {
        const response = await route.fetch();
        const thread = (await response.json()) as { bodies: Record<string, unknown>[] };
        const bodies = thread.bodies.map((body) => ({ ...body, text_html: clobbering, preferred: 'html' }));
        await route.fulfill({ response, json: { ...thread, bodies } });
      });
    });
    await listRows(page).filter({ hasText: 'Clobbering' }).first().click();
    await page.frameLocator('article iframe').getByText('A friendly letter').click();
    await assertFit(page, 'clobbered');
    await page.keyboard.press('Escape');
    await threadSubject(page).waitFor({ state: 'detached' });
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('the quotes that the common programs write below an answer collapse', async (t) => {
    const pages = Object.values(quotingReplies).map((html) => html.replaceAll('QUOTE', 'Shall we meet on Tuesday?'));
    const bottomPosted = '<blockquote type="cite"><p>Shall we meet on Tuesday?</p></blockquote><p>Below the quote.</p>';
    const app = await startFakeApp(t, { messages: conversations('Quoting programs', [...pages, bottomPosted]) });
    const { page, pageErrors, close } = await openPage(browser, `${app.url}/inbox`);
    await openAll(page, 'Quoting programs', pages.length);
    const articles = page.getByRole('article');
    for (const [at, name] of Object.keys(quotingReplies).entries()) {
      const article = articles.nth(at);
      const quote = article.getByRole('button', { name: /quoted text/ });
      await quote.waitFor();
      const label = (await quote.getAttribute('aria-label')) ?? (await quote.innerText());
      if (label.startsWith('Hide')) await quote.click();
      await article.frameLocator('iframe').first().getByText(`Answered with ${name}.`).waitFor();
      await until(`${name}: the quote is hidden`, async () => (await article.locator('iframe').count()) === 1);
      await untilAsserted(async () =>
        assert.equal(await article.frameLocator('iframe').getByText('Shall we meet').count(), 0, name),
      );
    }
    const last = articles.nth(pages.length);
    await last.frameLocator('iframe').getByText('Below the quote.').waitFor();
    await untilAsserted(async () => assert.equal(await last.getByRole('button', { name: /quoted text/ }).count(), 0));
    assert.deepEqual(pageErrors, []);
    await close();
  });

  test('messages of the corpus fit at three widths', { skip: corpusMissing() }, async (t) => {
    const names = globSync('html-mail/**/*.html', { cwd: corpusFile('') }).toSorted();
    const chosen = names.filter((_, at) => (at * 7919) % names.length < chosenCount);
    assert.ok(chosen.length >= chosenCount, `${chosen.length}`);
    const perConversation = 25;
    const groups = Array.from({ length: Math.ceil(chosen.length / perConversation) }, (_, at) => ({
      subject: `Corpus part ${at + 1}.`,
      pages: chosen
        .slice(at * perConversation, (at + 1) * perConversation)
        .map((name) => readFileSync(corpusFile(name), 'utf8')),
    }));
    const messages = groups.flatMap(({ subject, pages }) => conversations(subject, pages));
    const app = await startFakeApp(t, { messages });
    const { page, close } = await openPage(browser, `${app.url}/inbox`);
    for (const { subject, pages } of groups) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openAll(page, subject, Math.floor(pages.length * 0.8));
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await assertFit(page, `${subject} ${width} px`);
      }
      await page.goto(`${app.url}/inbox`);
    }
    await close();
  });
});
