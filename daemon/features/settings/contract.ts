import { z } from 'zod';
import { isAgentEditable } from '../../config/schema/agent-editable.ts';
import { keyPath } from '../../config/toml/keys.ts';
import { configErrors, demoErrors } from '../../contract/config-errors.ts';
import { requests } from '../../contract/define.ts';
import { configNote, etag, ifMatch, text } from '../../contract/fields.ts';

const settingValue = z.union(
  [z.string().max(10_000), z.number(), z.boolean(), z.array(z.string().max(1_000)).max(1_000)],
  {
    error: 'must be text, a number, true or false, a list of texts, or null, which removes the key',
  },
);

const bridgePort = {
  key: 'bridge.port',
  only_with_type: null,
  type: 'whole',
  meaning: 'Its TCP port; 0 takes a free one.',
  is_required: false,
  default: 42829,
  otherwise: null,
  choices: null,
  range: { least: 0, most: 65_535 },
  expects: null,
  open_to_agents: false,
  in_effect: true,
};

const setting = z
  .object({
    key: z.string().describe('Dotted; `<key>` stands for a name that the owner chooses'),
    only_with_type: z.string().nullable().describe('The `type` of the table that has this key, where others have not'),
    type: z.enum(['text', 'path', 'flag', 'whole', 'decimal', 'choice', 'texts', 'choices']),
    meaning: z.string(),
    is_required: z.boolean(),
    default: settingValue.nullable().describe('Null where the key has none; `otherwise` then says what holds'),
    otherwise: z.string().nullable(),
    choices: z.array(z.string()).nullable(),
    range: z.object({ least: z.number(), most: z.number() }).nullable(),
    expects: z.string().nullable().describe('What a text has to be, in words that follow "must be"'),
    open_to_agents: z.boolean().describe('Whether agents and tools may change it'),
    in_effect: z
      .boolean()
      .describe('False where it is accepted and changes nothing, for what it is for does not exist yet'),
  })
  .meta({ id: 'Setting', description: 'What one key of config.toml may say', examples: [bridgePort] });

const settings = z
  .object({
    file: text('/home/ada/.config/posthorn/config.toml').nullable().describe('Told to the owner alone'),
    etag,
    trouble: text('config.toml is gone. Put it back.').nullable().describe('Why the file as it is now is not in force'),
    notes: z
      .array(configNote)
      .describe('What is wrong at single keys, and what holds instead; told to the owner alone'),
    values: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What is in force, as the tables of config.toml', examples: [{ bridge: { port: 42829 } }] }),
    explicit: z.array(text('bridge.port')).describe('The keys that the file sets'),
  })
  .meta({ id: 'Settings', description: 'The configuration in force' });

export const settingsRequests = requests('The settings: what config.toml may say, and what holds.', {
  schema: {
    http: 'GET /platform/settings/schema',
    summary: 'Every key of config.toml: what it means, what it may be, what holds without it.',
    effect: { safety: 'read' },
    scope: 'none',
    input: z.object({}),
    output: z.object({ settings: z.array(setting) }),
  },
  get: {
    http: 'GET /platform/settings',
    summary: 'The configuration in force, and what is wrong with its file. Secrets are not shown.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({}),
    output: settings,
  },
  change: {
    http: 'POST /platform/settings',
    summary: 'Changes one key in config.toml, in force at once. The rest of the file stays as it is, comments too.',
    effect: { safety: 'mutate' },
    ofPosthorn: true,
    scope: 'filtered',
    // Writing the file is not part of a transaction, and its listeners begin transactions of their own.
    awaits: true,
    people: ({ key }) => !isAgentEditable(keyPath(String(key)) ?? []),
    activity: { tier: 'important', recordedFields: ['key'] },
    input: z.object({
      key: z
        .string()
        .min(1)
        .max(500)
        .meta({ description: 'Dotted, as in `bridge.port`', examples: ['general.sync_interval'] }),
      value: settingValue
        .nullable()
        .meta({ description: 'Null removes the key, so that its default holds', examples: [120] }),
      if_match: ifMatch,
    }),
    output: settings,
    errors: {
      unknown_setting: ['invalid', 'No setting has that key.'],
      invalid_setting: ['invalid', 'The value is not what the setting has to be, or does not go with others.'],
      changed_meanwhile: ['stale', 'The file is another than the one that If-Match means.'],
      ...configErrors,
      ...demoErrors,
    },
  },
});
