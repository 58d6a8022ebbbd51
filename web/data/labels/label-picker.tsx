import { Inbox, Plus } from 'lucide-react';
import { useState } from 'react';
import { useLabelColours } from './label-colours.tsx';
import { type Choice, Picker } from '../../design/controls/picker.tsx';
import type { LabelRecord } from '../queries/labels.ts';
import { strings } from '../../i18n/strings.ts';
import { matchingLabels, type useLabels } from './use-labels.ts';
import styles from './label-menu.module.css';
import { keyOf, type NamedLabel } from './label-tree.ts';
import { useCreateLabel } from './use-create-label.ts';

const t = strings.labels;
/** A label name contains no line break. */
const createKey = '\nmade';
const inboxKey = '\ninbox';

type LabelPickerProps = {
  label: string;
  placeholder: string;
  list: ReturnType<typeof useLabels>;
  checkboxes?: { of: (label: NamedLabel) => boolean | 'mixed'; toggle: (label: NamedLabel) => void };
  onInbox?: () => void;
  onChoose: (label: NamedLabel) => void;
  /** Called when a label of this name was created in all accounts concerned. */
  onCreated: (name: string) => void;
};

/** Chooses labels by typing, and offers to create the typed label if none has that name. */
export function LabelPicker({ label, placeholder, list, checkboxes, onInbox, onChoose, onCreated }: LabelPickerProps) {
  const [text, setText] = useState('');
  const { make, isMaking } = useCreateLabel();
  const query = text.trim();
  const found = matchingLabels(list.labels, query);
  const byKey = new Map(found.map((each) => [each.fullName, each]));
  const isNew =
    query !== '' && !list.isLoading && !list.labels.some(({ fullName }) => keyOf(fullName) === keyOf(query));
  const showsInbox = onInbox !== undefined && keyOf(t.inbox).startsWith(keyOf(query));
  const choices: Choice[] = [
    ...(showsInbox ? [{ key: inboxKey, label: t.inbox, icon: <Inbox /> }] : []),
    ...found.map((each) => choiceOf(each, list.onlyIn(each), query !== '', checkboxes?.of(each))),
    ...(isNew ? [{ key: createKey, label: t.make({ name: query }), icon: <Plus /> }] : []),
  ];

  async function createLabel(): Promise<void> {
    if (await make(query, list.accountIds)) onCreated(query);
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
        else if (!isMaking) void createLabel();
      }}
      {...(checkboxes && {
        onToggle(key) {
          const chosen = byKey.get(key);
          if (chosen) checkboxes.toggle(chosen);
        },
      })}
      isLoading={list.isLoading}
      note={list.problem ?? (choices.length === 0 && !list.isLoading ? t.noneYet : undefined)}
    />
  );
}

function choiceOf(
  label: NamedLabel,
  onlyIn: readonly string[],
  isFiltered: boolean,
  checkState: boolean | 'mixed' | undefined,
): Choice {
  const [first] = label.records;
  return {
    key: label.fullName,
    label: isFiltered ? label.fullName : label.shortName,
    depth: isFiltered ? 0 : label.depth,
    icon: first && <LabelDot label={first} />,
    ...(onlyIn.length > 0 && { detail: t.only({ accounts: onlyIn }) }),
    ...(checkState !== undefined && { checked: checkState }),
  };
}

function LabelDot({ label }: { label: LabelRecord }) {
  const colourOf = useLabelColours();
  return <span className={styles['dot']} style={{ '--dot': colourOf(label) }} />;
}
