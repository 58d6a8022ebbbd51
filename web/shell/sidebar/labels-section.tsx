import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import { IconButton } from '../../design/controls/button.tsx';
import type { EditorStart } from '../../data/labels/label-editor.tsx';
import { LabelEditor } from '../../data/labels/lazy-label-editor.ts';
import { LabelContextMenu } from '../../data/labels/label-context-menu.tsx';
import { collapseKeyOf, type ListedLabel, nestedLabels, visibleLabels } from '../../data/labels/label-tree.ts';
import { useLabelColours } from '../../data/labels/label-colours.tsx';
import { labelsQuery } from '../../data/queries/labels.ts';
import { lensLink } from '../../data/lens-links.ts';
import { useServices, useMailActions } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { CollapsibleSection, CollapseButton } from '../../data/navigation/collapsible-section.tsx';
import { useCollapsed, useCollapsedIds } from '../../data/navigation/collapsed-sections.ts';
import type { RowDropHandler } from '../../data/selection/row-drop.ts';
import { SidebarEntry } from '../../data/navigation/sidebar-item.tsx';
import styles from '../../data/navigation/sidebar.module.css';

type LabelsSectionProps = { title: string; items: readonly SidebarItem[]; onGo: (() => void) | undefined };

/** The nested labels of all accounts; each is a drop target. */
export function LabelsSection({ title, items, onGo }: LabelsSectionProps) {
  const { api } = useServices();
  const { data } = useQuery(labelsQuery(api));
  const collapsed = useCollapsedIds();
  const [editor, setEditor] = useState<{ start?: EditorStart }>();
  const edit = (labelId: string, action: EditorStart['action']) => setEditor({ start: { labelId, action } });
  return (
    <CollapsibleSection
      id="labels"
      title={title}
      button={
        <IconButton name={strings.labels.edit} className={styles['edit']} onClick={() => setEditor({})}>
          <Pencil />
        </IconButton>
      }
    >
      <ul>
        {visibleLabels(nestedLabels(items, data?.labels ?? []), collapsed).map(({ hasChildren, ...listed }) => (
          <li key={listed.item.id} className={styles['branch']}>
            {hasChildren && <LabelCollapseButton listed={listed} />}
            <LabelEntry listed={listed} onGo={onGo} onEdit={edit} />
          </li>
        ))}
      </ul>
      {editor && <LabelEditor start={editor.start} onClose={() => setEditor(undefined)} />}
    </CollapsibleSection>
  );
}

function LabelCollapseButton({ listed: { item, shortName, depth } }: { listed: ListedLabel }) {
  const [isCollapsed, toggle] = useCollapsed(collapseKeyOf(item));
  return <CollapseButton name={shortName} depth={depth} isCollapsed={isCollapsed} onToggle={toggle} />;
}

type LabelEntryProps = {
  listed: ListedLabel;
  onGo: (() => void) | undefined;
  onEdit: (labelId: string, act: EditorStart['action']) => void;
};

function LabelEntry({ listed: { item, record, name, shortName, owner, depth }, onGo, onEdit }: LabelEntryProps) {
  const onDropRows = useLabelDrop(name);
  const colourOf = useLabelColours();
  const id = item.lens.labelId;
  if (!id) return null;
  const label = { id, name: record?.name ?? item.label, color: item.color };
  return (
    <LabelContextMenu label={label} unread={item.unread} onEdit={(action) => onEdit(id, action)}>
      <SidebarEntry
        link={lensLink({ kind: 'label', labelId: id })}
        name={shortName}
        detail={owner}
        title={owner === undefined ? record?.full_name : strings.list.owned({ place: shortName, account: owner })}
        colour={colourOf(label)}
        count={item.unread}
        countLabel={strings.sidebar.unread({ count: item.unread })}
        depth={depth}
        onDropRows={onDropRows}
        onClick={onGo}
      />
    </LabelContextMenu>
  );
}

function useLabelDrop(name: string): RowDropHandler {
  const mailActions = useMailActions();
  return (rows, isMove) => {
    const target = { threads: rows };
    void (isMove ? mailActions.move(target, name) : mailActions.label(target, { add: [name], remove: [] }));
  };
}
