import type { Tool as ToolDescription, ToolAnnotations } from '@modelcontextprotocol/server';
import { maxReasonChars } from '../../contract/approval.ts';
import { standaloneInput, standaloneOutput, type JsonSchema } from '../../contract/json-schema.ts';
import { strongestOf } from './effects.ts';
import type { Tool } from './tool.ts';

const described = new WeakMap<Tool, ToolDescription>();

/** A tool as `tools/list` describes it. */
export function describeTool(tool: Tool): ToolDescription {
  const known = described.get(tool) ?? describe(tool);
  described.set(tool, known);
  return known;
}

function describe(tool: Tool): ToolDescription {
  const changes = !('read' in tool);
  const { name, title, description } = tool;
  const input = standaloneInput(tool.input);
  return {
    name,
    title,
    description: changes ? `${description} Changes nothing without confirm=true.` : description,
    inputSchema: objectSchema(changes ? withConfirmation(input) : input),
    outputSchema: objectSchema(standaloneOutput(tool.output)),
    annotations: annotationsOf(tool),
  };
}

function withConfirmation(schema: JsonSchema): JsonSchema {
  return {
    ...schema,
    properties: {
      ...(schema.properties as object),
      confirm: {
        type: 'boolean',
        default: false,
        description: 'true makes the change. Anything else answers with a preview and changes nothing',
      },
      reason: {
        type: 'string',
        maxLength: maxReasonChars,
        description: 'Why you do this, in one sentence. The person reads it if they have to approve it',
      },
      idempotency_key: {
        type: 'string',
        maxLength: 255,
        description: 'A key of your own, such as a UUID: a repeated call with it changes nothing more',
      },
    },
  };
}

function objectSchema(schema: JsonSchema): JsonSchema & { type: 'object' } {
  return { ...(portable(schema) as JsonSchema), type: 'object' };
}

/** Some clients refuse `additionalProperties: {}`, and all know `true`. */
function portable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(portable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [
    key,
    key === 'additionalProperties' && isEmptyObject(value) ? true : portable(value),
  ]);
  return Object.fromEntries(entries);
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** What the effect of a tool means to a client (Model Context Protocol, tool annotations). */
function annotationsOf({ title, effects }: Tool): ToolAnnotations {
  const strongest = strongestOf(effects);
  return {
    title,
    readOnlyHint: strongest === 'read',
    destructiveHint: strongest === 'destroy' || strongest === 'send' || strongest === 'operate',
    idempotentHint: strongest === 'read' || strongest === 'destroy' || strongest === 'fetch',
    openWorldHint: ['fetch', 'egress', 'send'].includes(strongest),
  };
}
