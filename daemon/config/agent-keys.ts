import { keyText } from './keys.ts';
import { nodeAt } from './schema.ts';

/** The tables whose own keys agents and tools may change. Tables within them, and all the rest, are for people alone. */
const openTables = new Set(['appearance', 'deliveries', 'modes', 'notifications.chimes', 'search', 'snooze', 'ui']);

/** Whether agents and tools may change the setting at `path`. What is no setting is closed to them. */
export function isOpenToAgents(path: readonly string[]): boolean {
  return openTables.has(keyText(path.slice(0, -1))) && nodeAt(path, {})?.is === 'field';
}
