import type { ReactNode } from 'react';
import { strings } from '../strings.ts';
import type { SettingGroup as Group } from './pages.ts';
import { SettingLine } from './setting-line.tsx';
import styles from './settings.module.css';

const names: Readonly<Record<string, string | undefined>> = strings.settings.group;
const hints: Readonly<Record<string, string | undefined>> = strings.settings.groupHint;

/** Settings that belong together, under their name. */
export function SettingGroup({ group: { id, keys } }: { group: Group }) {
  return (
    <Section title={names[id] ?? id} hint={hints[id]}>
      <div className={styles['card']}>
        {keys.map((key) => (
          <SettingLine key={key} settingKey={key} />
        ))}
      </div>
    </Section>
  );
}

type SectionProps = { title: string; hint?: string | undefined; children: ReactNode };

/** A part of a page of settings. */
export function Section({ title, hint, children }: SectionProps) {
  return (
    <section className={styles['section']} aria-label={title}>
      <h2>{title}</h2>
      {hint && <p className={styles['hint']}>{hint}</p>}
      {children}
    </section>
  );
}
