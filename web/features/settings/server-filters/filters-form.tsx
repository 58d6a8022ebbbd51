import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refusal } from '../../../api/session.ts';
import { serverFiltersQuery, type FilterDraft, type ServerFilters } from '../../../data/queries/server-filters.ts';
import { useServices } from '../../../data/services.ts';
import { Button } from '../../../design/controls/button.tsx';
import { errorText } from '../../../design/feedback/empty-state.tsx';
import { strings } from '../../../i18n/strings.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { FilterList } from './filter-list.tsx';
import { FilterNotice } from './filter-notice.tsx';
import { ScriptPreview } from './script-preview.tsx';
import styles from './server-filters.module.css';
import { VacationForm } from './vacation-form.tsx';

const t = strings.serverFilters;

type FiltersFormProps = { stored: ServerFilters; onReload: () => void };

/** What is typed is stored on the mail server by Save alone. */
export function FiltersForm({ stored, onReload }: FiltersFormProps) {
  const { account_id, vacation, rules, supports, state } = stored;
  const [draft, setDraft] = useState<FilterDraft>({ vacation, rules });
  const [isAsking, setAsking] = useState(false);
  const { save, isSaving, error } = useSave(stored);
  const isChanged = JSON.stringify(draft) !== JSON.stringify({ vacation, rules });
  const isOutdated = error instanceof Refusal && error.code === 'changed_elsewhere';
  // What is on is stored again to take effect.
  const canSave = (isChanged || state === 'inactive' || state === 'edited') && state !== 'name_taken';
  return (
    <>
      <FilterNotice stored={stored} />
      <VacationForm
        vacation={draft.vacation}
        state={stored.vacation_state}
        supports={supports}
        onChange={(next) => setDraft({ ...draft, vacation: next })}
      />
      <FilterList
        accountId={account_id}
        rules={draft.rules}
        supports={supports}
        onChange={(next) => setDraft({ ...draft, rules: next })}
      />
      <ScriptPreview accountId={account_id} draft={draft} server={stored.server} />
      <div className={styles['bar']}>
        {error !== undefined && (
          <div role="alert" className={styles['problem']}>
            <p>
              <strong>{t.notSaved}</strong> {errorText(error)}
            </p>
            {isOutdated && <Button onClick={onReload}>{t.reload}</Button>}
          </div>
        )}
        <div className={styles['buttons']}>
          <Button
            look="primary"
            disabled={!canSave}
            isBusy={isSaving}
            onClick={() => (state === 'edited' ? setAsking(true) : void save(draft))}
          >
            {isSaving ? t.saving : t.save}
          </Button>
          <Button look="quiet" disabled={!isChanged || isSaving} onClick={() => setDraft({ vacation, rules })}>
            {t.discard}
          </Button>
        </div>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t.replaceTitle}
          question={t.replaceQuestion}
          yes={t.replace}
          onAnswer={(isConfirmed) => {
            setAsking(false);
            if (isConfirmed) void save(draft, { replacesEdited: true });
          }}
        />
      )}
    </>
  );
}

function useSave({ account_id, etag }: ServerFilters) {
  const { api, toasts } = useServices();
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  async function save(draft: FilterDraft, { replacesEdited = false } = {}): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    setError(undefined);
    try {
      const request = { account_id, ...draft, if_match: etag, replace_edited: replacesEdited };
      client.setQueryData(serverFiltersQuery(api, account_id).queryKey, await api.serverFilters.save(request));
      toasts.show({ tone: 'plain', text: t.saved });
    } catch (failed) {
      setError(failed);
    } finally {
      setSaving(false);
    }
  }
  return { save, isSaving, error };
}
