import { httpAddress, notEmpty, variableName } from './text-rules.ts';
import { flag, notInEffect, optionalTable, table, text, whole, type Field, type ValueOf } from './schema-nodes.ts';

/** The tasks of a language model; each of them may have its own model. */
export const llmFeatures = [
  'summarize',
  'relationship_summary',
  'commitments',
  'draft_assist',
  'draft_new',
  'draft_refine',
  'voice_match',
  'humanize_rewrite',
  'answer_coverage',
  'archive_ask',
  'decision_log',
  'briefing',
  'expert',
  'delivery_extraction',
] as const;
export type LlmFeature = (typeof llmFeatures)[number];

const settings = {
  enabled: flag(false, 'Whether a language model is used.'),
  base_url: text('http://127.0.0.1:11434/v1', 'Address of an OpenAI-style server.', {
    rule: httpAddress,
    redact: withoutCredentials,
  }),
  model: text('qwen3:4b-instruct', 'Name of the model.', { rule: notEmpty }),
  api_key_env: text('', 'Environment variable that holds the key; empty sends none.', { rule: variableName }),
  context_window: whole(8192, [256, 10_000_000], 'Tokens the model can take in.'),
  request_timeout_secs: whole(120, [1, 86_400], 'Seconds after which an answer is given up.'),
  allow_cloud_relationship_data: flag(false, 'Whether what is known about people may go to another machine.'),
  gist_concurrency: whole(1, [1, 8], 'How many one-line gists are written at once.'),
};

const override = optionalTable(
  'Settings for this feature; those left out are as in [llm].',
  // Gists are written of one feature only.
  withoutDefaults({ ...settings, gist_concurrency: notInEffect(settings.gist_concurrency) }),
);

export const llm = table('The language model.', {
  ...settings,
  list_gists: flag(
    false,
    'Whether the model writes one line about each new conversation and lists show it. Only a model on this computer does.',
  ),
  overrides: table('Other settings for one feature.', {
    ...forEveryFeature(override),
    // Nothing asks a model for these yet.
    archive_ask: notInEffect(override),
    decision_log: notInEffect(override),
  }),
});

/** `http://name:password@host/` is an address too, and so is `http:name:password@host`. */
export function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return address;
  const { protocol, username, password, host, pathname, search, hash } = new URL(address);
  return username || password ? `${protocol}//[set]@${host}${pathname}${search}${hash}` : address;
}

type WithoutDefaults<Fields> = { [Key in keyof Fields]: Field<ValueOf<Fields[Key]> | undefined> };

/** The same fields without defaults. */
function withoutDefaults<Fields extends Record<string, Field>>(fields: Fields): WithoutDefaults<Fields> {
  const entries = Object.entries(fields).map(([key, field]) => [
    key,
    { ...field, default: undefined, otherwise: 'as in [llm]' },
  ]);
  return Object.fromEntries(entries) as WithoutDefaults<Fields>;
}

function forEveryFeature<Value>(value: Value): Record<LlmFeature, Value> {
  return Object.fromEntries(llmFeatures.map((feature) => [feature, value])) as Record<LlmFeature, Value>;
}
