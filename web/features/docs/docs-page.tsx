import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useServices } from '../../data/services.ts';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { usePageSlots } from '../../design/layout/page-slots.ts';
import { Skeleton, SkeletonBar } from '../../design/feedback/skeleton.tsx';
import { strings } from '../../i18n/strings.ts';
import type { ApiDocument } from './api-document.ts';
import { SwaggerView } from './swagger-view.tsx';

const headers = { 'X-Client-Kind': 'web' };

/** The API as a page, with the token of the page. */
export function DocsPage() {
  const { session } = useServices();
  const { SidebarButton } = usePageSlots();
  const { data, error, refetch } = useQuery({
    queryKey: ['api-document'],
    queryFn: async ({ signal }) =>
      (await session.send({ method: 'GET', path: '/openapi.json' }, signal)) as ApiDocument,
    staleTime: Infinity,
  });
  useEffect(() => {
    document.title = strings.pageTitle({ place: strings.docs.title, unread: 0 });
  }, []);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  return (
    <div className="api-page">
      <SidebarButton />
      <SwaggerView document={data} token={session.token} headers={headers} asksForToken={false} />
    </div>
  );
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
