import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { formatAttribute } from '../../../daemon/mail/html/escape.ts';
import { safeHtml } from '../../../daemon/mail/html/safe-html.ts';
import { waitLimitMs } from '../../../daemon/test-until.ts';
import { frameDocument, frameRights, messageMarkup } from '../../../web/data/message-frame/frame-document.ts';
import { sampleOf } from '../../runner/tier.ts';
import { corpusFile, corpusMissing } from '../../corpus.ts';
import { launchBrowser, skip as noBrowser } from '../browser.ts';

type Sample = { name: string; html: string };

/** Two collections of payloads against sanitisers. */
function payloads(): Sample[] {
  const read = (path: string) => JSON.parse(readFileSync(corpusFile(path), 'utf8')) as Record<string, string>[];
  const purify = read('html-security/dompurify-expect.json').map(({ payload }, at) => ({
    name: `dompurify ${at}`,
    html: payload,
  }));
  const h5sc = read('html-security-h5sc/h5sc.json').map(({ html, id }) => ({ name: `h5sc ${id}`, html }));
  return [...purify, ...h5sc].filter((sample): sample is Sample => sample.html !== undefined);
}

/** HTML of real mail. */
function realMessages(): Sample[] {
  const names = globSync('html-mail/**/*.html', { cwd: corpusFile('') }).toSorted();
  return names.map((name) => ({ name, html: readFileSync(corpusFile(name), 'utf8') }));
}

const look = { layout: 'text', face: 'page', shade: 'light' } as const;

/** As in the reader: without scripts or network. */
const sandboxedFrame = ({ name, html }: Sample) =>
  `<iframe${formatAttribute('title', name)} sandbox="${frameRights}"${formatAttribute('srcdoc', frameDocument(messageMarkup(html), { look }))}></iframe>`;

const alarmScript = `<script>for (const name of ['alert', 'confirm', 'prompt', 'print', 'open', 'write']) window[name] = () => parent.ran.push(frameElement.title)</script>`;

/** The cleaned HTML without any other protection. */
const unprotectedFrame = ({ name, html }: Sample) =>
  `<iframe${formatAttribute('title', name)}${formatAttribute('srcdoc', `<!doctype html><head>${alarmScript}</head><body>${html}`)}></iframe>`;

/**
 * Runs in the page of unprotected frames: hovers and focuses every element, and returns what runs or would run, by the
 * names of the frames.
 */
const findingsExpression = `[...document.querySelectorAll('iframe')].flatMap(({ title, contentDocument }) => {
  const faults = [];
  for (const element of contentDocument.body.querySelectorAll('*')) {
    for (const type of ['mouseover', 'mouseenter', 'focus', 'focusin', 'pointermove', 'toggle', 'animationstart', 'error'])
      element.dispatchEvent(new Event(type, { bubbles: true }));
    if (!(element instanceof contentDocument.defaultView.HTMLElement)) faults.push(element.namespaceURI);
    if (/^(script|iframe|frame|object|embed|applet|form|input|button|select|textarea|link|meta|base|audio|video|source|template|noscript|portal)$/i.test(element.localName))
      faults.push(element.localName);
    for (const { name, value } of element.attributes) {
      const runs = /^on|^(srcdoc|action|formaction|ping|background|poster|srcset|is|xlink:href|data|code)$/i.test(name);
      const isSafe = name === 'href' ? /^(https?:\\/\\/|mailto:|tel:|#)/.test(value) : name !== 'src' || /^data:image\\/(?!svg)/.test(value);
      if (runs || !isSafe || (name === 'style' && /url\\(|\\\\|expression|@/i.test(value))) faults.push(name + '=' + value.slice(0, 80));
    }
  }
  return faults.map((fault) => title + ': ' + fault);
}).concat(ran.map((title) => title + ': ran a script'))`;

/** A server with only the given page, and a list of all requests beyond it. */
async function startHtmlSink(browser: Browser) {
  const troubles: string[] = [];
  let page = '';
  const server = createServer(({ url = '' }, answer) => {
    if (url !== '/page') troubles.push(`asked for ${url}`);
    answer.setHeader('content-type', 'text/html; charset=utf-8').end(url === '/page' ? page : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const context = await browser.newContext();
  context.setDefaultTimeout(waitLimitMs);
  await context.route(
    (url) => url.origin !== origin,
    (route) => {
      troubles.push(`request to ${route.request().url()}`);
      return route.abort();
    },
  );
  context.on('dialog', (dialog) => {
    troubles.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('console', (message) => troubles.push(`console: ${message.text()}`));
  context.on('weberror', (error) => troubles.push(`uncaught: ${error.error().message}`));
  const tab = await context.newPage();
  tab.on('popup', () => troubles.push('a window'));
  tab.on('websocket', (socket) => troubles.push(`socket to ${socket.url()}`));
  return {
    tab,
    /** Loads a page of these frames and returns what they tried to do. */
    async load(frames: string[]): Promise<string[]> {
      page = `<!doctype html><link rel="icon" href="data:,"><script>var ran = []</script>${frames.join('\n')}`;
      troubles.length = 0;
      await tab.goto(`${origin}/page`);
      return [...troubles];
    },
    troubles,
    async stop() {
      await context.close();
      server.close();
    },
  };
}

const batchSize = 60;

function inBatches<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / batchSize) }, (_, at) =>
    all.slice(at * batchSize, (at + 1) * batchSize),
  );
}

/** A part of the real mail. All payloads are tried in every run, without the frame's protection. */
const sampled = (messages: Sample[]) => sampleOf(messages, { few: 6, some: 4 });

const cleaned = ({ name, html }: Sample): Sample => ({ name, html: safeHtml(html).html });

test('cleaning a payload or a message a second time changes nothing', { skip: corpusMissing() }, () => {
  for (const sample of [...payloads(), ...realMessages()]) {
    const once = cleaned(sample);
    assert.equal(cleaned(once).html === once.html, true, sample.name);
  }
});

suite('hostile HTML in a browser', { skip: noBrowser || corpusMissing() }, () => {
  let browser: Browser;
  let sink: Awaited<ReturnType<typeof startHtmlSink>>;
  before(async () => {
    browser = await launchBrowser({ sharesProcess: true });
    sink = await startHtmlSink(browser);
  });
  after(async () => {
    await sink?.stop();
    await browser?.close();
  });

  for (const [what, samples, atLeast] of [
    ['payload', payloads, 297],
    ['message', realMessages, 345],
  ] as const) {
    test(`no ${what} loads or runs anything in the frame of the reader`, async () => {
      const all = samples();
      assert.ok(all.length >= atLeast, `${all.length}`);
      // A part is enough: more of them are shown without the frame's protection below.
      const some =
        what === 'message' ? sampled(all.filter((_, at) => at % 4 === 0)) : sampleOf(all, { few: 3, some: 2 });
      for (const batch of inBatches(some.map(cleaned)))
        assert.deepEqual(await sink.load(batch.map(sandboxedFrame)), []);
    });

    test(`no cleaned ${what} loads or runs anything, even without any other protection`, async () => {
      const some = what === 'message' ? sampled(samples().filter((_, at) => at % 2 === 1)) : samples();
      for (const batch of inBatches(some.map(cleaned))) {
        const troubles = await sink.load(batch.map(unprotectedFrame));
        assert.deepEqual(await sink.tab.evaluate(findingsExpression), []);
        assert.deepEqual(troubles, []);
      }
    });
  }

  test('the same payloads do run and load without cleaning', async () => {
    const raw = payloads().filter(({ html }) => /<img[^>]* onerror=.?alert\(/.test(html));
    await sink.load(raw.slice(0, 20).map(unprotectedFrame));
    assert.ok(
      (await sink.tab.evaluate<string[]>(findingsExpression)).some((finding) => finding.endsWith('ran a script')),
    );
    assert.notDeepEqual(
      await sink.load([unprotectedFrame({ name: 'planted', html: '<img src="//tracker.example/a">' })]),
      [],
    );
  });
});

suite('the message frame', { skip: noBrowser }, () => {
  let browser: Browser;
  let sink: Awaited<ReturnType<typeof startHtmlSink>>;
  before(async () => {
    browser = await launchBrowser();
    sink = await startHtmlSink(browser);
  });
  after(async () => {
    await sink?.stop();
    await browser?.close();
  });

  async function show(html: string, inline?: (reference: string) => string | undefined) {
    assert.deepEqual(await sink.load([sandboxedFrame({ name: 'message', html: safeHtml(html, inline).html })]), []);
    return frameIn(sink.tab);
  }

  test('an embedded image is visible', async () => {
    const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';
    const frame = await show('<img src="cid:dot@x">', () => dot);
    assert.equal(await frame.evaluate('document.images[0].naturalWidth'), 1);
  });

  test('a deceptive link shows its target, whatever the styles of the message', async () => {
    const frame = await show(
      '<style>a::after, a:after, * { display: none !important; content: "" !important } a { font-size: 0; color: #fff }</style>' +
        '<div style="display: block !important"><a href="https://evil.example.net/">https://bank.example.com/</a></div>',
    );
    const shown = await frame.evaluate(
      `(({ content, display, fontSize }) => [content, display, fontSize])(getComputedStyle(document.querySelector('a'), '::after'))`,
    );
    assert.deepEqual(shown, [`" (evil.example.net)"`, 'inline', '12px']);
  });

  test('a link within the message stays within it', async () => {
    const frame = await show('<a href="#end">down</a><p style="height: 3000px"></p><p id="end">end</p>');
    await frame.click('a');
    await frame.waitForFunction('scrollY > 1000', undefined, { polling: 50 });
    assert.equal(frame.url(), 'about:srcdoc#mail-end');
    assert.deepEqual(sink.troubles, []);
  });
});

function frameIn(page: Page) {
  const frame = page.frames()[1];
  assert.ok(frame, 'the page has a frame');
  return frame;
}
