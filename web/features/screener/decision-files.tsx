import { useId, useRef, useState } from 'react';
import { saveFile } from '../../data/save-file.ts';
import { useMailActions, useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Select } from '../../design/controls/select.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './decisions-page.module.css';

const t = strings.screener.decisions;

type NamedAccount = { account_id: string; name: string };
type ChosenFile = { name: string; format: 'csv' | 'json'; content: string; added: number; changed: number };

/** Saves the decisions of an account as a file, and takes such a file in after a preview. */
export function DecisionFiles({ accounts }: { accounts: readonly NamedAccount[] }) {
  const [account = accounts[0]?.account_id ?? '', setAccount] = useState<string>();
  const id = useId();
  return (
    <section className={styles['files']} aria-labelledby={id}>
      <h2 id={id}>{t.files}</h2>
      <p className={styles['facts']}>{t.filesHint}</p>
      {accounts.length > 1 && (
        <Select
          className={styles['choice']}
          aria-label={t.account}
          value={account}
          onChange={({ target }) => setAccount(target.value)}
        >
          {accounts.map(({ account_id, name }) => (
            <option key={account_id} value={account_id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <div className={styles['buttons']}>
        <ExportButton account_id={account} />
        <ImportFile key={account} account_id={account} />
      </div>
    </section>
  );
}

function ExportButton({ account_id }: { account_id: string }) {
  const { api } = useServices();
  const { runOnce, isPending } = useAction();
  const save = () =>
    runOnce(async () => {
      const { content } = await api.screener.export({ account_id, format: 'csv' });
      saveFile(new Blob([content], { type: 'text/csv' }), 'posthorn-decisions.csv');
    }, t.notExported);
  return (
    <Button isBusy={isPending} onClick={() => void save()}>
      {t.export}
    </Button>
  );
}

function ImportFile({ account_id }: { account_id: string }) {
  const { api } = useServices();
  const mailActions = useMailActions();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ChosenFile>();
  const { runOnce, isPending, problem, reset } = useAction({
    affects: ['screener', 'blocked-senders', 'mailbox', 'thread', 'shell', 'history'],
    showsToast: false,
  });

  const preview = (file: File) =>
    runOnce(async () => {
      setChosen(undefined);
      const content = await file.text();
      const format = file.name.toLowerCase().endsWith('.json') ? 'json' : 'csv';
      const { added, changed } = await api.screener.import({ account_id, format, content, dry_run: true });
      setChosen({ name: file.name, format, content, added, changed });
    }, t.notImported);
  const take = ({ format, content, added, changed }: ChosenFile) =>
    runOnce(async () => {
      const { result } = await api.screener.import({ account_id, format, content });
      setChosen(undefined);
      if (result.mutation_id) mailActions.offerUndo(t.imported({ count: added + changed }), result.mutation_id);
    }, t.notImported);

  return (
    <>
      <Button isBusy={isPending} onClick={() => input.current?.click()}>
        {t.import}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.json"
        aria-label={t.importFile}
        className={styles['file']}
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          reset();
          if (file) void preview(file);
        }}
      />
      {problem && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
      {chosen && (
        <div role="status" className={styles['preview']}>
          <p>{t.preview({ name: chosen.name, added: chosen.added, changed: chosen.changed })}</p>
          <Button look="primary" isBusy={isPending} onClick={() => void take(chosen)}>
            {t.importNow}
          </Button>
          <Button look="quiet" onClick={() => setChosen(undefined)}>
            {t.cancel}
          </Button>
        </div>
      )}
    </>
  );
}
