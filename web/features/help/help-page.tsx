import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { SettingsNav } from '../../data/settings/settings-nav.tsx';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { GuideView } from './guide-view.tsx';
import { guideTree, headingsOf } from './guide-tree.ts';
import { guideNamed, guides, guideText } from './guides.ts';
import styles from './help-page.module.css';

const t = strings.help;

/** The guides of the repository, which can be read without the internet. */
export function HelpPage() {
  const guide = guideNamed(useParams({ strict: false }).guide);
  const { hash } = useLocation();
  const { data, error, refetch } = useQuery({
    queryKey: ['guide', guide],
    queryFn: async () => guideTree(await guideText(guide)),
    staleTime: Infinity,
  });
  const isThere = data !== undefined;
  useEffect(() => {
    const heading = isThere && hash ? document.getElementById(hash) : null;
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [isThere, hash, guide]);
  return (
    <Page
      title={t.title}
      hint={t.hint}
      more={
        <>
          <SettingsNav />
          <Guides />
        </>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <div className={styles['page']}>
          <nav aria-label={t.contents} className={styles['contents']}>
            <ul role="list">
              {headingsOf(data).map(({ id, text: heading }) => (
                <li key={id}>
                  <Link to="/help/{-$guide}" params={true} hash={id}>
                    {heading}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <article className={styles['guide']}>
            <GuideView tree={data} />
          </article>
        </div>
      )}
    </Page>
  );
}

function Guides() {
  return (
    <nav aria-label={t.guides} className={styles['guides']}>
      {guides.map((guide) => (
        <Link
          key={guide}
          to="/help/{-$guide}"
          params={{ guide: guide === 'people' ? undefined : guide }}
          activeOptions={{ exact: true, includeHash: false }}
          className={styles['choice']}
        >
          {t.names[guide]}
        </Link>
      ))}
      <Link to="/inbox" hash="tour" className={styles['choice']}>
        {strings.tour.label}
      </Link>
      <Link to="." hash="whats-new" activeOptions={{ includeHash: true }} className={styles['choice']}>
        {strings.whatsNew.show}
      </Link>
      <Link to="/docs" className={styles['choice']}>
        {strings.docs.title}
      </Link>
    </nav>
  );
}

function Waiting() {
  return (
    <Skeleton label={t.loading} className={styles['page']}>
      {[40, 60, 50, 30].map((width) => (
        <SkeletonBar key={width} width={`${width}%`} style={{ margin: '18px 0' }} />
      ))}
    </Skeleton>
  );
}
