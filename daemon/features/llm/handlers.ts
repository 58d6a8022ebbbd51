import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import type { Handlers } from '../../handler-types.ts';
import { chat } from '../../models/chat.ts';
import { detectServers } from '../../models/detect-servers.ts';
import { modelSettings } from '../../models/model-settings.ts';
import type { Models } from '../../models/models.ts';
import type { EndpointFetch } from '../../outgoing/endpoint-fetch.ts';
import { llmConfigEdits } from './config-edits.ts';
import type { llmRequests } from './contract.ts';
import { llmConfigRecord, llmStatus } from './records.ts';

type LlmDeps = { config: LiveConfig; models: Models; fetchEndpoint: EndpointFetch; clock: Clock };

/** A word is short; a model that has to be loaded first takes its time. */
const testAnswerTokens = 16;

export function llmHandlers({ config, models, fetchEndpoint, clock }: LlmDeps): Handlers<typeof llmRequests> {
  return {
    config: () => ({ config: llmConfigRecord(config.current.llm) }),
    saveConfig(input) {
      config.edit(llmConfigEdits(input, config));
      return { config: llmConfigRecord(config.current.llm) };
    },
    status: () => ({ status: llmStatus(config.current.llm, models) }),
    detect: async (_input, { signal }) => ({ servers: await detectServers(fetchEndpoint, signal) }),
    async test(input, { signal }) {
      const settings = { ...modelSettings(config.current.llm, 'summarize'), ...input };
      const base_url = settings.base_url.replace(/\/+$/, '');
      if (!URL.canParse(base_url))
        throw new Failure('invalid', 'invalid_input', 'base_url isn’t an address, such as http://127.0.0.1:11434/v1.');
      const startedAt = clock.now().getTime();
      const { model } = await chat(
        fetchEndpoint,
        {
          base_url,
          model: settings.model,
          apiKey: models.keyOf(settings),
          // No mail is part of the question.
          reach: 'anywhere',
          timeoutMs: settings.request_timeout_secs * 1000,
        },
        { system: 'You are tested.', user: 'Answer with the word ready.', maxTokens: testAnswerTokens },
        signal,
      );
      return { ok: true, model, host: new URL(base_url).host, took_ms: clock.now().getTime() - startedAt };
    },
  };
}
