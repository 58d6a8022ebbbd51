import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Reply } from '../../../api/client.ts';
import { imagesQuery } from '../../../data/queries/images.ts';
import { withMessageLinks } from '../../../data/links/message-links.ts';
import { useMailDates } from '../../../data/settings/mail-dates.tsx';
import { useServices } from '../../../data/services.ts';
import { useAction } from '../../../data/use-action.ts';
import { strings } from '../../../i18n/strings.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { withImages } from '../images/insert-images.ts';
import type { ViewChoices } from '../view-context.ts';
import { firstView } from '../views.ts';
import { printDocument, type PrintedMessage } from './print-document.ts';
import { addFrame, printInFrame } from './print-frame.ts';

type ThreadData = Reply<'threads', 'get'>;

const t = strings.reader.printed;

/**
 * Prints the open conversation: every message in full, whatever is collapsed, with the images that are loaded. The print
 * command of the browser prints the same.
 */
export function usePrint(data: ThreadData, views: Pick<ViewChoices, 'chosen' | 'isReaderMode'>): void {
  const { api } = useServices();
  const client = useQueryClient();
  const dates = useMailDates();
  const { runAction } = useAction();

  function printedMessage(message: ThreadData['messages'][number]): PrintedMessage {
    const body = data.bodies.find(({ message_id }) => message_id === message.id);
    const failure = data.body_failures.find(({ message_id }) => message_id === message.id);
    const files = (body?.attachments ?? []).filter(({ disposition }) => disposition !== 'inline');
    const facts = [
      { name: t.from, value: addressText({ name: message.sender, email: message.sender_detail ?? '' }) },
      { name: t.to, value: (message.to ?? []).map(addressText).join(', ') },
      { name: t.cc, value: (message.cc ?? []).map(addressText).join(', ') },
      { name: t.date, value: dates.full(message.date, message.date_full) },
      { name: t.attachments, value: files.map(({ filename }) => filename).join(', ') },
    ].filter(({ value }) => value !== '');
    if (!body) return { facts, content: { text: failure?.error ?? '' } };
    const view = views.chosen.get(message.id) ?? firstView(body, views.isReaderMode);
    const html = view === 'html' || body.text_plain === null ? body.text_html : null;
    if (html === null) return { facts, content: { text: body.text_plain ?? '' } };
    const loaded = client.getQueryData(imagesQuery(api, message.id).queryKey)?.assets ?? [];
    const images = loaded.filter(({ kind, data_url }) => kind === 'remote' && data_url !== null);
    return { facts, content: { html: withMessageLinks(withImages(html, images, body.remote_image_urls), {}) } };
  }

  const documentNow = () =>
    printDocument({
      subject: data.thread.subject || strings.list.noSubject,
      messages: data.messages.map(printedMessage),
    });
  useKeys({ print: () => void runAction(() => printInFrame(documentNow()), strings.reader.notPrinted) });
  usePrintEvents(documentNow);
}

/** The browser's own print command prints the page, whose events leave no time to load anything. */
function usePrintEvents(documentNow: () => string): void {
  const latest = useRef(documentNow);
  useEffect(() => {
    latest.current = documentNow;
  });
  useEffect(() => {
    let frame: HTMLIFrameElement | undefined;
    const add = () => {
      // The list of shortcuts is printed instead of the conversation behind it.
      if (!document.querySelector('[data-printed], [role=dialog]')) frame = addFrame(latest.current());
    };
    const remove = () => {
      frame?.remove();
      frame = undefined;
    };
    addEventListener('beforeprint', add);
    addEventListener('afterprint', remove);
    return () => {
      removeEventListener('beforeprint', add);
      removeEventListener('afterprint', remove);
      remove();
    };
  }, []);
}

function addressText({ name, email }: { name: string | null; email: string }): string {
  return name === null || name === email || email === '' ? name || email : `${name} <${email}>`;
}
