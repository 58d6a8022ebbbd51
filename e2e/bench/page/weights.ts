import type { Browser } from 'playwright';
import { gzipSync } from 'node:zlib';

/** A page has loaded once nothing has come for so long. What is fetched in quiet moments comes one after the other. */
const quietMs = 2_000;

/**
 * What a route loads of scripts and styles, in bytes as gzip sends them: what its HTML names, without which nothing is drawn,
 * and all that is fetched by itself until nothing more comes; and how much of that the first page has not already.
 */
export type PageWeight = { path: string; untilDrawn: number; bytes: number; beyondFirst: number };

/** Loads every path as if for the first time. The first one is the page that people start on. */
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

/** The HTML of an address, and every script and style that it has the browser load, with its size. */
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
