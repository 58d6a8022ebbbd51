import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { SidebarItem } from '../../daemon/contract/shell.ts';
import { IconButton } from '../design/button.tsx';
import { labelColour } from '../design/label-colour.ts';
import type { EditorStart } from '../labels/label-editor.tsx';
import { LabelEditor } from '../lazy-parts.ts';
import { LabelContextMenu } from '../labels/label-context-menu.tsx';
import { foldOf, type ListedLabel, nestedLabels, unfolded } from '../labels/label-tree.ts';
import { labelsQuery } from '../labels/queries.ts';
import { lensLink } from '../lens-paths.ts';
import { useActs } from '../mutations/acts.ts';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { FoldedSection, FoldMark } from './fold.tsx';
import { useFold, useFolded } from './folds.ts';
import type { Take } from './row-drop.ts';
import { SidebarPlace } from './sidebar-item.tsx';
import styles from './sidebar.module.css';

type LabelsSectionProps = { title: string; items: readonly SidebarItem[]; onGo: (() => void) | undefined };

/** The labels of all accounts, nested ones below theirs; each takes what is dropped on it. */
export function LabelsSection({ title, items, onGo }: LabelsSectionProps) {
  const { api } = useParts();
  const { data } = useQuery(labelsQuery(api));
  const folded = useFolded();
  const [editor, setEditor] = useState<{ start?: EditorStart }>();
  const edit = (labelId: string, act: EditorStart['act']) => setEditor({ start: { labelId, act } });
  return (
    <FoldedSection
      id="labels"
      title={title}
      button={
        <IconButton name={strings.labels.edit} className={styles['edit']} onClick={() => setEditor({})}>
          <Pencil />
        </IconButton>
      }
    >
      <ul>
        {unfolded(nestedLabels(items, data?.labels ?? []), folded).map(({ hasChildren, ...listed }) => (
          <li key={listed.item.id} className={styles['branch']}>
            {hasChildren && <LabelFold listed={listed} />}
            <LabelPlace listed={listed} onGo={onGo} onEdit={edit} />
          </li>
        ))}
      </ul>
      {editor && <LabelEditor start={editor.start} onClose={() => setEditor(undefined)} />}
    </FoldedSection>
  );
}

function LabelFold({ listed: { item, words, depth } }: { listed: ListedLabel }) {
  const [isFolded, toggle] = useFold(foldOf(item));
  return <FoldMark name={words} depth={depth} isFolded={isFolded} onToggle={toggle} />;
}

type LabelPlaceProps = {
  listed: ListedLabel;
  onGo: (() => void) | undefined;
  onEdit: (labelId: string, act: EditorStart['act']) => void;
};

function LabelPlace({ listed: { item, record, name, words, depth }, onGo, onEdit }: LabelPlaceProps) {
  const take = useTakeForLabel(name);
  const id = item.lens.labelId;
  if (!id) return null;
  const label = { id, name: record?.name ?? item.label, color: item.color };
  return (
    <LabelContextMenu label={label} unread={item.unread} onEdit={(act) => onEdit(id, act)}>
      <SidebarPlace
        link={lensLink({ kind: 'label', labelId: id })}
        name={words}
        title={record?.full_name}
        colour={labelColour(label)}
        count={item.unread}
        countWords={strings.sidebar.unread({ count: item.unread })}
        depth={depth}
        take={take}
        onClick={onGo}
      />
    </LabelContextMenu>
  );
}

function useTakeForLabel(name: string): Take {
  const acts = useActs();
  return (rows, isMove) => {
    const target = { threads: rows };
    void (isMove ? acts.move(target, name) : acts.label(target, { add: [name], remove: [] }));
  };
}
