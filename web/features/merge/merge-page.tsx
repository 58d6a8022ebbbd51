import { useNavigate, useSearch } from '@tanstack/react-router';
import { Page } from '../../design/layout/page.tsx';
import { strings } from '../../i18n/strings.ts';
import { MergeBatch } from './merge-batch.tsx';
import { MergeForm } from './merge-form.tsx';

const t = strings.merge;

/** Creates one draft for each row of a table, then shows their states. */
export function MergePage() {
  const { draft, batch } = useSearch({ from: '/merge' });
  const navigate = useNavigate();
  const show = (search: { draft?: string; batch?: string }) => void navigate({ to: '/merge', search });
  return (
    <Page title={t.title} hint={t.hint}>
      {batch === undefined ? (
        <MergeForm draftId={draft ?? ''} onDraft={(id) => show({ draft: id })} onMade={(id) => show({ batch: id })} />
      ) : (
        <MergeBatch batch={batch} onNew={() => show({})} />
      )}
    </Page>
  );
}
