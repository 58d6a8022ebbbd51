import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { useRowSelection } from '../../selection/selection-context.tsx';
import { strings } from '../../../i18n/strings.ts';
import styles from './row-checkbox.module.css';

type RowCheckboxProps = { row: MessageRow; isSelected: boolean; isShown: boolean };

/** Selects a row. It is visible on hover, with the focus, and always while a selection exists. */
export function RowCheckbox({ row, isSelected, isShown }: RowCheckboxProps) {
  const { toggle, selectRangeTo } = useRowSelection();
  return (
    <input
      type="checkbox"
      className={styles['box']}
      data-shown={isShown || undefined}
      aria-label={strings.selection.selectRow({ subject: row.subject || strings.list.noSubject })}
      tabIndex={-1}
      checked={isSelected}
      onChange={({ nativeEvent }) => {
        if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) selectRangeTo(row);
        else toggle(row);
      }}
    />
  );
}
