import { useQuery } from '@tanstack/react-query';
import { TextQuote } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../../design/controls/button.tsx';
import { Picker } from '../../design/controls/picker.tsx';
import { PopoverPanel } from '../../design/overlays/popover.tsx';
import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './menus.module.css';
import { snippetsQuery } from '../../data/queries/signatures-and-snippets.ts';
import { fillSnippet, missingVariables } from './snippets.ts';

const t = strings.compose;

export type Snippet = { name: string; body: string; vars: readonly string[] };

type SnippetMenuProps = {
  /** The known values of variables. */
  values: Readonly<Record<string, string>>;
  /** A snippet that was named in the text and needs values for its variables. */
  snippetToFill: Snippet | undefined;
  onSnippetToFill: (snippet: Snippet | undefined) => void;
  onInsert: (text: string) => void;
};

/** Inserts snippets. Unknown variables are requested from the user. */
export function SnippetMenu({ values, snippetToFill, onSnippetToFill, onInsert }: SnippetMenuProps) {
  const { api } = useServices();
  const { snippets = [] } = useQuery(snippetsQuery(api)).data ?? {};
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const offered = snippets.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));

  function shut(): void {
    setIsOpen(false);
    setText('');
    onSnippetToFill(undefined);
  }

  function choose(name: string): void {
    const snippet = snippets.find((each) => each.name === name);
    if (!snippet) return;
    if (missingVariables(snippet, values).length > 0) {
      onSnippetToFill(snippet);
      return;
    }
    shut();
    onInsert(fillSnippet(snippet, values));
  }

  return (
    <PopoverPanel
      name={snippetToFill ? t.snippetAsks({ name: snippetToFill.name }) : t.snippet}
      open={isOpen || snippetToFill !== undefined}
      onOpenChange={(next) => (next ? setIsOpen(true) : shut())}
      trigger={
        <IconButton name={t.snippet}>
          <TextQuote />
        </IconButton>
      }
    >
      {() =>
        snippetToFill ? (
          <Variables
            snippet={snippetToFill}
            values={values}
            onDone={(filledValues) => {
              shut();
              onInsert(fillSnippet(snippetToFill, { ...values, ...filledValues }));
            }}
          />
        ) : (
          <Picker
            label={t.snippet}
            placeholder={t.snippetFind}
            text={text}
            onText={setText}
            choices={offered.map(({ name, body }) => ({ key: name, label: name, detail: body.split('\n')[0] }))}
            onChoose={choose}
            note={snippets.length === 0 ? t.noSnippets : t.snippetHint}
          />
        )
      }
    </PopoverPanel>
  );
}

type VariablesProps = {
  snippet: Snippet;
  values: Readonly<Record<string, string>>;
  onDone: (given: Record<string, string>) => void;
};

function Variables({ snippet, values, onDone }: VariablesProps) {
  const names = missingVariables(snippet, values);
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    event.stopPropagation();
    const fields = [...event.currentTarget.querySelectorAll('input')];
    onDone(Object.fromEntries(fields.map(({ name, value }) => [name, value])));
  }
  return (
    <form className={styles['variables']} onSubmit={submit}>
      {names.map((name) => (
        <label key={name}>
          {name.replaceAll('_', ' ')}
          <input name={name} required dir="auto" className={styles['field']} />
        </label>
      ))}
      <Button type="submit">{t.insert}</Button>
    </form>
  );
}
