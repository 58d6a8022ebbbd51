import { Forward, Reply, ReplyAll } from 'lucide-react';
import { Button } from '../../design/controls/button.tsx';
import { useServices } from '../../data/services.ts';
import { describeChord } from '../../keyboard/key-names.ts';
import type { Command } from '../../keyboard/command-table.ts';
import { keyFor } from '../../keyboard/use-keys.ts';
import { strings } from '../../i18n/strings.ts';
import styles from './conversation.module.css';

const replyKinds = [
  { command: 'reply', kind: 'reply', Icon: Reply },
  { command: 'replyAll', kind: 'reply_all', Icon: ReplyAll },
  { command: 'forward', kind: 'forward', Icon: Forward },
] as const satisfies readonly { command: Command; kind: string; Icon: unknown }[];

/** The replies to a message; `current` is the message at the moment of the reply. */
export function useReplyActions(messageId: string | undefined, current = () => messageId) {
  const { openCompositions } = useServices();
  return replyKinds.map(({ command, kind, Icon }) => ({
    act: command,
    Icon,
    name: strings.compose.acts[command],
    run() {
      const message_id = current();
      if (message_id !== undefined) void openCompositions.start({ kind, message_id });
    },
  }));
}

/** In a narrow window, below the conversation while it scrolls. */
export function ReplyBar({ messageId }: { messageId: string | undefined }) {
  return (
    <div className={styles['replyBar']} role="group" aria-label={strings.reader.replies}>
      {useReplyActions(messageId).map(({ act, Icon, name, run }) => (
        <Button
          key={act}
          look={act === 'reply' ? 'primary' : 'plain'}
          {...(act === 'replyAll' && { 'aria-label': name })}
          disabled={messageId === undefined}
          onClick={run}
        >
          <Icon />
          {act !== 'replyAll' && name}
        </Button>
      ))}
    </div>
  );
}

/** The reply buttons below a conversation, for its newest message. */
export function ReplyButtons({ messageId }: { messageId: string | undefined }) {
  return (
    <div className={styles['answers']}>
      {useReplyActions(messageId).map(({ act, Icon, name, run }) => (
        <Button
          key={act}
          look={act === 'reply' ? 'primary' : 'plain'}
          title={strings.acting.keyed({ name, key: describeChord(keyFor(act, 'thread_view')) })}
          disabled={messageId === undefined}
          onClick={run}
        >
          <Icon />
          {name}
        </Button>
      ))}
    </div>
  );
}
