import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { strings } from '../../i18n/strings.ts';
import styles from './collapsible-section.module.css';
import { useCollapsed } from './collapsed-sections.ts';
import sidebar from './sidebar.module.css';

type CollapsibleSectionProps = {
  /** The storage key of the collapsed state in this browser. */
  id: string;
  title: string;
  /** Shown at the end of the heading. */
  button?: ReactNode;
  children: ReactNode;
};

/** A collapsible section of the sidebar with its heading. */
export function CollapsibleSection({ id, title, button, children }: CollapsibleSectionProps) {
  const [isCollapsed, toggle] = useCollapsed(id);
  const content = useId();
  return (
    <div role="group" className={sidebar['section']} aria-label={title}>
      <div className={sidebar['headed']}>
        <h2 className={sidebar['heading']}>
          <button
            type="button"
            className={styles['title']}
            aria-expanded={!isCollapsed}
            aria-controls={content}
            onClick={toggle}
          >
            <span className={styles['words']}>{title}</span>
            <ChevronDown className={styles['arrow']} aria-hidden="true" />
          </button>
        </h2>
        {button}
      </div>
      <div id={content} hidden={isCollapsed}>
        {children}
      </div>
    </div>
  );
}

type CollapseButtonProps = {
  name: string;
  isCollapsed: boolean;
  depth?: number;
  /** The id of the collapsible element, if it is rendered. */
  controls?: string | undefined;
  onToggle: () => void;
};

/** The button before an item with children, which collapses or expands them. */
export function CollapseButton({ name, isCollapsed, depth = 0, controls, onToggle }: CollapseButtonProps) {
  const label = isCollapsed ? strings.sidebar.unfold({ name }) : strings.sidebar.fold({ name });
  return (
    <button
      type="button"
      className={styles['mark']}
      style={{ '--depth': depth }}
      aria-label={label}
      title={label}
      aria-expanded={!isCollapsed}
      aria-controls={controls}
      onClick={onToggle}
    >
      <ChevronDown className={styles['arrow']} aria-hidden="true" />
    </button>
  );
}
