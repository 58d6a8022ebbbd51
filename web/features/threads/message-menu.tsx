import {
  Ban,
  BellRing,
  Check,
  ChevronsDownUp,
  CircleHelp,
  Ellipsis,
  Mail,
  MessageSquareReply,
  Moon,
  ScrollText,
  Sparkles,
  Star,
  Sun,
  Trash2,
} from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { IconButton } from '../../design/controls/button.tsx';
import { useMainLandmark } from '../../design/use-main-landmark.ts';
import { BlockDialog } from '../../data/lazy-components.ts';
import { ReminderMenu } from '../../data/reminders/reminder-menu.tsx';
import { Chord } from '../../keyboard/chord.tsx';
import { keyFor } from '../../keyboard/use-keys.ts';
import { lookOf } from '../../data/message-frame/message-look.ts';
import { useIsDark } from '../../design/theme/use-is-dark.ts';
import { strings } from '../../i18n/strings.ts';
import { splitQuote } from './body/html-quotes.ts';
import { SimilarDialog, WhyHereDialog } from './lazy-parts.ts';
import { MenuItem, MenuRule } from './menu-item.tsx';
import styles from '../../design/overlays/menu.module.css';
import { useReplyActions } from './reply-buttons.tsx';
import { useViews } from './view-context.ts';
import { nextView, type View } from './views.ts';
import { canSearchByMeaning, semanticStatusQuery } from '../../data/queries/semantic.ts';
import { useMailActions, useServices } from '../../data/services.ts';

const t = strings.reader;
const actionTexts = strings.acting.acts;

type MessageMenuProps = {
  message: MessageRow;
  /** The messages of the conversation from this one on. */
  onwards: readonly MessageRow[];
  /** Whether the user sent it, and may wait for an answer. */
  isOwn: boolean;
  /** The available views and the current one; absent while the body is loading. */
  views: { shown: View; all: readonly View[] } | undefined;
  /** The HTML if it is shown. */
  html: string | null;
  onView: (view: View) => void;
  onHeaders: () => void;
  onCollapse: (() => void) | undefined;
};

/** The actions and views of a message. */
export function MessageMenu(props: MessageMenuProps) {
  const { message, onwards, isOwn } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isBlocking, setIsBlocking] = useState(false);
  const [isExplaining, setIsExplaining] = useState(false);
  const [isComparing, setIsComparing] = useState(false);
  const [remindsAt, setRemindsAt] = useState<DOMRect>();
  const mainLandmark = useMainLandmark();
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <IconButton name={t.more} ref={button}>
            <Ellipsis />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal container={mainLandmark}>
          <DropdownMenu.Content className={styles['menu']} align="end" sideOffset={4} collisionPadding={8}>
            <MessageActions
              message={message}
              onwards={onwards}
              onRemind={isOwn ? () => setRemindsAt(button.current?.getBoundingClientRect()) : undefined}
              onBlock={isOwn ? undefined : () => setIsBlocking(true)}
            />
            <MenuRule />
            {!isOwn && (
              <MenuItem icon={CircleHelp} name={strings.whyHere.title} onSelect={() => setIsExplaining(true)} />
            )}
            <SimilarItem onSelect={() => setIsComparing(true)} />
            <MessageViews {...props} />
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isBlocking && <BlockDialog message={message} onClose={() => setIsBlocking(false)} />}
      {isExplaining && <WhyHereDialog messageId={message.id} onClose={() => setIsExplaining(false)} />}
      {isComparing && <SimilarDialog messageId={message.id} onClose={() => setIsComparing(false)} />}
      {remindsAt && (
        <ReminderMenu
          messageId={message.id}
          trigger={null}
          open
          anchor={remindsAt}
          onOpenChange={() => setRemindsAt(undefined)}
        />
      )}
    </>
  );
}

/** Messages like this one; only where the user has set up a model that compares them. */
function SimilarItem({ onSelect }: { onSelect: () => void }) {
  const { api } = useServices();
  const { data } = useQuery(semanticStatusQuery(api));
  if (!data || !canSearchByMeaning(data)) return null;
  return <MenuItem icon={Sparkles} name={strings.similar.name} onSelect={onSelect} />;
}

type MessageActionsProps = Pick<MessageMenuProps, 'message' | 'onwards'> & {
  onRemind: (() => void) | undefined;
  onBlock: (() => void) | undefined;
};

function MessageActions({ message, onwards, onRemind, onBlock }: MessageActionsProps) {
  const mailActions = useMailActions();
  const { id, starred, reply_later: isReplyLater = false } = message;
  const replyActions = useReplyActions(id);
  return (
    <>
      {replyActions.map(({ act, Icon, name, run }) => (
        <MenuItem key={act} icon={Icon} name={name} onSelect={run} />
      ))}
      <MenuRule />
      <MenuItem
        icon={Star}
        name={starred ? actionTexts.unstar : actionTexts.star}
        onSelect={() => void mailActions.star({ messages: [message] }, !starred)}
      />
      <MenuItem
        icon={Mail}
        name={actionTexts.unreadFrom}
        onSelect={() => void mailActions.read({ messages: onwards }, false)}
      />
      {onRemind ? (
        <MenuItem icon={BellRing} name={actionTexts.remind} onSelect={onRemind} />
      ) : (
        <MenuItem
          icon={MessageSquareReply}
          name={isReplyLater ? actionTexts.noReplyLater : actionTexts.replyLater}
          onSelect={() => void mailActions.replyLater(id, !isReplyLater)}
        />
      )}
      <MenuItem
        icon={Trash2}
        name={actionTexts.trashMessage}
        onSelect={() => void mailActions.trash({ messages: [message] })}
      />
      {onBlock && <MenuItem icon={Ban} name={t.block({ name: message.sender })} onSelect={onBlock} />}
    </>
  );
}

function MessageViews({ message, html, views, onView, onHeaders, onCollapse }: MessageMenuProps) {
  return (
    <>
      {views && (
        <DropdownMenu.RadioGroup value={views.shown} aria-label={strings.views.label}>
          {views.all.map((view) => (
            <DropdownMenu.RadioItem key={view} value={view} className={styles['choice']} onSelect={() => onView(view)}>
              <Check className={styles['chosen']} data-chosen={view === views.shown || undefined} />
              <span className={styles['choiceName']}>{strings.views.names[view]}</span>
              {view === nextView(views.all, views.shown) && (
                <span className={styles['choiceKeys']} aria-hidden="true">
                  <Chord keys={keyFor('nextView')} />
                </span>
              )}
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      )}
      {html !== null && <ColoursItem messageId={message.id} html={html} />}
      <MenuItem icon={ScrollText} name={t.showHeaders} onSelect={onHeaders} />
      {onCollapse && <MenuItem icon={ChevronsDownUp} name={t.fold} onSelect={onCollapse} />}
    </>
  );
}

/** Switches a formatted message on a dark page between its own colours and colours that suit the page. */
function ColoursItem({ messageId, html }: { messageId: string; html: string }) {
  const { colours, chooseColours } = useViews();
  const isDark = useIsDark();
  if (!isDark) return null;
  const isLight = lookOf(splitQuote(html).own, { isDark, choice: colours.get(messageId) }).shade === 'light';
  return (
    <MenuItem
      icon={isLight ? Moon : Sun}
      name={isLight ? t.adaptColours : t.originalColours}
      onSelect={() => chooseColours(messageId, isLight ? 'adapted' : 'original')}
    />
  );
}
