import { useNavigate } from '@tanstack/react-router';
import { Search, X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { IconButton } from '../design/button.tsx';
import { Kbd } from '../design/kbd.tsx';
import { useKeys } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import field from '../design/search-field.module.css';
import styles from './search-box.module.css';

const words = strings.search;

/** The box that searches all mail; `query` is what the page shows now. Enter runs, Escape leaves. */
export function SearchBox({ query }: { query: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(query);
  const [isFocused, setIsFocused] = useState(false);
  const navigate = useNavigate();
  useKeys({
    search() {
      input.current?.focus();
      input.current?.select();
    },
  });

  function run(event: FormEvent): void {
    event.preventDefault();
    const wanted = text.trim();
    if (!wanted) return;
    input.current?.blur();
    void navigate({ to: '/search', search: { q: wanted } });
  }

  function clear(): void {
    setText('');
    if (query) void navigate({ to: '/inbox' });
    else input.current?.focus();
  }

  const showsHints = isFocused && text === '';
  return (
    <form role="search" className={styles['box']} onSubmit={run}>
      <div className={field['field']}>
        <Search aria-hidden="true" />
        <input
          ref={input}
          type="search"
          className={field['input']}
          aria-label={words.label}
          aria-describedby={showsHints ? 'search-hints' : undefined}
          placeholder={words.placeholder}
          value={text}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={({ target }) => setText(target.value)}
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Escape') currentTarget.blur();
          }}
        />
        {text ? (
          <IconButton name={words.clear} className={styles['clear']} onClick={clear}>
            <X />
          </IconButton>
        ) : (
          <Kbd>/</Kbd>
        )}
      </div>
      {showsHints && (
        <div className={styles['hints']} id="search-hints">
          <p>{words.hintTitle}</p>
          <dl>
            {words.hints.map(({ example, meaning }) => (
              <Hint key={example} example={example} meaning={meaning} />
            ))}
          </dl>
        </div>
      )}
    </form>
  );
}

function Hint({ example, meaning }: { example: string; meaning: string }) {
  return (
    <>
      <dt>{example}</dt>
      <dd>{meaning}</dd>
    </>
  );
}
