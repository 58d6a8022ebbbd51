import { z } from 'zod';
import { llmFeatures } from '../../config/schema/llm.ts';
import { configErrors } from '../../contract/config-errors.ts';
import { requests } from '../../contract/define.ts';
import { count, text } from '../../contract/fields.ts';
import { modelErrors } from '../../contract/model-errors.ts';

const baseUrl = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .meta({ examples: ['http://127.0.0.1:11434/v1'], description: 'Address of an OpenAI-style server' });
const modelName = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .meta({ examples: ['qwen3:4b-instruct'] });
const keyVariable = z
  .string()
  .trim()
  .max(200)
  .meta({
    examples: ['OPENAI_API_KEY'],
    description: 'Name of the environment variable that holds the key; empty sends none',
  });
const contextWindow = z.int().min(1).max(10_000_000).describe('Tokens the model can take in');
const requestTimeout = z.int().min(1).max(86_400);

const override = z
  .object({
    enabled: z.boolean().nullable().optional(),
    base_url: baseUrl.nullable().optional(),
    model: modelName.nullable().optional(),
    api_key_env: keyVariable.nullable().optional(),
    context_window: contextWindow.nullable().optional(),
    request_timeout_secs: requestTimeout.nullable().optional(),
    allow_cloud_relationship_data: z.boolean().nullable().optional(),
  })
  .meta({ id: 'LlmOverrideData', description: 'Settings of one task; what is left out or null is as in general' });

const overrides = z
  .partialRecord(z.enum(llmFeatures), override.nullable())
  .meta({ id: 'LlmOverridesData', description: 'By task' });

const config = z
  .object({
    enabled: z.boolean(),
    base_url: text('http://127.0.0.1:11434/v1'),
    model: text('qwen3:4b-instruct'),
    api_key_env: text('OPENAI_API_KEY', 'Name of the variable, never the key'),
    context_window: count,
    request_timeout_secs: count,
    allow_cloud_relationship_data: z.boolean(),
    gist_concurrency: count,
    list_gists: z.boolean().describe('Whether gists are written, and shown in lists'),
    overrides,
  })
  .meta({ id: 'LlmConfigData' });

const featureStatus = z
  .object({
    feature: z.enum(llmFeatures),
    enabled: z.boolean(),
    model: text('qwen3:4b-instruct'),
    host: text('127.0.0.1:11434'),
    local: z
      .boolean()
      .nullable()
      .describe('Whether its server is this computer; null for a name, which is judged when it is connected to'),
    relationship_data: z.boolean().describe('Whether what is known about people is part of its requests'),
    allowed: z.boolean().describe('Whether requests are made'),
    why: text('Stays on this computer.'),
  })
  .meta({ id: 'LlmFeatureStatus' });

const status = z
  .object({
    enabled: z.boolean(),
    provider: text('openai_compatible'),
    base_url: text('http://127.0.0.1:11434/v1').nullable(),
    configured_model: text('qwen3:4b-instruct'),
    model: text('qwen3:4b-instruct'),
    api_key_env: text('OPENAI_API_KEY').nullable(),
    api_key_present: z.boolean().describe('Whether that variable is set. The key itself is never told'),
    context_window: count,
    request_timeout_secs: count,
    supports_streaming: z.boolean(),
    features: z.array(featureStatus),
  })
  .meta({ id: 'LlmStatusSnapshot' });

export const llmRequests = requests(
  'The language model that may help with mail. None is used until the user sets one up.',
  {
    config: {
      http: 'GET /platform/llm/config',
      summary: 'The settings of the language model, without secrets.',
      effect: { safety: 'read' },
      scope: 'none',
      input: z.object({}),
      output: z.object({ config }),
    },
    saveConfig: {
      http: 'POST /platform/llm/config',
      summary:
        'Changes the settings in config.toml, in force at once. A running request finishes with the earlier ones.',
      effect: { safety: 'mutate' },
      scope: 'none',
      people: true,
      // Writing the file is not part of a transaction.
      awaits: true,
      activity: { action: 'llm.save_config', tier: 'important', recordedFields: ['enabled'] },
      input: z.object({
        enabled: z.boolean(),
        base_url: baseUrl,
        model: modelName,
        api_key_env: keyVariable,
        context_window: contextWindow,
        request_timeout_secs: requestTimeout,
        allow_cloud_relationship_data: z
          .boolean()
          .default(false)
          .describe('Whether what is known about people may go to another computer; left out, it may not'),
        gist_concurrency: z.int().min(1).max(8).optional().describe('Left out, it stays'),
        overrides: overrides.nullable().optional().describe('Left out, they stay'),
      }),
      output: z.object({ config }),
      errors: {
        invalid_setting: ['invalid', 'A value is not what the setting has to be, or does not go with others.'],
        ...configErrors,
      },
    },
    status: {
      http: 'GET /platform/llm/status',
      summary: 'Which model each task uses, where it is, and whether it may be asked. Contacts no one.',
      effect: { safety: 'read' },
      scope: 'none',
      input: z.object({}),
      output: z.object({ status }),
    },
    detect: {
      http: 'POST /platform/llm/detect',
      summary:
        'Looks for servers of models on this computer: Ollama, LM Studio and llama.cpp. Sends no mail and no key.',
      effect: { safety: 'fetch' },
      scope: 'none',
      people: true,
      awaits: true,
      input: z.object({}),
      output: z.object({
        servers: z.array(
          z
            .object({
              name: text('Ollama'),
              base_url: text('http://127.0.0.1:11434/v1'),
              models: z.array(text('qwen3:4b-instruct')),
            })
            .meta({ id: 'LlmServer' }),
        ),
      }),
    },
    test: {
      http: 'POST /platform/llm/test',
      summary:
        'Asks a model for one word, to see whether it answers. Sends no mail. Left out fields are as in the settings.',
      effect: { safety: 'egress' },
      scope: 'none',
      people: true,
      awaits: true,
      input: z.object({
        base_url: baseUrl.optional(),
        model: modelName.optional(),
        api_key_env: keyVariable.optional(),
        request_timeout_secs: requestTimeout.optional(),
      }),
      output: z.object({
        ok: z.literal(true),
        model: text('qwen3:4b-instruct'),
        host: text('127.0.0.1:11434'),
        took_ms: count,
      }),
      errors: modelErrors,
    },
  },
);
