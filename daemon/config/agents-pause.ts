import type { ConfigSource } from './config-source.ts';

/** Whether the owner has paused all agents and tools. A switch with a mistake is on: nobody mistypes it to let agents go on. */
export function areAgentsPaused({ current, notes }: Pick<ConfigSource, 'current' | 'notes'>): boolean {
  return current.agents.paused || notes.some(({ severity, key }) => severity === 'error' && key === 'agents.paused');
}
