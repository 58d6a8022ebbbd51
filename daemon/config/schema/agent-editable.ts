import { keyText } from '../toml/keys.ts';
import { schemaNodeAt } from './schema.ts';

/** The tables whose own keys agents and tools may change. Tables within them, and all the rest, are for people alone. */
const agentEditableTables = new Set([
  'appearance',
  'deliveries',
  'modes',
  'notifications.chimes',
  'search',
  'snooze',
  'ui',
]);

/** Whether agents and tools may change the setting at `path`. What is no setting is closed to them. */
export function isAgentEditable(path: readonly string[]): boolean {
  return agentEditableTables.has(keyText(path.slice(0, -1))) && schemaNodeAt(path, {})?.kind === 'field';
}
