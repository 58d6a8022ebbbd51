import { z } from 'zod';
import type { RequestName } from '../../contract.ts';
import type { Effect } from '../../contract/define.ts';
import type { Ask } from './ask.ts';
import { effectsOf } from './effects.ts';
import type { ToolTier } from './tiers.ts';

/** What a call of a tool works with. */
export type ToolCall = {
  /** Asks under the signal of the call, so that a cancelled call ends. */
  ask: Ask;
  signal: AbortSignal;
  /** Tells the client how far a long call is. */
  progress(message: string, done?: { current: number; total: number }): void;
  /** The key under which a repeated call changes nothing more. */
  idempotencyKey: string | undefined;
};

/** What a change would do: the dry run of the request, or a description. */
export type Preview = { summary: string; preview: object };

export type Tool = {
  name: string;
  title: string;
  description: string;
  tier: ToolTier;
  /** The requests that the tool sends; who may not send all of them is not offered the tool. */
  requests: readonly RequestName[];
  effects: readonly Effect[];
  input: z.ZodObject;
  /** The structured result. */
  output: z.ZodType;
} & (
  | { read(input: Record<string, unknown>, call: ToolCall): Promise<ToolResult> }
  | {
      preview(input: Record<string, unknown>, call: ToolCall): Promise<Preview>;
      apply(input: Record<string, unknown>, call: ToolCall): Promise<object>;
    }
);

/** A structured result; `text` replaces it as text for the model. */
export type ToolResult = { structured: object; text?: string };

type Naming = Pick<Tool, 'name' | 'title' | 'description' | 'tier' | 'requests'>;

/** A tool that only reads. */
export function readTool<In extends z.ZodObject, Out extends z.ZodType<object>>(
  tool: Naming & { input: In; output: Out; read(input: z.output<In>, call: ToolCall): Promise<ToolResult> },
): Tool {
  const { read } = tool;
  return {
    ...tool,
    effects: tool.requests.flatMap(effectsOf),
    read: (input, call) => read(input as z.output<In>, call),
  };
}

/** A tool that changes something. `result` describes what it answers when it was done. */
export function changeTool<In extends z.ZodObject, Out extends z.ZodType<object>>(
  tool: Naming & {
    input: In;
    result: Out;
    preview(input: z.output<In>, call: ToolCall): Promise<Preview>;
    apply(input: z.output<In>, call: ToolCall): Promise<object>;
  },
): Tool {
  const { preview, apply, result, ...naming } = tool;
  return {
    ...naming,
    effects: tool.requests.flatMap(effectsOf),
    output: changeOutput(result),
    preview: (input, call) => preview(input as z.output<In>, call),
    apply: (input, call) => apply(input as z.output<In>, call),
  };
}

/** The structured result of every tool that changes something. */
export function changeOutput(result: z.ZodType<object>) {
  return z.object({
    status: z
      .enum(['preview', 'done', 'pending_approval'])
      .describe('preview: nothing has changed. pending_approval: a person has to approve it first'),
    summary: z.string().optional(),
    preview: z.looseObject({}).optional().describe('What would be done'),
    result: result.optional(),
    approval_id: z.string().optional(),
    expires_at: z.string().optional(),
  });
}
