import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { shell, sidebar } from '../../contract/shell.ts';

export const clientRequests = requests({
  health: {
    http: 'GET /health',
    summary: 'Whether the bridge answers, and which protocol it speaks.',
    effect: { safety: 'read' },
    scope: 'none',
    open: true,
    input: z.object({}),
    output: z.object({ status: z.literal('ok'), service: z.literal('posthorn'), protocol_version: z.int() }),
  },
  shell: {
    http: 'GET /client/shell',
    summary: 'What surrounds every page: account and sync labels, and the sidebar with its counts.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({}),
    output: z.object({ shell, sidebar }),
  },
});
