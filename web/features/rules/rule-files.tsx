import { useRef, useState } from 'react';
import type { ImportedRules } from '../../data/queries/rules.ts';
import { saveFile } from '../../data/save-file.ts';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import { ruleText } from './rule-text.ts';
import styles from './rules-page.module.css';

const t = strings.rules.files;

type Format = 'sieve' | 'gmail' | 'posthorn';
type ChosenFile = { name: string; format: Format; content: string; found: ImportedRules };

/** Takes in rules of other programs after a preview, and saves all rules as a file. */
export function RuleFiles({ hasRules }: { hasRules: boolean }) {
  const { api, toasts } = useServices();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ChosenFile>();
  const { runOnce, isPending, problem, reset } = useAction({ affects: ['rules'], showsToast: false });

  const preview = (file: File) =>
    runOnce(async () => {
      setChosen(undefined);
      const content = await file.text();
      const format = formatOf(file.name, content);
      setChosen({
        name: file.name,
        format,
        content,
        found: await api.rules.import({ format, content, dry_run: true }),
      });
    }, t.notRead);
  const take = ({ format, content }: ChosenFile) =>
    runOnce(async () => {
      const { rules } = await api.rules.import({ format, content });
      setChosen(undefined);
      toasts.show({ tone: 'plain', text: t.imported({ count: rules.length }) });
    }, t.notImported);
  const save = () =>
    runOnce(async () => {
      const { content } = await api.rules.export({});
      saveFile(new Blob([content], { type: 'application/json' }), 'posthorn-rules.json');
    }, t.notExported);

  return (
    <section className={styles['files']} aria-label={t.title}>
      <h2>{t.title}</h2>
      <p className={styles['soft']}>{t.hint}</p>
      <div className={styles['buttons']}>
        <Button isBusy={isPending} onClick={() => input.current?.click()}>
          {t.import}
        </Button>
        {hasRules && (
          <Button look="quiet" onClick={() => void save()}>
            {t.export}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept=".sieve,.siv,.xml,.json,.txt"
          aria-label={t.file}
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = '';
            reset();
            if (file) void preview(file);
          }}
        />
      </div>
      {problem && (
        <p role="alert" className={styles['fault']}>
          {problem}
        </p>
      )}
      {chosen && (
        <ImportPreview
          chosen={chosen}
          isBusy={isPending}
          onImport={() => void take(chosen)}
          onCancel={() => setChosen(undefined)}
        />
      )}
    </section>
  );
}

/** By the name of the file, or by how it begins. */
function formatOf(name: string, content: string): Format {
  const start = content.trimStart().charAt(0);
  if (/\.xml$/i.test(name) || start === '<') return 'gmail';
  return /\.json$/i.test(name) || start === '{' ? 'posthorn' : 'sieve';
}

type ImportPreviewProps = { chosen: ChosenFile; isBusy: boolean; onImport: () => void; onCancel: () => void };

function ImportPreview({ chosen: { name, found }, isBusy, onImport, onCancel }: ImportPreviewProps) {
  const { rules, refused } = found;
  return (
    <div className={styles['import']}>
      <p role="status" className={styles['name']}>
        {t.found({ name, count: rules.length, refused: refused.length })}
      </p>
      <ul role="list">
        {rules.map((rule, at) => (
          // Rules that are not stored have no identity but their position.
          <li key={at}>
            <span className={styles['name']} dir="auto">
              {rule.name}
            </span>
            <span className={styles['soft']} dir="auto">
              {ruleText(rule)}
            </span>
          </li>
        ))}
        {refused.map(({ line, statement, reason }) => (
          <li key={`${line} ${statement}`}>
            <span className={styles['fault']}>{t.refused({ line, reason })}</span>
            <code>{statement}</code>
          </li>
        ))}
      </ul>
      <div className={styles['buttons']}>
        <Button look="primary" disabled={rules.length === 0} isBusy={isBusy} onClick={onImport}>
          {t.importNow({ count: rules.length })}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {t.cancel}
        </Button>
      </div>
    </div>
  );
}
