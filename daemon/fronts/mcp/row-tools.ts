import { z } from 'zod';
import { contractWithoutDemo, requestsByName, type RequestName } from '../../contract.ts';
import { isFile, isUpload, type Request } from '../../contract/define.ts';
import { isPendingApproval, type Ask } from './ask.ts';
import { changeOutput, type Tool, type ToolCall } from './tool.ts';
import { effectsOfRow, strongestOf } from './effects.ts';

/** Requests that answer with a path on this computer. Their content is a resource. */
const withPaths = ['attachments.open', 'attachments.download'];

let tools: readonly Tool[] | undefined;

/** One tool for each request that a program may send and that takes and answers JSON. */
export function rowTools(): readonly Tool[] {
  return (tools ??= [...requestsByName(contractWithoutDemo)].flatMap(([name, row]) =>
    isForTools(name, row) ? [rowTool(name as RequestName, row)] : [],
  ));
}

function isForTools(name: string, row: Request): boolean {
  const isJson = !isUpload(row.input) && !(isFile(row.output) && !row.output.json);
  return row.http !== undefined && row.people !== true && isJson && !withPaths.includes(name);
}

function rowTool(request: RequestName, row: Request): Tool {
  const [feature = '', key = ''] = request.split('.');
  const input = inputWithout(row.input, ['dry_run', 'answer', 'range']);
  const output = (isFile(row.output) ? row.output.json : row.output) ?? z.looseObject({});
  const effects = effectsOfRow(row);
  const answer = isFile(row.output) ? { answer: 'json' } : {};
  const tool = {
    name: `${feature}_${key}`.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
    title: titleOf(feature, key),
    description: row.summary,
    tier: 'all',
    requests: [request],
    effects,
    input,
  } as const;
  // A union is no object at its root, which older clients require.
  const isObject = output instanceof z.ZodObject;
  const wrap = (reply: object) => (isObject || isPendingApproval(reply) ? reply : { reply });
  const shape = isObject ? output : z.object({ reply: output });
  if (strongestOf(effects) === 'read')
    return {
      ...tool,
      output: shape,
      read: async (given, { ask }) => ({ structured: wrap(await askAny(ask, request, { ...given, ...answer })) }),
    };
  const hasDryRun = 'dry_run' in row.input.shape;
  return {
    ...tool,
    output: changeOutput(shape as z.ZodType<object>),
    async preview(given, call) {
      const summary = `Would send ${request}: ${row.summary}`;
      if (!hasDryRun) return { summary, preview: given };
      return { summary, preview: await send(given, { dry_run: true }, call) };
    },
    apply: (given, call) => send(given, hasDryRun ? { dry_run: false } : {}, call),
  };

  async function send(given: object, mode: object, { ask, idempotencyKey }: ToolCall): Promise<object> {
    return wrap(await askAny(ask, request, { ...given, ...answer, ...mode }, idempotencyKey));
  }
}

async function askAny(ask: Ask, request: RequestName, input: object, idempotencyKey?: string): Promise<object> {
  return await ask(request, input, { idempotencyKey });
}

/** What holds between several fields is checked by the request itself. */
function inputWithout({ shape }: z.ZodObject, names: readonly string[]): z.ZodObject {
  return z.object(Object.fromEntries(Object.entries(shape).filter(([name]) => !names.includes(name))));
}

function titleOf(feature: string, key: string): string {
  const words = `${feature} ${key}`.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
