import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { useServices } from '../../data/services.ts';
import { usePageSlots } from '../../design/layout/page-slots.ts';
import { strings } from '../../i18n/strings.ts';
import { type RawDocument, readDocument } from './api-document.ts';
import { Viewer } from './viewer.tsx';

/** The API as a place of the page, with the page's own key. */
export function DocsPage() {
  const { session } = useServices();
  const { SidebarButton } = usePageSlots();
  const { hash } = useLocation();
  const { data, error, refetch } = useQuery({
    queryKey: ['api-document'],
    queryFn: async ({ signal }) =>
      readDocument((await session.send({ method: 'GET', path: '/openapi.json' }, signal)) as RawDocument),
    staleTime: Infinity,
  });
  const access = useMemo(() => ({ token: session.token, headers: { 'x-client-kind': 'web' } }), [session]);
  useEffect(() => {
    document.title = strings.pageTitle({ place: strings.docs.title, unread: 0 });
  }, []);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return <Viewer document={data} access={access} hash={hash} lead={<SidebarButton />} />;
}

function Waiting() {
  return (
    <Skeleton label={strings.docs.loading}>
      {['30%', '52%', '44%', '60%', '38%'].map((width) => (
        <SkeletonBar key={width} width={width} style={{ margin: '28px 24px' }} />
      ))}
    </Skeleton>
  );
}
