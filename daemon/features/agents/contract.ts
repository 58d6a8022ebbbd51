import { z } from 'zod';
import { configErrors } from '../../contract/config-errors.ts';
import { requests } from '../../contract/define.ts';

const agentsState = z
  .object({ paused: z.boolean().describe('Whether every request of an agent or a tool is refused') })
  .meta({ id: 'AgentsState', description: 'Whether agents and tools may ask for anything at all' });

export const agentsRequests = requests('Agents and tools as a whole.', {
  get: {
    http: 'GET /platform/agents',
    summary: 'Whether all agents and tools are paused.',
    effect: { safety: 'read' },
    scope: 'none',
    input: z.object({}),
    output: agentsState,
  },
  pause: {
    http: 'POST /platform/agents/pause',
    summary:
      'Pauses all agents and tools, or resumes them. While they are paused, every request of them is refused, and nothing that they scheduled is sent. It stays so after a restart.',
    // It changes no mail, and the owner can stop agents under `restricted`, too.
    effect: { safety: 'operate' },
    scope: 'none',
    people: true,
    // Writing the file is not part of a transaction.
    awaits: true,
    activity: { tier: 'important', recordedFields: ['paused'] },
    input: z.object({ paused: z.boolean().meta({ description: 'False resumes them', examples: [true] }) }),
    output: agentsState,
    errors: configErrors,
  },
});
