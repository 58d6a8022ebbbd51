import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { strings } from '../strings.ts';
import styles from './fold.module.css';
import { useFold } from './folds.ts';
import sidebar from './sidebar.module.css';

type FoldedSectionProps = {
  /** Under which this browser keeps whether it is folded. */
  id: string;
  title: string;
  /** Stands at the end of the heading. */
  button?: ReactNode;
  children: ReactNode;
};

/** A part of the sidebar under a heading that folds it. */
export function FoldedSection({ id, title, button, children }: FoldedSectionProps) {
  const [isFolded, toggle] = useFold(id);
  const content = useId();
  return (
    <section className={sidebar['section']} aria-label={title}>
      <div className={sidebar['headed']}>
        <h2 className={sidebar['heading']}>
          <button
            type="button"
            className={styles['title']}
            aria-expanded={!isFolded}
            aria-controls={content}
            onClick={toggle}
          >
            <span className={styles['words']}>{title}</span>
            <ChevronDown className={styles['arrow']} aria-hidden="true" />
          </button>
        </h2>
        {button}
      </div>
      <div id={content} hidden={isFolded}>
        {children}
      </div>
    </section>
  );
}

type FoldMarkProps = {
  name: string;
  isFolded: boolean;
  depth?: number;
  /** The id of what it folds, where that is in the document. */
  controls?: string | undefined;
  onToggle: () => void;
};

/** Before a place that has others below it: folds them away or shows them. */
export function FoldMark({ name, isFolded, depth = 0, controls, onToggle }: FoldMarkProps) {
  const words = isFolded ? strings.sidebar.unfold({ name }) : strings.sidebar.fold({ name });
  return (
    <button
      type="button"
      className={styles['mark']}
      style={{ '--depth': depth }}
      aria-label={words}
      title={words}
      aria-expanded={!isFolded}
      aria-controls={controls}
      onClick={onToggle}
    >
      <ChevronDown className={styles['arrow']} aria-hidden="true" />
    </button>
  );
}
