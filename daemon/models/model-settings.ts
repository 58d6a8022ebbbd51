import { isIP } from 'node:net';
import type { Config } from '../config/schema/schema.ts';
import { isLoopbackAddress } from '../outgoing/public-address.ts';
import { hostOf } from '../outgoing/web-address.ts';

/** The tasks that a model is used for. */
export const modelFeatures = [
  'summarize',
  'relationship_summary',
  'commitments',
  'draft_assist',
  'draft_new',
  'draft_refine',
  'voice_match',
  'humanize_rewrite',
  'answer_coverage',
  'briefing',
  'expert',
  'delivery_extraction',
] as const;
export type ModelFeature = (typeof modelFeatures)[number];

/** What is known about people goes to a model with these, so they stay on this computer unless the user allows more. */
const relationshipFeatures: ReadonlySet<ModelFeature> = new Set([
  'relationship_summary',
  'commitments',
  'voice_match',
  'answer_coverage',
  'briefing',
  'expert',
]);

/** The settings of one task: those of `[llm.overrides.<feature>]`, and those of `[llm]` for what is left out there. */
export type ModelSettings = {
  feature: ModelFeature;
  enabled: boolean;
  /** Without a slash at its end. */
  base_url: string;
  model: string;
  /** The name of an environment variable; empty for none. */
  api_key_env: string;
  /** In tokens. */
  context_window: number;
  request_timeout_secs: number;
  allow_cloud_relationship_data: boolean;
};

export function modelSettings(llm: Config['llm'], feature: ModelFeature): ModelSettings {
  const own = llm.overrides[feature] ?? {};
  return {
    feature,
    enabled: own.enabled ?? llm.enabled,
    base_url: (own.base_url ?? llm.base_url).replace(/\/+$/, ''),
    model: own.model ?? llm.model,
    api_key_env: own.api_key_env ?? llm.api_key_env,
    context_window: own.context_window ?? llm.context_window,
    request_timeout_secs: own.request_timeout_secs ?? llm.request_timeout_secs,
    allow_cloud_relationship_data: own.allow_cloud_relationship_data ?? llm.allow_cloud_relationship_data,
  };
}

export function hasRelationshipData(feature: ModelFeature): boolean {
  return relationshipFeatures.has(feature);
}

/** Whether a request of this task may leave this computer. */
export function mayLeave({ feature, allow_cloud_relationship_data }: ModelSettings): boolean {
  return allow_cloud_relationship_data || !hasRelationshipData(feature);
}

/**
 * Whether an address names this computer: `yes` for loopback addresses and `localhost`, `no` for other addresses. A name
 * may lead anywhere, which is known only when it is connected to.
 */
export function isOnThisComputer(base_url: string): 'yes' | 'no' | 'unknown' {
  const url = URL.parse(base_url);
  if (!url) return 'no';
  const host = hostOf(url).toLowerCase();
  if (isIP(host) !== 0) return isLoopbackAddress(host) ? 'yes' : 'no';
  return host === 'localhost' || host.endsWith('.localhost') ? 'yes' : 'unknown';
}
