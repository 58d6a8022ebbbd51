import type { BrowserContext, Page } from 'playwright';

/** The errors on the pages of a context, for the test that uses it. */
export type PageErrors = {
  /** In order of occurrence; a list for each test. */
  all: string[];
  expectError: (trouble: RegExp) => void;
  reset: () => void;
};

/**
 * Records console errors and warnings, among them answers of 400 and above and policy violations, uncaught errors and
 * rejections, crashed pages, and requests and sockets to other origins than `origin`.
 */
export function watchPageErrors(context: BrowserContext, origin: string): PageErrors {
  let expected: RegExp[] = [];
  const isExpected = (trouble: string) => expected.some((each) => each.test(trouble));
  const troubles: PageErrors = {
    all: [],
    expectError(trouble) {
      expected.push(trouble);
      troubles.all.splice(0, Infinity, ...troubles.all.filter((each) => !isExpected(each)));
    },
    reset() {
      expected = [];
      troubles.all = [];
    },
  };
  const record = (trouble: string) => void (isExpected(trouble) || troubles.all.push(trouble));
  const isOurs = (address: string) => address.replace(/^ws/, 'http').startsWith(`${origin}/`);
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      record(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => record(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    if (!isOurs(request.url()) && !/^(data|blob|about):/.test(request.url())) record(`request to ${request.url()}`);
  });
  context.on('page', (page: Page) => {
    page.on('crash', () => record('the page crashed'));
    page.on('websocket', (socket) => void (isOurs(socket.url()) || record(`socket to ${socket.url()}`)));
  });
  return troubles;
}
