import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realMail, realVersion } from './real.ts';
import { syntheticMail, syntheticVersion, type SyntheticMail } from './synthetic.ts';

/** `S` is synthetic mail; `R` is the mailing-list mail of the corpus, repeated. */
type MailSet = 'S' | 'R';

export type Maildir = {
  /** A short name, as `S20` for 20,000 synthetic messages. */
  name: string;
  path: string;
  count: number;
  /** The total size of the files. */
  bytes: number;
};

/** The cache of benchmark data that is slow to make; it may be deleted at any time. */
export const cacheFolder = join(tmpdir(), 'posthorn-bench');

/** A Maildir of that many messages: the one of an earlier run, or a new one. */
export function maildirOf(set: MailSet, count: number): Maildir {
  const name = `${set}${count % 1000 === 0 ? count / 1000 : `-${count}`}`;
  const folder = join(cacheFolder, `${name}-v${set === 'S' ? syntheticVersion : realVersion}`);
  if (!existsSync(folder)) write(folder, name, set === 'S' ? syntheticMail(count) : realMail(count));
  const facts = JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8')) as Pick<Maildir, 'count' | 'bytes'>;
  return { name, path: join(folder, 'mail'), ...facts };
}

/** Written under a temporary name first, so that an interrupted run leaves nothing that seems complete. */
function write(folder: string, name: string, mail: Iterable<SyntheticMail>): void {
  console.log(`Writing ${name} into ${folder} …`);
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(partial, 'mail', part), { recursive: true });
  let [count, bytes] = [0, 0];
  for (const message of mail) {
    const file = join(partial, 'mail', 'cur', `${message.at}.${count}.bench:2,${message.flags}`);
    writeFileSync(file, message.bytes);
    utimesSync(file, message.at, message.at);
    count++;
    bytes += message.bytes.length;
  }
  writeFileSync(join(partial, 'facts.json'), JSON.stringify({ count, bytes }));
  renameSync(partial, folder);
}

/** Reads every file once, so that all measured programs find the files in the page cache. */
export function warm({ path }: Maildir): void {
  for (const file of readdirSync(join(path, 'cur'))) readFileSync(join(path, 'cur', file));
}
