import type { BrowserContext, Response } from 'playwright';
import { extent, takesSamples } from '../runner/tier.ts';
import { checkResponse } from '../contract/check-response.ts';

const base = '/api/v1';

/** So many answers with one status to one address are checked in each process of a run that takes samples. */
const sampledAnswers = 2;

/** How many answers this process has checked, by what `kindOf` returns. */
const checkedAnswers = new Map<string, number>();

/**
 * Checks the answers of the API to the pages of `context` against the document; `faults` lists the differences. Each answer is
 * read a second time for it, which takes a tenth of the time of a page test: `.ci/run` checks a sample, and `npm test` none.
 */
export function checkApiResponses(
  context: BrowserContext,
  origin: string,
): { faults: string[]; settled(): Promise<void> } {
  const faults: string[] = [];
  const underWay = new Set<Promise<void>>();
  const check = (response: Response) => {
    const { origin: from, pathname } = new URL(response.url());
    if (from !== origin || !pathname.startsWith(`${base}/`) || !isSampled(response, pathname)) return;
    const checking = responseError(response, pathname.slice(base.length))
      .then((fault) => void (fault !== undefined && faults.push(fault)))
      .finally(() => underWay.delete(checking));
    underWay.add(checking);
  };
  if (extent !== 'few') context.on('response', check);
  return { faults, settled: async () => void (await Promise.all(underWay)) };
}

function isSampled(response: Response, pathname: string): boolean {
  if (!takesSamples) return true;
  const kind = kindOf(response, pathname);
  const earlier = checkedAnswers.get(kind) ?? 0;
  checkedAnswers.set(kind, earlier + 1);
  return earlier < sampledAnswers;
}

/** The method, the status and the address without ids, which contain digits. */
function kindOf(response: Response, pathname: string): string {
  const address = pathname.replaceAll(/\/[^/]*\d[^/]*/g, '/*');
  return `${response.request().method()} ${response.status()} ${address}`;
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
