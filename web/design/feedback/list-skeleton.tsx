import { SkeletonBar, Skeleton } from './skeleton.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './list-skeleton.module.css';

const widths = [
  ['38%', '94%'],
  ['30%', '88%'],
  ['44%', '92%'],
  ['34%', '80%'],
];

/** The placeholder for conversations that are loading. */
export function ListSkeleton() {
  return <Rows label={strings.list.loading} count={8} />;
}

/** The placeholder for the next page, with a label for screen readers. */
export function LoadMoreSkeleton({ isLoading }: { isLoading: boolean }) {
  return <Rows label={isLoading ? strings.list.loadingMore : undefined} count={3} />;
}

function Rows({ label, count }: { label: string | undefined; count: number }) {
  return (
    <Skeleton label={label}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} className={styles['row']}>
          {widths[at % widths.length]?.map((width) => (
            <SkeletonBar key={width} width={width} />
          ))}
        </div>
      ))}
    </Skeleton>
  );
}
