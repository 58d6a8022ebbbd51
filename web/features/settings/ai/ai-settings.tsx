import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../design/feedback/empty-state.tsx';
import { useServices } from '../../../data/services.ts';
import { llmConfigQuery, llmStatusQuery } from '../../../data/queries/llm.ts';
import { ListGistsSection } from './list-gists-section.tsx';
import { ModelSection } from './model-section.tsx';
import { MoreModelSettings } from './more-model-settings.tsx';
import { SearchByMeaning } from './search-by-meaning.tsx';
import { SentTable } from './sent-table.tsx';
import { VoiceSection } from './voice-section.tsx';

/** The language model: which one, what it gets to read, and how the user writes; and searching by meaning, with its settings. */
export function AiSettings({ search }: { search: ReactNode }) {
  return (
    <>
      <LanguageModel />
      <SearchByMeaning>{search}</SearchByMeaning>
      <MoreModelSettings />
    </>
  );
}

function LanguageModel() {
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
      <ListGistsSection config={config.data} status={status.data} />
      <SentTable config={config.data} status={status.data} />
      <VoiceSection />
    </>
  );
}
