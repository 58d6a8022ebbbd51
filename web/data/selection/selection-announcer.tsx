import { strings } from '../../i18n/strings.ts';
import { useSelection } from './selection-context.tsx';

const t = strings.selection;

/** Announces the size of the selection after changes. The live region must exist before its text, or it is not announced. */
export function SelectionAnnouncer({ listTitle }: { listTitle: string }) {
  const { isEmpty, isWhole, count } = useSelection();
  const announcement = isWhole ? t.whole({ count, place: listTitle }) : t.summary({ count });
  return (
    <p className="visually-hidden" role="status">
      {isEmpty ? '' : announcement}
    </p>
  );
}
