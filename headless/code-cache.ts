import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { instances, resolvePaths } from '../daemon/config/paths.ts';

/**
 * Has what is loaded from now on compiled once and not at every start. It is kept in the data folder, which nobody else may
 * write to, for it is run unchecked. Throws Failures of the paths.
 */
export function enableCodeCache({
  isDemo = false,
  instance = instances.source,
}: { isDemo?: boolean; instance?: string } = {}): void {
  const { dataDir } = resolvePaths({
    env: process.env,
    platform: process.platform,
    home: homedir(),
    instance: isDemo ? instances.demo : instance,
  });
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch {
    // The start itself says what is wrong with the folder; without the cache it only takes longer.
    return;
  }
  enableCompileCache(join(dataDir, 'code-cache'));
}
