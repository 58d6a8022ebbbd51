import type { CSSProperties, ReactNode } from 'react';
import styles from './skeleton.module.css';
import { classes } from '../controls/button.tsx';

/** The placeholder for loading content. `label` is for screen readers; without it loading has not started. */
export function Skeleton({
  label,
  className,
  children,
}: {
  label?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={classes(styles['bones'], className)} role="status">
      <span className="visually-hidden">{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

export function SkeletonBar({ width, style }: { width: string; style?: CSSProperties }) {
  return <div className={styles['bone']} style={{ width, ...style }} />;
}
