/**
 * `npm run bench -- app-start [--size 20000] [--pairs 5]`: the time from the start of the desktop app until its window shows
 * a list, with the list of the last time and without it. The app is the bundled one, in the stand-in for Electron; its window
 * is a page of Chromium, which is open before. `e2e/app/electron.test.ts` measures the same in Electron.
 */
import { parseArgs } from 'node:util';
import { launchBrowser } from '../web/browser.ts';
import { startAppRun, type AppStart } from './posthorn/app-start-run.ts';
import { copyHome, preparedHome } from './posthorn/prepared-home.ts';
import { maildirOf } from './mail/maildir.ts';
import { median, printFigures } from './report/table.ts';

const { values } = parseArgs({
  options: { size: { type: 'string', default: '20000' }, pairs: { type: 'string', default: '5' } },
});

const maildir = maildirOf('S', Number(values.size));
const home = copyHome(await preparedHome(maildir));
const browser = await launchBrowser();
const runs = { without: [] as AppStart[], with: [] as AppStart[] };
try {
  // The first start makes the list that the others show, and fills caches.
  await startAppRun(browser, home, { keepsList: true });
  for (let pair = 0; pair < Number(values.pairs); pair++) {
    runs.with.push(await startAppRun(browser, home, { keepsList: true }));
    runs.without.push(await startAppRun(browser, home, { keepsList: false }));
  }
} finally {
  await browser.close();
  home.remove();
}
const middle = (starts: readonly AppStart[], fact: keyof AppStart) => median(starts.map((each) => each[fact]));
printFigures(`Starting the app on ${maildir.count} messages, median of ${values.pairs}`, [
  { name: 'until a list, without the last one', unit: 'ms', value: middle(runs.without, 'firstListMs') },
  { name: 'until a list, with the last one', unit: 'ms', value: middle(runs.with, 'firstListMs') },
  { name: 'until the list of the page, without the last one', unit: 'ms', value: middle(runs.without, 'pageListMs') },
  { name: 'until the list of the page, with the last one', unit: 'ms', value: middle(runs.with, 'pageListMs') },
]);
