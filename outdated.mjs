// Whether the build is older than its sources. Like run.mjs: plain JavaScript, no dependencies, also for old Nodes.
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changedAt } from './install.mjs';

const root = dirname(fileURLToPath(import.meta.url));

export function isPageOutdated() {
  const made = ['index.html', 'viewer/viewer.js', 'viewer/viewer.css'].map((name) => `web/dist/${name}`);
  return isOlder(made, [...filesUnder('web'), ...filesUnder('daemon').filter(isContract)]);
}

export function isBundleOutdated() {
  const made = [
    'headless.cjs',
    'posthorn.cjs',
    'main.cjs',
    'utility.cjs',
    'worker-host.cjs',
    'preload.cjs',
    'licences.txt',
  ].map((name) => `dist/bundle/${name}`);
  const folders = ['daemon', 'bridge', 'headless', 'electron', 'resources/locales'];
  return isOlder(made, ['headless.ts', 'bundle.mjs', 'licences.mjs', ...folders.flatMap(filesUnder)]);
}

function isOlder(made, sources) {
  const built = Math.min(...made.map((path) => changedAt(join(root, path))));
  return ['package-lock.json', ...sources].some((path) => changedAt(join(root, path)) > built);
}

/** The page's map of names and addresses is generated from the request table. */
function isContract(path) {
  return basename(path) === 'contract.ts' || path.startsWith('daemon/contract/');
}

function filesUnder(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
    return entry.name === 'dist' || path === 'electron/fake' ? [] : filesUnder(path);
  });
}
