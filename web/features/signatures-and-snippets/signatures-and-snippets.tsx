import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, Signature, TextQuote } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { ErrorState } from '../../design/feedback/empty-state.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { sectionId } from '../settings/hash-target.ts';
import { useTextEdits } from './use-text-edits.ts';
import { signaturesQuery, snippetsQuery } from '../../data/queries/signatures-and-snippets.ts';
import { SignatureDefaults } from './signature-defaults.tsx';
import { TextForm } from './text-form.tsx';
import styles from './signatures-and-snippets.module.css';

const t = strings.texts;

type Text = { name: string; body: string; vars?: readonly string[] };

/** The sections of the settings with signatures and snippets. */
export function SignaturesAndSnippets() {
  const { api } = useServices();
  const signatures = useQuery(signaturesQuery(api));
  const snippets = useQuery(snippetsQuery(api));
  const edits = useTextEdits();
  const error = signatures.error ?? snippets.error;
  if (error)
    return <ErrorState error={error} onRetry={() => void Promise.all([signatures.refetch(), snippets.refetch()])} />;
  return (
    <>
      <Texts
        id="signatures"
        title={t.signatures}
        Icon={Signature}
        about={t.aboutSignatures}
        empty={t.noSignatures}
        add={t.newSignature}
        texts={signatures.data?.signatures}
        {...edits.signatures}
      />
      {(signatures.data?.signatures.length ?? 0) > 0 && <SignatureDefaults />}
      <Texts
        id="snippets"
        title={t.snippets}
        Icon={TextQuote}
        about={t.aboutSnippets}
        empty={t.noSnippets}
        add={t.newSnippet}
        hint={t.variables}
        texts={snippets.data?.snippets}
        {...edits.snippets}
      />
    </>
  );
}

type TextsProps = {
  id: string;
  title: string;
  Icon: LucideIcon;
  about: string;
  empty: string;
  add: string;
  hint?: string;
  texts: readonly Text[] | undefined;
  save: (text: Text, before?: string) => Promise<boolean>;
  remove: (text: Text) => Promise<void>;
};

function Texts({ id, title, Icon, about, empty, add, hint, texts, save, remove }: TextsProps) {
  /** The name of the edited item; empty for a new one. */
  const [open, setOpen] = useState<string>();
  const close = () => setOpen(undefined);
  return (
    <section id={sectionId(id)} tabIndex={-1} aria-label={title} className={styles['section']}>
      <div className={styles['head']}>
        <div>
          <h2>{title}</h2>
          <p className={styles['hint']}>{about}</p>
        </div>
        {texts && open !== '' && <Button onClick={() => setOpen('')}>{add}</Button>}
      </div>
      {open === '' && <TextForm title={add} hint={hint} onSave={(text) => save(text)} onClose={close} />}
      {texts?.length === 0 && open !== '' && (
        <div className={styles['nothing']}>
          <Icon aria-hidden="true" />
          <p className={styles['empty']}>{empty}</p>
        </div>
      )}
      {texts && texts.length > 0 && (
        <ul className={styles['texts']}>
          {texts.map((text) => (
            <li key={text.name}>
              {open === text.name ? (
                <TextForm
                  title={t.editNamed({ name: text.name })}
                  hint={hint}
                  text={text}
                  onSave={(changed) => save(changed, text.name)}
                  onClose={close}
                />
              ) : (
                <TextRow text={text} onEdit={() => setOpen(text.name)} onRemove={() => void remove(text)} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function TextRow({ text, onEdit, onRemove }: { text: Text; onEdit: () => void; onRemove: () => void }) {
  const { name, body, vars = [] } = text;
  return (
    <div className={styles['text']}>
      <div className={styles['words']}>
        <p className={styles['name']} dir="auto">
          {name}
        </p>
        <p className={styles['body']} dir="auto">
          {body}
        </p>
        {vars.length > 0 && <p className={styles['vars']}>{t.inserts({ vars })}</p>}
      </div>
      <Button look="quiet" aria-label={t.editNamed({ name })} onClick={onEdit}>
        {t.edit}
      </Button>
      <Button look="quiet" aria-label={t.removeNamed({ name })} onClick={onRemove}>
        {t.remove}
      </Button>
    </div>
  );
}
