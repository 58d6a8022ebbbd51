import { useMemo } from 'react';
import type { MessageBody } from '../../../../daemon/contract/body.ts';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { messageMarkup } from '../../../data/message-frame/frame-document.ts';
import { MessageFrame } from '../../../data/message-frame/message-frame.tsx';
import { lookOf } from '../../../data/message-frame/message-look.ts';
import { useIsDark } from '../../../design/theme/use-is-dark.ts';
import { strings } from '../../../i18n/strings.ts';
import { ImageBanner } from '../images/image-banner.tsx';
import { withImages } from '../images/insert-images.ts';
import { useImages } from '../images/use-images.ts';
import { useRecordLinkClick } from '../use-record-link-click.ts';
import { useViews } from '../view-context.ts';
import styles from './html-body.module.css';
import { splitQuote } from './html-quotes.ts';
import { useRemovesTracking } from './link-tracking.tsx';
import { quotedMessage } from './quote-facts.ts';
import { QuotedText } from './quoted-text.tsx';

const t = strings.reader;

type HtmlBodyProps = {
  body: MessageBody;
  html: string;
  sender: string;
  /** The messages of the conversation before this one. */
  earlier: readonly MessageRow[];
  /** Addresses of the user, in lower case. */
  own: ReadonlySet<string>;
};

/** A formatted message from edge to edge, with its trailing quote collapsed. */
export function HtmlBody({ body, html, sender, earlier, own }: HtmlBodyProps) {
  const images = useImages(body);
  const removesTracking = useRemovesTracking();
  const { remote_image_urls: remote } = body;
  const message = useMemo(() => {
    const describeRemoved = removesTracking ? (count: number) => t.trackingRemoved({ count }) : undefined;
    return splitQuote(messageMarkup(withImages(html, images.shown, remote), { describeRemoved }));
  }, [html, images.shown, remote, removesTracking]);
  const { quote } = message;
  const frame = { messageId: body.message_id, title: t.frameTitle({ sender }) };
  return (
    <>
      {body.remote_images > 0 && <ImageBanner body={body} sender={sender} images={images} />}
      <Frame {...frame} html={message.own} />
      {quote && (
        <QuotedText facts={{ lines: quote.lines, message: quotedMessage(quote.introduction, earlier) }} own={own}>
          <Frame {...frame} title={t.quoteTitle({ sender })} html={quote.html} />
        </QuotedText>
      )}
    </>
  );
}

function Frame({ messageId, html, title }: { messageId: string; html: string; title: string }) {
  const { colours } = useViews();
  const isDark = useIsDark();
  const recordLinkClick = useRecordLinkClick(messageId);
  const choice = colours.get(messageId);
  const look = useMemo(() => lookOf(html, { isDark, choice }), [html, isDark, choice]);
  return <MessageFrame className={styles['frame']} html={html} title={title} look={look} onOpen={recordLinkClick} />;
}
