import { Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import type { Reply } from '../../../api/client.ts';
import { strings } from '../../../i18n/strings.ts';
import { useServices } from '../../services.ts';
import { useThreadListData } from '../list/list-context.ts';
import { type Gists, noGists } from './gist-context.ts';
import styles from './list-gists.module.css';

type Gist = Pick<Reply<'gists', 'list'>['gists'][number], 'text' | 'model'>;

/** Gists are asked for together, of no more conversations at once. */
const maxAsked = 200;

/** Fetches the gists of the listed conversations, and shows new ones as they are written. Nothing is written for this. */
export function ListGists({ onGists }: { onGists: (gists: Gists) => void }) {
  const { api, live } = useServices();
  const { rows } = useThreadListData();
  /** The state in which each conversation was asked for. */
  const asked = useRef(new Map<string, string>());
  const shown = useRef(noGists);
  /** Conversations whose gist was announced after they were asked for: the answer may be older. */
  const announced = useRef(new Set<string>());
  /** How often events were missed. */
  const [missed, setMissed] = useState(0);

  useEffect(() => {
    const due = rows.filter((row) => asked.current.get(row.thread_id) !== stateOf(row)).slice(0, maxAsked);
    if (due.length === 0) return;
    for (const row of due) asked.current.set(row.thread_id, stateOf(row));
    const ids = due.map(({ thread_id }) => thread_id);
    for (const id of ids) announced.current.delete(id);
    api.gists.list({ thread_ids: ids }).then(
      ({ gists }) => show(ids, new Map(gists.map((gist) => [gist.thread_id, gist]))),
      // The rows keep the beginnings of their messages, and the next change of the list asks again.
      () => ids.forEach((id) => asked.current.delete(id)),
    );

    /** Replaces the gists of conversations by those that were found. */
    function show(of: readonly string[], found: ReadonlyMap<string, Gist>): void {
      const next = new Map(shown.current);
      for (const id of of) {
        const gist = found.get(id);
        if (gist) next.set(id, <GistLine {...gist} />);
        else if (!announced.current.has(id)) next.delete(id);
      }
      onGists((shown.current = next));
    }
  }, [api, rows, missed, onGists]);

  useEffect(() => {
    const stop = live.listen((event) => {
      if (event.event === 'EventsLagged') {
        asked.current.clear();
        setMissed((times) => times + 1);
      }
      if (event.event !== 'ThreadGistReady') return;
      announced.current.add(event.thread_id);
      const { text, model } = event.gist;
      shown.current = new Map(shown.current).set(
        event.thread_id,
        <GistLine text={String(text)} model={String(model)} />,
      );
      onGists(shown.current);
    });
    return () => {
      stop();
      onGists(noGists);
    };
  }, [live, onGists]);
  return null;
}

/** A conversation with another newest message, or with another number of them, has another gist or none. */
function stateOf({ id, message_count }: MessageRow): string {
  return `${id} ${message_count}`;
}

/** The line says that a model wrote it: the mail may say something else. */
function GistLine({ text, model }: Gist) {
  return (
    <span className={styles['gist']} title={strings.assist.reader.by({ model })}>
      <Sparkles aria-hidden="true" />
      <span className="visually-hidden">{strings.assist.gists.mark({ model })} </span>
      {text}
    </span>
  );
}
