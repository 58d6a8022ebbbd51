import { Bone, Skeleton } from '../design/skeleton.tsx';
import { strings } from '../strings.ts';
import styles from './list-skeleton.module.css';

const widths = [
  ['38%', '62%', '94%'],
  ['30%', '48%', '88%'],
  ['44%', '70%', '92%'],
  ['34%', '55%', '80%'],
];

/** Keeps the place of conversations that are on their way. */
export function ListSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Skeleton label={rows < 8 ? strings.list.loadingMore : strings.list.loading}>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className={styles['row']}>
          {widths[at % widths.length]?.map((width) => (
            <Bone key={width} width={width} />
          ))}
        </div>
      ))}
    </Skeleton>
  );
}
