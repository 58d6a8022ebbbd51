import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { strings } from '../../i18n/strings.ts';
import { type Docs, DocsContext } from './docs-context.ts';
import { OperationPage } from './operation-page.tsx';
import { Overview } from './overview.tsx';
import { type DocsPlace, hrefOf, placeOf } from './place.ts';
import { RecordPage } from './record-page.tsx';
import { RequestIndex } from './request-index.tsx';
import styles from './viewer.module.css';

const words = strings.docs;

type ViewerProps = Docs & {
  /** The part of the page's address after `#`. */
  hash: string;
  /** What stands in front of the title. */
  lead?: ReactNode;
};

/** An OpenAPI document to read and to try: an index, and the one request or record that was chosen from it. */
export function Viewer({ hash, lead, ...docs }: ViewerProps) {
  const place = placeOf(hash);
  const detail = useRef<HTMLDivElement>(null);
  const shown = useRef(hash);
  useEffect(() => {
    if (shown.current === hash) return;
    shown.current = hash;
    if (placeOf(hash).kind !== 'index') detail.current?.querySelector<HTMLElement>('h1')?.focus();
  }, [hash]);
  return (
    <DocsContext value={docs}>
      <div className={styles['panes']} data-open={place.kind === 'index' ? undefined : true}>
        <RequestIndex place={place} lead={lead} />
        <div className={styles['detail']} ref={detail}>
          <div key={hash} className={styles['scroll']} tabIndex={0} role="group" aria-label={words.title}>
            <IconButton
              name={words.back}
              className={styles['back']}
              onClick={() => {
                location.hash = hrefOf({ kind: 'index' });
              }}
            >
              <ArrowLeft />
            </IconButton>
            <Detail place={place} {...docs} />
          </div>
        </div>
      </div>
    </DocsContext>
  );
}

function Detail({ place, document }: { place: DocsPlace } & Docs) {
  if (place.kind === 'request') {
    const operation = document.operations.get(place.name);
    if (operation) return <OperationPage key={operation.id} operation={operation} />;
  } else if (place.kind === 'record') {
    const schema = document.records.get(place.name);
    if (schema) return <RecordPage name={place.name} schema={schema} />;
  } else return <Overview />;
  return <EmptyState illustration="lost" title={words.gone} hint={words.goneHint} />;
}
