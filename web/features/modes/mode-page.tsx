import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import type { ModeKind } from '../../data/lens.ts';
import { modePages } from '../../data/queries/modes.ts';
import { useServices } from '../../data/services.ts';
import { ThreadListPage } from '../../data/thread-list/page/thread-list-page.tsx';
import { strings } from '../../i18n/strings.ts';
import { GuideButton, ListGuideCard, useGuide } from './mode-guide.tsx';
import { SenderDoneButton, SenderDoneKey } from './sender-done.tsx';

type ListedMode = Exclude<ModeKind, 'todo'>;

/** The conversations that a mode holds. */
function ModePage({ mode }: { mode: ListedMode }) {
  const { api } = useServices();
  const query = useInfiniteQuery(modePages(api, mode));
  const groups = query.data?.pages;
  const lens = useMemo(() => ({ kind: 'mode' as const, mode }), [mode]);
  const guide = useGuide(mode);
  return (
    <ThreadListPage
      lens={lens}
      title={strings.modes.names[mode]}
      summary={guide?.header}
      total={undefined}
      unread={0}
      note={guide && !guide.card_seen ? <ListGuideCard mode={mode} /> : undefined}
      tools={<GuideButton mode={mode} />}
      pages={{
        groups,
        isByDay: mode !== 'updates',
        ...(mode === 'updates' && { HeadingTools: SenderDoneButton }),
        error: query.error,
        retry: () => void query.refetch(),
        hasMore: query.hasNextPage,
        isLoadingMore: query.isFetchingNextPage,
        loadMore: () => void query.fetchNextPage(),
      }}
      keys={(mode === 'updates' || mode === 'reading') && <SenderDoneKey mode={mode} />}
      empty={<EmptyState illustration="resting" title={guide?.clear_for_now ?? ''} hint={guide?.lands_here ?? ''} />}
    />
  );
}

export const MessagesPage = () => <ModePage key="messages" mode="messages" />;
export const UpdatesPage = () => <ModePage key="updates" mode="updates" />;
export const ReadingPage = () => <ModePage key="reading" mode="reading" />;
export const RecordsPage = () => <ModePage key="archive" mode="archive" />;
