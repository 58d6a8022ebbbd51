import type { Browser } from 'playwright';
import { gzipSync } from 'node:zlib';

/** What a route loads of scripts and styles: bytes as gzip sends them, and how much of it the first page has already. */
export type Weight = { path: string; bytes: number; beyondFirst: number };

/** Loads every path as if for the first time. The first one is the page that people start on. */
export async function weigh(browser: Browser, origin: string, paths: readonly string[]): Promise<Weight[]> {
  const weights: Weight[] = [];
  let first: ReadonlyMap<string, number> | undefined;
  for (const path of paths) {
    const parts = await partsOf(browser, origin + path);
    first ??= parts;
    const known = first;
    const own = [...parts].filter(([url]) => !known.has(url));
    weights.push({ path, bytes: sumOf([...parts]), beyondFirst: sumOf(own) });
  }
  return weights;
}

/** Every script and style that an address has the browser load, with its size. */
async function partsOf(browser: Browser, url: string): Promise<ReadonlyMap<string, number>> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    const type = response.request().resourceType();
    if (type !== 'script' && type !== 'stylesheet') return;
    sizes.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    );
  });
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  const entries = await Promise.all([...sizes].map(async ([part, size]) => [part, await size] as const));
  await context.close();
  return new Map(entries);
}

function sumOf(parts: readonly (readonly [string, number])[]): number {
  return parts.reduce((sum, [, bytes]) => sum + bytes, 0);
}
