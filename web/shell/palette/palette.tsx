import { useNavigate } from '@tanstack/react-router';
import { ListFilter, Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useRef, useState } from 'react';
import { type Choice, Picker } from '../../design/controls/picker.tsx';
import { countOf, rowsOfTarget, type Target } from '../../api/mail-change.ts';
import { useServices } from '../../data/services.ts';
import { canRunCommand } from '../../keyboard/command-registry.ts';
import { Chord } from '../../keyboard/chord.tsx';
import { strings } from '../../i18n/strings.ts';
import { useCommands } from './commands.tsx';
import { ranked } from '../../data/fuzzy-match.ts';
import styles from './palette.module.css';
import { recordRecent, recentKeys } from './recent-commands.ts';
import type { PaletteCommand } from './palette-command.ts';
import { usePeopleCommands } from './use-people-commands.tsx';

const t = strings.palette;
const searchKey = 'search';

/**
 * Finds everything by name: commands on open or selected mail, pages, settings, people; the last entry searches mail for the text.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const { toasts } = useServices();
  const [text, setText] = useState('');
  const [disabledReason, setDisabledReason] = useState<string>();
  const [recent] = useState(recentKeys);
  const [target] = useState(() => canRunCommand('archive').target);
  const before = useRef<Element>(null);
  const chosen = useRef<PaletteCommand>(undefined);
  const search = useSearchCommand(text.trim());
  const people = usePeopleCommands(text.trim());
  const rule = useRuleCommand(target);
  const commands = [...useCommands(), ...(rule ? [rule] : [])];
  const found = [...ranked(commands, text, recent), ...people, ...(search ? [search] : [])];

  function choose(key: string): void {
    const command = found.find((each) => each.key === key);
    if (!command) return;
    setDisabledReason(command.disabledReason);
    if (command.disabledReason !== undefined) return;
    if (command !== search && !people.includes(command)) recordRecent(key);
    chosen.current = command;
    onClose();
  }

  /** Runs a command after the focus has returned, because commands and menus depend on the focused element. */
  function runOnClose(event: Event): void {
    event.preventDefault();
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    const problem = chosen.current?.run();
    if (typeof problem === 'string') toasts.show({ tone: 'plain', text: problem });
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles['veil']} />
        <Dialog.Content
          className={styles['palette']}
          aria-describedby={undefined}
          onOpenAutoFocus={() => (before.current = document.activeElement)}
          onCloseAutoFocus={runOnClose}
        >
          <Dialog.Title className="visually-hidden">{t.title}</Dialog.Title>
          <Picker
            label={t.title}
            placeholder={t.placeholder}
            text={text}
            onText={(next) => {
              setText(next);
              setDisabledReason(undefined);
            }}
            choices={found.map(choiceOf)}
            onChoose={choose}
            note={disabledReason ?? (target && describeTarget(target))}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useSearchCommand(text: string): PaletteCommand | undefined {
  const navigate = useNavigate();
  if (text === '') return undefined;
  return {
    key: searchKey,
    label: t.search({ text }),
    icon: <Search />,
    run: () => void navigate({ to: '/search', search: { q: text } }),
  };
}

/** Begins a rule for the mail of a sender, if commands apply to one conversation or message. */
function useRuleCommand(target: Target | undefined): PaletteCommand | undefined {
  const navigate = useNavigate();
  const [row, ...others] = target ? rowsOfTarget(target) : [];
  if (!row || others.length > 0) return undefined;
  const from = row.sender_detail ?? row.sender;
  return {
    key: 'rule',
    label: t.ruleFor({ sender: row.sender }),
    icon: <ListFilter />,
    run: () => void navigate({ to: '/rules/{-$rule}', params: { rule: 'new' }, search: { from } }),
  };
}

const Keys = ({ keys }: { keys: string }) => (
  <span className={styles['keys']}>
    <Chord keys={keys} />
  </span>
);

function choiceOf({ key, label: name, keys, icon, disabledReason }: PaletteCommand): Choice {
  return { key, label: name, icon, detail: keys && <Keys keys={keys} />, isDisabled: disabledReason !== undefined };
}

function describeTarget(target: Target): string {
  const { count, of } = countOf(target);
  return t.on({ count, of, subject: count === 1 ? rowsOfTarget(target)[0]?.subject : undefined });
}
