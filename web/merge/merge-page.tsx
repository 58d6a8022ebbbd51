import { useNavigate, useSearch } from '@tanstack/react-router';
import { WidePage } from '../shell/wide-page.tsx';
import { strings } from '../strings.ts';
import { MergeBatch } from './merge-batch.tsx';
import { MergeForm } from './merge-form.tsx';

const words = strings.merge;

/** Makes one draft for each row of a table; then shows what became of them. */
export function MergePage() {
  const { draft, batch } = useSearch({ from: '/merge' });
  const navigate = useNavigate();
  const show = (search: { draft?: string; batch?: string }) => void navigate({ to: '/merge', search });
  return (
    <WidePage title={words.title} hint={words.hint}>
      {batch === undefined ? (
        <MergeForm draftId={draft ?? ''} onDraft={(id) => show({ draft: id })} onMade={(id) => show({ batch: id })} />
      ) : (
        <MergeBatch batch={batch} onNew={() => show({})} />
      )}
    </WidePage>
  );
}
