import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { strings } from '../../i18n/strings.ts';
import type { SettingGroup as Group } from '../../data/settings/setting-pages.ts';
import { SettingLine } from './setting-line.tsx';
import { sectionId } from './hash-target.ts';
import { useSettings } from './settings-context.ts';
import styles from './settings.module.css';

const names: Readonly<Record<string, string | undefined>> = strings.settings.group;
const hints: Readonly<Record<string, string | undefined>> = strings.settings.groupHint;

/** Related settings under their title, if there are any. Rarely needed groups are collapsed. */
export function SettingGroup({ group: { id, keys, isCollapsed = false } }: { group: Group }) {
  const { known } = useSettings();
  const shown = keys.filter((key) => known.has(key));
  if (shown.length === 0) return null;
  const title = names[id] ?? id;
  const lines = shown.map((key) => <SettingLine key={key} settingKey={key} />);
  if (isCollapsed)
    return (
      <CollapsibleCard id={id} title={title} hint={hints[id]}>
        {lines}
      </CollapsibleCard>
    );
  return (
    <Section id={id} title={title} hint={hints[id]}>
      <div className={styles['card']}>{lines}</div>
    </Section>
  );
}

/** A card that shows its settings when it is expanded. */
export function CollapsibleCard({ id, title, hint, children }: SectionProps) {
  return (
    <details id={id && sectionId(id)} className={styles['table']}>
      <summary>
        <ChevronDown aria-hidden="true" />
        <span className={styles['tableName']}>
          {title}
          {hint && <span className={styles['hint']}>{hint}</span>}
        </span>
      </summary>
      <div className={styles['card']}>{children}</div>
    </details>
  );
}

type SectionProps = {
  /** The hash that leads to the section. */
  id?: string | undefined;
  title: string;
  hint?: string | undefined;
  children: ReactNode;
};

/** A section of a settings page. */
export function Section({ id, title, hint, children }: SectionProps) {
  return (
    <section
      id={id && sectionId(id)}
      tabIndex={id === undefined ? undefined : -1}
      className={styles['section']}
      aria-label={title}
    >
      <h2>{title}</h2>
      {hint && <p className={styles['hint']}>{hint}</p>}
      {children}
    </section>
  );
}
