import { areAgentsPaused } from '../../config/agents-pause.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import type { Handlers } from '../../handler-types.ts';
import type { agentsRequests } from './contract.ts';

type AgentsDeps = { config: LiveConfig };

export function agentsHandlers({ config }: AgentsDeps): Handlers<typeof agentsRequests> {
  const state = () => ({ paused: areAgentsPaused(config) });
  return {
    get: state,
    pause({ paused }) {
      config.change('agents.paused', paused || undefined);
      return state();
    },
  };
}
