import type { ComponentProps } from 'react';
import {
  formatRecipients,
  parseRecipients,
  type RecipientEntry,
  withRecipients,
} from '../../data/compose/address-list.ts';
import { AttachmentsBar } from './attachments-bar.tsx';
import { ComposerHeader } from './composer-header.tsx';
import styles from './composer.module.css';
import { RecipientSuggestion } from './recipients/recipient-suggestion.tsx';
import { QuoteLabel } from './quote-label.tsx';
import { SignatureText } from './signature-menu.tsx';
import type { Mode } from './editor/editor-mode.ts';
import { TextEditor } from './editor/text-editor.tsx';
import type { useComposer } from './use-composer.ts';
import type { useSenderAndSignature } from './use-sender-and-signature.ts';

type ComposerBodyProps = {
  composer: ReturnType<typeof useComposer>;
  sender: ReturnType<typeof useSenderAndSignature>;
  mode: Mode;
  /** Where the formatting buttons are; null before it exists; undefined above the text. */
  toolbarPlace: HTMLElement | null | undefined;
  subject: ComponentProps<typeof ComposerHeader>['subject'];
};

/** The body of a composer: sender, recipients, text and files. */
export function ComposerBody({ composer, sender, mode, toolbarPlace, subject }: ComposerBodyProps) {
  const { composition, state, files, recipients, snippets } = composer;
  const { fields, session, epoch } = state;

  function addSuggested(entry: RecipientEntry): void {
    const kind = fields.cc === '' ? 'to' : 'cc';
    composition.change({ [kind]: formatRecipients(withRecipients(parseRecipients(fields[kind]), [entry])) });
  }

  /** The pressed button disappears with what it did, so the text takes the focus. */
  function andReturn<Subject>(act: (subject: Subject) => void): (subject: Subject) => void {
    return (subject) => {
      act(subject);
      composer.focusText();
    };
  }

  return (
    <div className={styles['page']}>
      <ComposerHeader
        fields={fields}
        intent={session.frontmatter.intent}
        subject={subject}
        shown={recipients.shown}
        requestedField={recipients.requestedField}
        onShow={recipients.show}
        onChange={composition.change}
        onFrom={sender.setSender}
        onText={composer.focusText}
      />
      <RecipientSuggestion session={session} onAdd={addSuggested} />
      <TextEditor
        key={epoch}
        body={fields.body}
        mode={mode}
        toolbarPlace={toolbarPlace}
        onBody={(body) => composition.change({ body })}
        onReady={composer.onEditorReady}
        onFiles={composer.addFiles}
        onTab={snippets.expand}
        show={files.show}
        quoteLabel={<QuoteLabel session={session} />}
      >
        <SignatureText name={fields.signature} />
      </TextEditor>
      <AttachmentsBar
        files={session.files.filter(({ path }) => fields.attach.includes(path))}
        uploads={files.uploads}
        onRemove={andReturn(({ path }) =>
          composition.change({ attach: fields.attach.filter((each) => each !== path) }),
        )}
        onRetry={andReturn(files.retry)}
        onCancel={andReturn(files.cancel)}
      />
    </div>
  );
}
