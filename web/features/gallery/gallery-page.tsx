import { type ReactNode, useState } from 'react';
import { Check, Field } from '../../design/controls/form-field.tsx';
import { SettingsNav } from '../../data/settings/settings-nav.tsx';
import { Chord } from '../../keyboard/chord.tsx';
import { Page } from '../../design/layout/page.tsx';
import { Unreachable } from '../../api/session.ts';
import { strings } from '../../i18n/strings.ts';
import { Button } from '../../design/controls/button.tsx';
import { ButtonStates } from './button-samples.tsx';
import { RowSamples, SidebarSamples } from './mail-samples.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import type { IllustrationName } from '../../design/graphics/illustration.tsx';
import styles from './gallery-page.module.css';
import { Kbd } from '../../design/controls/kbd.tsx';
import { ErrorState, EmptyState } from '../../design/feedback/empty-state.tsx';
import { Picker } from '../../design/controls/picker.tsx';
import { PopoverPanel } from '../../design/overlays/popover.tsx';
import { SkeletonBar, Skeleton } from '../../design/feedback/skeleton.tsx';
import { Checkbox } from '../../design/controls/checkbox.tsx';

const t = strings.gallery;
const illustrations: readonly IllustrationName[] = ['resting', 'open', 'lost', 'search', 'coming', 'broken'];
const colours = ['paper', 'sheet', 'edge', 'line', 'ink', 'ink-soft', 'brass', 'brass-wash', 'pine', 'clay'] as const;
const sizes = ['small', 'second', 'base', 'large', 'title'] as const;

/** Every component of the page in every state, for visual checks. */
export function GalleryPage() {
  return (
    <Page title={t.title} hint={t.hint} more={<SettingsNav />}>
      <div className={styles['page']}>
        <Part name={t.colours}>
          {colours.map((name) => (
            <div key={name} className={styles['swatch']}>
              <span className={styles['colour']} style={{ background: `var(--${name})` }} />
              {name}
            </div>
          ))}
        </Part>
        <Part name={t.type}>
          <TypeSizes />
        </Part>
        <Part name={t.buttons}>
          <ButtonStates />
        </Part>
        <Part name={t.keys}>
          <Kbd>k</Kbd>
          <Chord keys="Mod k" />
          <Chord keys="g i" />
          <Chord keys="Shift-Enter" />
        </Part>
        <Part name={t.places}>
          <SidebarSamples />
        </Part>
        <Part name={t.rows}>
          <RowSamples />
        </Part>
        <Part name={t.fields}>
          <div className={styles['fields']}>
            <Field label={t.field} hint={t.fieldHint} defaultValue="" />
            <Field label={t.field} error={t.fieldFault} defaultValue="ada@" />
            <Field label={t.readOnly} readOnly value="ada@example.org" />
            <Field label={t.disabled} disabled value="ada@example.org" />
            <Toggles />
          </div>
        </Part>
        <Part name={t.choices}>
          <div className={styles['fields']}>
            <Choices />
          </div>
        </Part>
        <Part name={t.dialog}>
          <Overlays />
        </Part>
        <Part name={t.waiting}>
          <div className={styles['fields']}>
            <Skeleton label={t.waiting}>
              {[80, 60, 70].map((width) => (
                <SkeletonBar key={width} width={`${width}%`} style={{ margin: '8px 0' }} />
              ))}
            </Skeleton>
          </div>
        </Part>
        <Part name={t.empty}>
          {illustrations.map((illustration) => (
            <div key={illustration} className={styles['scene']}>
              <EmptyState illustration={illustration} title={illustration} />
            </div>
          ))}
        </Part>
        <Part name={t.failed}>
          <div className={styles['fields']}>
            <ErrorState error={new Unreachable()} onRetry={() => undefined} />
          </div>
        </Part>
      </div>
    </Page>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className={styles['part']}>
      <h2>{name}</h2>
      <div className={styles['row']}>{children}</div>
    </section>
  );
}

function TypeSizes() {
  return (
    <div className={styles['types']}>
      {sizes.map((size) => (
        <p key={size} style={{ fontSize: `var(--text-${size})` }}>
          {t.sample}
        </p>
      ))}
      <p style={{ fontFamily: 'var(--face-reading)' }}>{t.sample}</p>
      <p style={{ fontFamily: 'var(--face-code)' }}>{t.sample}</p>
    </div>
  );
}

function Overlays() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t.open}</Button>
      <PopoverPanel name={t.choices} trigger={<Button>{t.openBeside}</Button>}>
        {(close) => <Button onClick={close}>{t.looks.plain}</Button>}
      </PopoverPanel>
      {isOpen && (
        <Dialog title={t.dialog} hint={t.hint} onClose={() => setIsOpen(false)}>
          <p>{t.sample}</p>
        </Dialog>
      )}
    </>
  );
}

function Toggles() {
  const [isOn, setIsOn] = useState(true);
  return (
    <>
      <Checkbox label={t.tick} hint={t.fieldHint} isOn={isOn} onChange={async (next) => setIsOn(next)} />
      <Check label={t.tick} checked={!isOn} onChange={(next) => setIsOn(!next)} />
      <Check label={t.disabled} checked disabled onChange={() => undefined} />
    </>
  );
}

function Choices() {
  const [text, setText] = useState('');
  const all = Object.entries(t.looks).map(([key, look]) => ({ key, label: look, detail: key }));
  return (
    <Picker
      label={t.choices}
      placeholder={t.choices}
      text={text}
      onText={setText}
      choices={all.filter((choice) => choice.label.toLowerCase().includes(text.toLowerCase()))}
      onChoose={(key) => setText(all.find((choice) => choice.key === key)?.label ?? '')}
    />
  );
}
