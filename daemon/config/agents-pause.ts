import type { ConfigSource } from './config-source.ts';

/**
 * Whether the owner has paused all agents and tools. An invalid value counts as paused: an owner who edits this setting wants to
 * stop agents.
 */
export function areAgentsPaused({ current, notes }: Pick<ConfigSource, 'current' | 'notes'>): boolean {
  return current.agents.paused || notes.some(({ severity, key }) => severity === 'error' && key === 'agents.paused');
}
