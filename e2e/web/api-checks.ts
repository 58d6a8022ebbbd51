import type { BrowserContext, Response } from 'playwright';
import { extent } from '../runner/tier.ts';
import { checkResponse } from '../contract/check-response.ts';

const base = '/api/v1';

/**
 * Checks every answer of the API to the pages of `context` against the document; `faults` lists the differences. `npm test`
 * leaves this to `.ci/run`, because each answer is read a second time for it.
 */
export function checkApiResponses(
  context: BrowserContext,
  origin: string,
): { faults: string[]; settled(): Promise<void> } {
  const faults: string[] = [];
  const underWay = new Set<Promise<void>>();
  const check = (response: Response) => {
    const { origin: from, pathname } = new URL(response.url());
    if (from !== origin || !pathname.startsWith(`${base}/`)) return;
    const checking = responseError(response, pathname.slice(base.length))
      .then((fault) => void (fault !== undefined && faults.push(fault)))
      .finally(() => underWay.delete(checking));
    underWay.add(checking);
  };
  if (extent !== 'few') context.on('response', check);
  return { faults, settled: async () => void (await Promise.all(underWay)) };
}

async function responseError(response: Response, path: string): Promise<string | undefined> {
  const method = response.request().method();
  if (method === 'OPTIONS' || response.status() === 101) return undefined;
  const text = await response.text().catch(() => undefined);
  // A page that navigates drops the answers it no longer needs, and so does the browser.
  if (text === undefined) return undefined;
  try {
    checkResponse({ method, path, status: response.status(), type: response.headers()['content-type'] ?? null, text });
    return undefined;
  } catch (fault) {
    return (fault as Error).message;
  }
}
