import { useQuery } from '@tanstack/react-query';
import { TextQuote } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../design/button.tsx';
import { Picker } from '../design/picker.tsx';
import { Popup } from '../design/popup.tsx';
import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import styles from './menus.module.css';
import { snippetsQuery } from '../texts/queries.ts';
import { filled, missing } from './snippets.ts';

const words = strings.compose;

export type Snippet = { name: string; body: string; vars: readonly string[] };

type SnippetMenuProps = {
  /** What is known for the variables. */
  values: Readonly<Record<string, string>>;
  /** A snippet that was named in the text and waits for its variables. */
  asked: Snippet | undefined;
  onAsked: (snippet: Snippet | undefined) => void;
  onInsert: (text: string) => void;
};

/** Pieces of text that are written often. What a piece needs and nobody knows is asked for. */
export function SnippetMenu({ values, asked, onAsked, onInsert }: SnippetMenuProps) {
  const { api } = useParts();
  const { snippets = [] } = useQuery(snippetsQuery(api)).data ?? {};
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const offered = snippets.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));

  function shut(): void {
    setIsOpen(false);
    setText('');
    onAsked(undefined);
  }

  function choose(name: string): void {
    const snippet = snippets.find((each) => each.name === name);
    if (!snippet) return;
    if (missing(snippet, values).length > 0) {
      onAsked(snippet);
      return;
    }
    shut();
    onInsert(filled(snippet, values));
  }

  return (
    <Popup
      name={asked ? words.snippetAsks({ name: asked.name }) : words.snippet}
      open={isOpen || asked !== undefined}
      onOpenChange={(next) => (next ? setIsOpen(true) : shut())}
      trigger={
        <IconButton name={words.snippet}>
          <TextQuote />
        </IconButton>
      }
    >
      {() =>
        asked ? (
          <Variables
            snippet={asked}
            values={values}
            onDone={(given) => {
              shut();
              onInsert(filled(asked, { ...values, ...given }));
            }}
          />
        ) : (
          <Picker
            label={words.snippet}
            placeholder={words.snippetFind}
            text={text}
            onText={setText}
            choices={offered.map(({ name, body }) => ({ key: name, words: name, detail: body.split('\n')[0] }))}
            onChoose={choose}
            note={snippets.length === 0 ? words.noSnippets : words.snippetHint}
          />
        )
      }
    </Popup>
  );
}

type VariablesProps = {
  snippet: Snippet;
  values: Readonly<Record<string, string>>;
  onDone: (given: Record<string, string>) => void;
};

function Variables({ snippet, values, onDone }: VariablesProps) {
  const names = missing(snippet, values);
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
      <Button type="submit">{words.insert}</Button>
    </form>
  );
}
