import { useEffect, useRef, useState } from 'react';
import type { ComposeSession } from '../../data/compose/fields.ts';
import { useServices } from '../../data/services.ts';
import type { EditorHandle } from './editor/editor-props.ts';
import { useSend } from './send/use-send.ts';
import { isUnchanged, useCloseComposition } from './use-close-composition.ts';
import { useComposeAttachments } from './use-compose-attachments.ts';
import { useComposerFocus } from './use-composer-focus.ts';
import { useComposerKeys } from './use-composer-keys.ts';
import { useComposition } from './use-composition.ts';
import { useEditorFiles } from './use-editor-files.ts';
import { useShownRecipients } from './use-shown-recipients.ts';
import { useSnippets } from './use-snippets.ts';

type ComposerOptions = {
  session: ComposeSession;
  isFresh: boolean;
  isActive: boolean;
  isInline: boolean;
  focusRequest: number;
  onFocused: () => void;
  onClosed: () => void;
};

/** A composition: its content, its files and snippets, and the ways to send and close it. */
export function useComposer({ session, isFresh, onFocused, onClosed, ...focus }: ComposerOptions) {
  const { live } = useServices();
  const { isActive } = focus;
  const { composition, state } = useComposition(session);
  const files = useComposeAttachments(composition);
  const editor = useRef<EditorHandle>(null);
  const root = useRef<HTMLElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const [isLaterOpen, setIsLaterOpen] = useState(false);
  const recipients = useShownRecipients();
  const sending = useSend({ composition, whenUploaded: files.whenUploaded, onSent: onClosed });
  const hasOwnContent = !isFresh || !isUnchanged(session, state);
  const closing = useCloseComposition({ composition, isUntouched: !hasOwnContent, onClosed });
  const snippets = useSnippets(state.fields.to, editor);
  const onEditorReady = useComposerFocus({ ...focus, root, editor, onFocused });
  const { addFiles, dropHandlers } = useEditorFiles(files, editor);
  const keyHandlers = useComposerKeys(root, isActive, {
    send: () => void sending.send(),
    sendLater: () => setIsLaterOpen(true),
    addCc: () => recipients.show('cc'),
    addBcc: () => recipients.show('bcc'),
    attachFiles: () => fileInput.current?.click(),
    keepDraft: () => void closing.saveAsDraft(),
    discardDraft: () => void closing.discard(),
  });
  useEffect(
    () => live.subscribe(() => live.state().connection === 'open' && void composition.save()),
    [live, composition],
  );
  return {
    composition,
    state,
    hasOwnContent,
    files,
    root,
    fileInput,
    recipients,
    sending,
    closing,
    snippets,
    onEditorReady,
    addFiles,
    isLaterOpen,
    setIsLaterOpen,
    focusText: () => editor.current?.focus(),
    handlers: { ...keyHandlers, ...dropHandlers, onBlur: () => void composition.save() },
  };
}
