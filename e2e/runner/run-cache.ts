import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Set in the processes of a run of tests: a folder that is removed after it. */
const folderVariable = 'POSTHORN_TESTS_CACHE';

/** The environment in which the processes of a run share what `oncePerRun` makes, in a folder that exists no longer than the run. */
export function runCacheEnv(folder: string): NodeJS.ProcessEnv {
  mkdirSync(folder, { recursive: true });
  return { [folderVariable]: folder };
}

/** A JSON value that every process of a run would make alike: the first makes it, and the others read it. */
export function oncePerRun<Value>(name: string, make: () => Value): Value {
  const folder = process.env[folderVariable];
  if (folder === undefined) return make();
  const file = join(folder, `${name}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Value;
  const value = make();
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(value));
  renameSync(unfinished, file);
  return value;
}
