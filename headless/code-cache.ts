import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { instances, resolvePaths } from '../daemon/config/paths.ts';

/**
 * Caches the compiled code of modules that are loaded from now on. The cache is in the data folder, which only the owner
 * may write to, because it runs unchecked. Throws Failures of the paths.
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
    // The start itself reports problems with the folder; without the cache it only takes longer.
    return;
  }
  enableCompileCache(join(dataDir, 'code-cache'));
}
