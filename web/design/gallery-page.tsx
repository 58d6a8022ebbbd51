import { type ReactNode, useState } from 'react';
import { Check, Field } from '../accounts/field.tsx';
import { SettingsNav } from '../shell/settings-nav.tsx';
import { Chord } from '../shell/chord.tsx';
import { WidePage } from '../shell/wide-page.tsx';
import { Unreachable } from '../session.ts';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';
import { ButtonStates } from './gallery-buttons.tsx';
import { RowSamples, SidebarSamples } from './gallery-samples.tsx';
import { Dialog } from './dialog.tsx';
import type { Scene } from './drawing.tsx';
import styles from './gallery-page.module.css';
import { Kbd } from './kbd.tsx';
import { ErrorPanel, Panel } from './panel.tsx';
import { Picker } from './picker.tsx';
import { Popup } from './popup.tsx';
import { Bone, Skeleton } from './skeleton.tsx';
import { Tick } from './tick.tsx';

const words = strings.gallery;
const scenes: readonly Scene[] = ['resting', 'open', 'lost', 'search', 'coming', 'broken'];
const colours = ['paper', 'sheet', 'edge', 'line', 'ink', 'ink-soft', 'brass', 'brass-wash', 'pine', 'clay'] as const;
const sizes = ['small', 'second', 'base', 'large', 'title'] as const;

/** Every part the page is built of, in every state it has: what it looks like is judged here. */
export function GalleryPage() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <WidePage title={words.title} hint={words.hint} more={<SettingsNav />}>
      <div className={styles['page']}>
        <Part name={words.colours}>
          {colours.map((name) => (
            <div key={name} className={styles['swatch']}>
              <span className={styles['colour']} style={{ background: `var(--${name})` }} />
              {name}
            </div>
          ))}
        </Part>
        <Part name={words.type}>
          <div className={styles['types']}>
            {sizes.map((size) => (
              <p key={size} style={{ fontSize: `var(--text-${size})` }}>
                {words.sample}
              </p>
            ))}
            <p style={{ fontFamily: 'var(--face-reading)' }}>{words.sample}</p>
            <p style={{ fontFamily: 'var(--face-code)' }}>{words.sample}</p>
          </div>
        </Part>
        <Part name={words.buttons}>
          <ButtonStates />
        </Part>
        <Part name={words.keys}>
          <Kbd>k</Kbd>
          <Chord keys="Mod k" />
          <Chord keys="g i" />
          <Chord keys="Shift-Enter" />
        </Part>
        <Part name={words.places}>
          <SidebarSamples />
        </Part>
        <Part name={words.rows}>
          <RowSamples />
        </Part>
        <Part name={words.fields}>
          <div className={styles['fields']}>
            <Field label={words.field} hint={words.fieldHint} defaultValue="" />
            <Field label={words.field} fault={words.fieldFault} defaultValue="ada@" />
            <Field label={words.readOnly} readOnly value="ada@example.org" />
            <Field label={words.disabled} disabled value="ada@example.org" />
            <Toggles />
          </div>
        </Part>
        <Part name={words.choices}>
          <div className={styles['fields']}>
            <Choices />
          </div>
        </Part>
        <Part name={words.dialog}>
          <Button onClick={() => setIsOpen(true)}>{words.open}</Button>
          <Popup name={words.choices} trigger={<Button>{words.openBeside}</Button>}>
            {(close) => <Button onClick={close}>{words.looks.plain}</Button>}
          </Popup>
          {isOpen && (
            <Dialog title={words.dialog} hint={words.hint} onClose={() => setIsOpen(false)}>
              <p>{words.sample}</p>
            </Dialog>
          )}
        </Part>
        <Part name={words.waiting}>
          <div className={styles['fields']}>
            <Skeleton label={words.waiting}>
              {[80, 60, 70].map((width) => (
                <Bone key={width} width={`${width}%`} style={{ margin: '8px 0' }} />
              ))}
            </Skeleton>
          </div>
        </Part>
        <Part name={words.empty}>
          {scenes.map((scene) => (
            <div key={scene} className={styles['scene']}>
              <Panel scene={scene} title={scene} />
            </div>
          ))}
        </Part>
        <Part name={words.failed}>
          <div className={styles['fields']}>
            <ErrorPanel error={new Unreachable()} onRetry={() => undefined} />
          </div>
        </Part>
      </div>
    </WidePage>
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

function Toggles() {
  const [isOn, setIsOn] = useState(true);
  return (
    <>
      <Tick words={words.tick} hint={words.fieldHint} isOn={isOn} onChange={async (next) => setIsOn(next)} />
      <Check label={words.tick} checked={!isOn} onChange={(next) => setIsOn(!next)} />
      <Check label={words.disabled} checked disabled onChange={() => undefined} />
    </>
  );
}

function Choices() {
  const [text, setText] = useState('');
  const all = Object.entries(words.looks).map(([key, look]) => ({ key, words: look, detail: key }));
  return (
    <Picker
      label={words.choices}
      placeholder={words.choices}
      text={text}
      onText={setText}
      choices={all.filter((choice) => choice.words.toLowerCase().includes(text.toLowerCase()))}
      onChoose={(key) => setText(all.find((choice) => choice.key === key)?.words ?? '')}
    />
  );
}
