import { useQuery } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { type Guide, guidesQuery } from '../../data/queries/modes.ts';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { Chord } from '../../keyboard/chord.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './mode-guide.module.css';

const t = strings.modes;

/** What explains Now or a mode; undefined while it is loading. */
export function useGuide(mode: Guide['mode']): Guide | undefined {
  const { api } = useServices();
  return useQuery(guidesQuery(api)).data?.find((guide) => guide.mode === mode);
}

/** Retires or shows again the card of a mode, for every client. */
function useCard(mode: Guide['mode']): (seen: boolean) => Promise<boolean> {
  const { api } = useServices();
  const { runAction } = useAction({ affects: ['guides'] });
  return (seen) => runAction(() => api.modes.card({ mode, seen }), t.cardNotSaved);
}

/** Introduces a mode at the first encounter, until the user has seen it. */
export function GuideCard({ mode }: { mode: Guide['mode'] }) {
  const guide = useGuide(mode);
  const setSeen = useCard(mode);
  if (!guide || guide.card_seen) return null;
  return (
    <aside className={styles['guide']} aria-label={t.about({ place: guide.name })}>
      <p>{guide.card}</p>
      <div className={styles['foot']}>
        <Keys keys={guide.card_keys} />
        <Button look="quiet" onClick={() => void setSeen(true)}>
          {t.gotIt}
        </Button>
      </div>
    </aside>
  );
}

/** The same over a list. */
export function ListGuideCard({ mode }: { mode: Guide['mode'] }) {
  return (
    <div className={styles['overList']}>
      <GuideCard mode={mode} />
    </div>
  );
}

/** Opens the guide of a mode. */
export function GuideButton({ mode }: { mode: Guide['mode'] }) {
  const [isOpen, setIsOpen] = useState(false);
  const guide = useGuide(mode);
  if (!guide) return null;
  return (
    <>
      <IconButton name={t.about({ place: guide.name })} onClick={() => setIsOpen(true)}>
        <CircleHelp />
      </IconButton>
      {isOpen && <GuideDialog guide={guide} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function GuideDialog({ guide, onClose }: { guide: Guide; onClose: () => void }) {
  const setSeen = useCard(guide.mode);
  async function showAgain(): Promise<void> {
    if (await setSeen(false)) onClose();
  }
  return (
    <Dialog title={guide.name} hint={guide.header} width={520} onClose={onClose}>
      <div className={styles['dialog']}>
        <p>{guide.lands_here}</p>
        <p>{guide.add_one}</p>
        <h3>{t.keys}</h3>
        <Keys keys={guide.keys} />
        {guide.card_seen && <Button onClick={() => void showAgain()}>{t.showAgain}</Button>}
      </div>
    </Dialog>
  );
}

function Keys({ keys }: { keys: Guide['keys'] }) {
  return (
    <ul role="list" className={styles['keys']}>
      {keys.map(({ key, verb }) => (
        <li key={key}>
          <Chord keys={key} /> {verb}
        </li>
      ))}
    </ul>
  );
}
