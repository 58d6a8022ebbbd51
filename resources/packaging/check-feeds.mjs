/**
 * `node resources/packaging/check-feeds.mjs FOLDER`: each file that a feed of updates (latest*.yml) names is in the folder,
 * with the size and the hash that the feed states. Ends with an error otherwise, also if there is no feed.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [folder = 'dist/packages'] = process.argv.slice(2);

const feeds = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name));
const faults = feeds.flatMap((feed) =>
  faultsOf(readFileSync(join(folder, feed), 'utf8')).map((each) => `${feed}: ${each}`),
);
if (feeds.length === 0) faults.push(`There is no feed in ${folder}.`);
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length === 0) process.stdout.write(`${feeds.length} feeds name files that exist: ${feeds.join(', ')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** electron-builder writes one key in a line. */
function faultsOf(text) {
  const entries = text.split(/^\s*- (?=url:)/m).slice(1);
  if (entries.length === 0) return ['It names no file.'];
  const names = entries.map((entry) => valueOf(entry, 'url'));
  const path = valueOf(text, 'path');
  const unknown = path === undefined || names.includes(path) ? [] : [`Its path ${path} is none of its files.`];
  return [...entries.flatMap(faultsOfEntry), ...unknown];
}

function faultsOfEntry(entry) {
  const name = valueOf(entry, 'url') ?? '';
  if (!/^[\w.-]+$/.test(name)) return [`The name ${name} would change in an upload.`];
  const file = join(folder, name);
  if (!existsSync(file)) return [`${name} does not exist.`];
  const bytes = readFileSync(file);
  if (String(bytes.length) !== valueOf(entry, 'size')) return [`${name} has ${bytes.length} bytes.`];
  const hash = createHash('sha512').update(bytes).digest('base64');
  return hash === valueOf(entry, 'sha512') ? [] : [`${name} has another hash.`];
}

function valueOf(text, key) {
  return new RegExp(`^\\s*${key}: *['"]?([^'"\\n]*)['"]?$`, 'm').exec(text)?.[1];
}
