import type { z } from 'zod';
import { llmFeatures, withoutCredentials, type LlmFeature } from '../../config/schema/llm.ts';
import type { Config } from '../../config/schema/schema.ts';
import {
  hasRelationshipData,
  isOnThisComputer,
  mayLeave,
  modelFeatures,
  modelSettings,
  type ModelFeature,
  type ModelSettings,
} from '../../models/model-settings.ts';
import type { Models } from '../../models/models.ts';
import type { llmRequests } from './contract.ts';

type LlmConfig = Config['llm'];
type ConfigRecord = z.input<typeof llmRequests.config.output>['config'];
type StatusRecord = z.input<typeof llmRequests.status.output>['status'];
type FeatureStatus = StatusRecord['features'][number];

/** The settings without secrets. */
export function llmConfigRecord({ overrides, ...llm }: LlmConfig): ConfigRecord {
  return { ...llm, base_url: withoutCredentials(llm.base_url), overrides: withoutSecrets(overrides) };
}

function withoutSecrets(overrides: LlmConfig['overrides']): ConfigRecord['overrides'] {
  return Object.fromEntries(
    Object.entries(overrides).flatMap(([feature, values]) =>
      values === undefined
        ? []
        : [
            [
              feature,
              values.base_url === undefined ? values : { ...values, base_url: withoutCredentials(values.base_url) },
            ],
          ],
    ),
  );
}

export function llmStatus(llm: LlmConfig, models: Models): StatusRecord {
  const { enabled, base_url, model, api_key_env, context_window, request_timeout_secs } = llm;
  return {
    enabled,
    provider: 'openai_compatible',
    base_url: withoutCredentials(base_url),
    configured_model: model,
    model,
    api_key_env: api_key_env === '' ? null : api_key_env,
    api_key_present: models.keyOf(llm) !== undefined,
    context_window,
    request_timeout_secs,
    supports_streaming: true,
    features: llmFeatures.map((feature) => featureStatus(llm, feature)),
  };
}

function featureStatus(llm: LlmConfig, feature: LlmFeature): FeatureStatus {
  if (!isUsed(feature)) {
    const why = 'Not used yet.';
    const nothing = { enabled: false, model: llm.model, host: hostOf(llm.base_url), local: null };
    return { feature, ...nothing, relationship_data: true, allowed: false, why };
  }
  const settings = modelSettings(llm, feature);
  const where = isOnThisComputer(settings.base_url);
  return {
    feature,
    enabled: settings.enabled,
    model: settings.model,
    host: hostOf(settings.base_url),
    local: where === 'unknown' ? null : where === 'yes',
    relationship_data: hasRelationshipData(feature),
    ...permission(settings, where),
  };
}

function isUsed(feature: LlmFeature): feature is ModelFeature {
  return (modelFeatures as readonly string[]).includes(feature);
}

function permission(
  settings: ModelSettings,
  where: ReturnType<typeof isOnThisComputer>,
): Pick<FeatureStatus, 'allowed' | 'why'> {
  if (!settings.enabled) return { allowed: false, why: 'No model is set up for it.' };
  if (where === 'yes') return { allowed: true, why: 'Stays on this computer.' };
  if (mayLeave(settings)) return { allowed: true, why: `Goes to ${hostOf(settings.base_url)}.` };
  if (where === 'unknown')
    return { allowed: true, why: `Only while ${hostOf(settings.base_url)} leads to this computer.` };
  return { allowed: false, why: 'What is known about people may not leave this computer.' };
}

function hostOf(base_url: string): string {
  return URL.parse(base_url)?.host ?? '';
}
