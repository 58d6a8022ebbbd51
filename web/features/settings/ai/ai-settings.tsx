import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../design/feedback/empty-state.tsx';
import { useServices } from '../../../data/services.ts';
import { llmConfigQuery, llmStatusQuery } from '../../../data/queries/llm.ts';
import { ModelSection } from './model-section.tsx';
import { MoreModelSettings } from './more-model-settings.tsx';
import { SentTable } from './sent-table.tsx';
import { VoiceSection } from './voice-section.tsx';

/** The language model: which one, what it gets to read, and how the user writes. */
export function AiSettings() {
  const { api } = useServices();
  const config = useQuery(llmConfigQuery(api));
  const status = useQuery(llmStatusQuery(api));
  const error = config.error ?? status.error;
  if (!config.data || !status.data)
    return error ? (
      <ErrorState error={error} onRetry={() => void Promise.all([config.refetch(), status.refetch()])} />
    ) : null;
  return (
    <>
      <ModelSection key={JSON.stringify(config.data)} config={config.data} status={status.data} />
      <SentTable config={config.data} status={status.data} />
      <VoiceSection />
      <MoreModelSettings />
    </>
  );
}
