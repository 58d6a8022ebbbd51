import { classes } from '../../design/controls/button.tsx';
import styles from './docs.module.css';

/** The method of a request; the colour says again what the word says. */
export function Method({
  method,
  isGrave,
  className,
}: {
  method: string;
  isGrave: boolean;
  className?: string | undefined;
}) {
  const tone = isGrave ? 'grave' : method === 'GET' ? 'quiet' : 'change';
  return (
    <span className={classes(styles['method'], className)} data-tone={tone}>
      {method}
    </span>
  );
}

/** An address, broken where a reader would break it. */
export function Address({ path }: { path: string }) {
  return path.split(/(?=\/)/).map((part, at) => (
    <span key={at}>
      <wbr />
      {part}
    </span>
  ));
}
