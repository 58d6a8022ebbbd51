import { keyText } from '../toml/keys.ts';
import { schemaNodeAt } from './schema.ts';

/** The tables whose direct keys agents and tools may change. Subtables and all other tables are reserved for users. */
const agentEditableTables = new Set([
  'appearance',
  'deliveries',
  'modes',
  'notifications.chimes',
  'search',
  'snooze',
  'ui',
]);

/** Whether agents and tools may change the setting at `path`. False for paths that are not settings. */
export function isAgentEditable(path: readonly string[]): boolean {
  return agentEditableTables.has(keyText(path.slice(0, -1))) && schemaNodeAt(path, {})?.kind === 'field';
}
