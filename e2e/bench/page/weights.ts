import type { Browser } from 'playwright';
import { gzipSync } from 'node:zlib';

/** A page has loaded once no request was made for this long. Idle prefetches come one after the other. */
const quietMs = 2_000;

/**
 * The scripts and styles that a route loads, in bytes of gzip: those its HTML names, which are needed for the first paint,
 * and all that is fetched until no more requests are made; and the part of these that the first page does not load.
 */
type PageWeight = { path: string; untilDrawn: number; bytes: number; beyondFirst: number };

/** Loads every path with empty caches. The first path is the start page. */
export async function measureWeights(
  browser: Browser,
  origin: string,
  paths: readonly string[],
): Promise<PageWeight[]> {
  const weights: PageWeight[] = [];
  let first: ReadonlyMap<string, number> | undefined;
  for (const path of paths) {
    const { html, parts } = await partsOf(browser, origin + path);
    first ??= parts;
    const known = first;
    const all = [...parts];
    weights.push({
      path,
      untilDrawn: sumOf(all.filter(([url]) => html.includes(new URL(url).pathname))),
      bytes: sumOf(all),
      beyondFirst: sumOf(all.filter(([url]) => !known.has(url))),
    });
  }
  return weights;
}

type PageParts = { html: string; parts: ReadonlyMap<string, number> };

/** The HTML of an address, and every script and style that it loads, with its size. */
async function partsOf(browser: Browser, url: string): Promise<PageParts> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const sizes = new Map<string, Promise<number>>();
  let lastAt = performance.now();
  page.on('response', (response) => {
    lastAt = performance.now();
    const type = response.request().resourceType();
    if (type !== 'script' && type !== 'stylesheet') return;
    sizes.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    );
  });
  const answer = await page.goto(url);
  while (performance.now() - lastAt < quietMs) await page.waitForTimeout(quietMs / 10);
  const entries = await Promise.all([...sizes].map(async ([part, size]) => [part, await size] as const));
  const html = (await answer?.text()) ?? '';
  await context.close();
  return { html, parts: new Map(entries) };
}

function sumOf(parts: readonly (readonly [string, number])[]): number {
  return parts.reduce((sum, [, bytes]) => sum + bytes, 0);
}
