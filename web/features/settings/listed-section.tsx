import { type ReactNode, useState } from 'react';
import { Button, classes } from '../../design/controls/button.tsx';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { Section } from './setting-group.tsx';
import styles from './settings.module.css';

type ListedSectionProps<Item> = {
  texts: { title: string; hint: string; loading: string; none: string; add: string };
  /** The reply of a query; undefined until it is there. */
  items: { data: readonly Item[] | undefined; error: Error | null; refetch: () => unknown };
  /** The `id` of the button that opens the form, for the focus. */
  addButtonId: string;
  renderRow: (item: Item) => ReactNode;
  renderForm: (onClose: () => void) => ReactNode;
};

/** A section of the settings with a list, and a form that adds to it. */
export function ListedSection<Item>({ texts, items, addButtonId, renderRow, renderForm }: ListedSectionProps<Item>) {
  const { data, error, refetch } = items;
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Section title={texts.title} hint={texts.hint}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton label={texts.loading} className={styles['card']}>
          <SkeletonBar width="60%" style={{ margin: '18px' }} />
        </Skeleton>
      )}
      {data?.length === 0 && !isAdding && <p className={classes(styles['card'], styles['block'])}>{texts.none}</p>}
      {data && data.length > 0 && <ul className={styles['card']}>{data.map(renderRow)}</ul>}
      {isAdding ? (
        renderForm(() => setIsAdding(false))
      ) : (
        <div className={styles['buttons']}>
          <Button id={addButtonId} onClick={() => setIsAdding(true)}>
            {texts.add}
          </Button>
        </div>
      )}
    </Section>
  );
}
