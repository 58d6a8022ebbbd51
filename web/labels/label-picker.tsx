import { Inbox, Plus } from 'lucide-react';
import { useState } from 'react';
import { labelColour } from '../design/label-colour.ts';
import { type Choice, Picker } from '../design/picker.tsx';
import { strings } from '../strings.ts';
import { matching, type useLabels } from './label-list.ts';
import styles from './label-menu.module.css';
import { keyOf, type NamedLabel } from './label-tree.ts';
import { useMakeLabel } from './make-label.ts';

const words = strings.labels;
/** No label's name has a line break. */
const madeKey = '\nmade';
const inboxKey = '\ninbox';

type LabelPickerProps = {
  label: string;
  placeholder: string;
  list: ReturnType<typeof useLabels>;
  ticking?: { of: (label: NamedLabel) => boolean | 'mixed'; tick: (label: NamedLabel) => void };
  onInbox?: () => void;
  onChoose: (label: NamedLabel) => void;
  /** A label of this name was made in all accounts concerned. */
  onMade: (name: string) => void;
};

/** Labels to choose from by typing, and the one that is typed where there is none of that name. */
export function LabelPicker({ label, placeholder, list, ticking, onInbox, onChoose, onMade }: LabelPickerProps) {
  const [text, setText] = useState('');
  const { make, isMaking } = useMakeLabel();
  const wanted = text.trim();
  const found = matching(list.labels, wanted);
  const byKey = new Map(found.map((each) => [each.fullName, each]));
  const isNew = wanted !== '' && !list.labels.some(({ fullName }) => keyOf(fullName) === keyOf(wanted));
  const showsInbox = onInbox !== undefined && keyOf(words.inbox).startsWith(keyOf(wanted));
  const choices: Choice[] = [
    ...(showsInbox ? [{ key: inboxKey, words: words.inbox, mark: <Inbox /> }] : []),
    ...found.map((each) => choiceOf(each, list.onlyIn(each), wanted !== '', ticking?.of(each))),
    ...(isNew ? [{ key: madeKey, words: words.make({ name: wanted }), mark: <Plus /> }] : []),
  ];

  async function makeOne(): Promise<void> {
    if (await make(wanted, list.accountIds)) onMade(wanted);
  }

  return (
    <Picker
      label={label}
      placeholder={placeholder}
      text={text}
      onText={setText}
      choices={choices}
      onChoose={(key) => {
        const chosen = byKey.get(key);
        if (chosen) onChoose(chosen);
        else if (key === inboxKey) onInbox?.();
        else if (!isMaking) void makeOne();
      }}
      {...(ticking && {
        onTick(key) {
          const chosen = byKey.get(key);
          if (chosen) ticking.tick(chosen);
        },
      })}
      note={list.trouble ?? (choices.length === 0 ? words.noneYet : undefined)}
    />
  );
}

function choiceOf(
  label: NamedLabel,
  onlyIn: readonly string[],
  isFiltered: boolean,
  tick: boolean | 'mixed' | undefined,
): Choice {
  const [first] = label.records;
  return {
    key: label.fullName,
    words: isFiltered ? label.fullName : label.words,
    depth: isFiltered ? 0 : label.depth,
    mark: (
      <span
        className={styles['dot']}
        style={{ '--dot': labelColour({ color: first?.color ?? null, name: first?.name ?? '' }) }}
      />
    ),
    ...(onlyIn.length > 0 && { detail: words.only({ accounts: onlyIn }) }),
    ...(tick !== undefined && { ticked: tick }),
  };
}
