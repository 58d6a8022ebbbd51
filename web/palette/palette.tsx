import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useRef, useState } from 'react';
import { type Choice, Picker } from '../design/picker.tsx';
import { countOf, rowsOfTarget, type Target } from '../mutations/change.ts';
import { useParts } from '../parts.ts';
import { canAct } from '../shell/act-wishes.ts';
import { Chord } from '../shell/chord.tsx';
import { strings } from '../strings.ts';
import { type Command, useCommands } from './commands.tsx';
import { ranked } from './matching.ts';
import styles from './palette.module.css';
import { noteRecent, recentKeys } from './recent.ts';

const words = strings.palette;
const searchKey = 'search';

/** Everything by its name: acts on what is open or selected, places, settings; at the end a search for what was typed. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { toasts } = useParts();
  const [text, setText] = useState('');
  const [why, setWhy] = useState<string>();
  const [recent] = useState(recentKeys);
  const [target] = useState(() => canAct('archive').target);
  const before = useRef<Element>(null);
  const chosen = useRef<Command>(undefined);
  const search = useSearchCommand(text.trim());
  const found = [...ranked(useCommands(), text, recent), ...(search ? [search] : [])];

  function choose(key: string): void {
    const command = found.find((each) => each.key === key);
    if (!command) return;
    setWhy(command.why);
    if (command.why !== undefined) return;
    if (command !== search) noteRecent(key);
    chosen.current = command;
    onClose();
  }

  /** Only where the focus is back does an act know what it is for, and a menu what it belongs to. */
  function leave(event: Event): void {
    event.preventDefault();
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    const trouble = chosen.current?.run();
    if (typeof trouble === 'string') toasts.show({ tone: 'plain', text: trouble });
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles['veil']} />
        <Dialog.Content
          className={styles['palette']}
          aria-describedby={undefined}
          onOpenAutoFocus={() => (before.current = document.activeElement)}
          onCloseAutoFocus={leave}
        >
          <Dialog.Title className="visually-hidden">{words.title}</Dialog.Title>
          <Picker
            label={words.title}
            placeholder={words.placeholder}
            text={text}
            onText={(next) => {
              setText(next);
              setWhy(undefined);
            }}
            choices={found.map(choiceOf)}
            onChoose={choose}
            note={why ?? (target && aboutWords(target))}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useSearchCommand(text: string): Command | undefined {
  const navigate = useNavigate();
  if (text === '') return undefined;
  return {
    key: searchKey,
    words: words.search({ text }),
    mark: <Search />,
    run: () => void navigate({ to: '/search', search: { q: text } }),
  };
}

function choiceOf({ key, words: name, keys, mark, why }: Command): Choice {
  return { key, words: name, mark, detail: keys && <Chord keys={keys} />, isOff: why !== undefined };
}

function aboutWords(target: Target): string {
  const { count, of } = countOf(target);
  return words.on({ count, of, subject: count === 1 ? rowsOfTarget(target)[0]?.subject : undefined });
}
