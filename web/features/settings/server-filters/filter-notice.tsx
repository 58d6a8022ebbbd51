import type { ServerFilters } from '../../../data/queries/server-filters.ts';
import { strings } from '../../../i18n/strings.ts';
import settings from '../settings.module.css';
import styles from './server-filters.module.css';

const t = strings.serverFilters.notices;

/** What the user should know about the scripts on the server, if anything. */
export function FilterNotice({ stored: { state, other_script: script, supports } }: { stored: ServerFilters }) {
  const notice = noticeOf();
  if (!notice) return null;
  return (
    <div className={styles['notice']}>
      <p className={settings['name']}>{notice.title}</p>
      <p>{notice.text}</p>
    </div>
  );

  function noticeOf(): { title: string; text: string } | undefined {
    if (state === 'name_taken') return { title: t.nameTaken, text: t.nameTakenHint };
    if (state === 'edited') return { title: t.edited, text: t.editedHint };
    if (script !== null && !supports.include) return { title: t.blocked({ script }), text: t.blockedHint };
    if (state === 'inactive') return { title: t.inactive, text: t.inactiveHint };
    if (script !== null) return { title: t.beside({ script }), text: t.besideHint };
    return undefined;
  }
}
