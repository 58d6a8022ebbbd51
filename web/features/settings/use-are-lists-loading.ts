import { useQuery } from '@tanstack/react-query';
import { blockedSendersQuery } from '../../data/queries/blocked-senders.ts';
import { allowancesQuery } from '../../data/queries/images.ts';
import { llmConfigQuery, llmStatusQuery } from '../../data/queries/llm.ts';
import { localPagesQuery } from '../../data/queries/local-pages.ts';
import { accountsQuery } from '../../data/queries/mail.ts';
import { semanticStatusQuery } from '../../data/queries/semantic.ts';
import { backupsQuery, tokensQuery } from '../../data/queries/settings.ts';
import { webhooksQuery } from '../../data/queries/webhooks.ts';
import { useServices } from '../../data/services.ts';
import { useFirstLoad } from '../../data/use-first-load.ts';
import type { PageId } from '../../data/settings/setting-pages.ts';
import { importsQuery } from '../import/queries.ts';

/** Whether lists of a page are still to come: they would move the settings below them, and a click would be lost. */
export function useAreListsLoading(page: PageId): boolean {
  const { api } = useServices();
  const isPrivacy = page === 'privacy';
  const isAi = page === 'ai';
  const isStorage = page === 'storage';
  return useFirstLoad([
    useQuery({ ...accountsQuery(api), enabled: isPrivacy || isAi }),
    useQuery({ ...allowancesQuery(api), enabled: isPrivacy }),
    useQuery({ ...blockedSendersQuery(api), enabled: isPrivacy }),
    useQuery({ ...tokensQuery(api), enabled: isPrivacy }),
    useQuery({ ...webhooksQuery(api), enabled: isPrivacy }),
    useQuery({ ...localPagesQuery(api), enabled: isPrivacy }),
    useQuery({ ...llmConfigQuery(api), enabled: isAi }),
    useQuery({ ...llmStatusQuery(api), enabled: isAi }),
    useQuery({ ...semanticStatusQuery(api), enabled: isAi }),
    useQuery({ ...backupsQuery(api), enabled: isStorage }),
    useQuery({ ...importsQuery(api), enabled: isStorage }),
  ]);
}
