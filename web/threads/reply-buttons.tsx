import { Forward, Reply, ReplyAll } from 'lucide-react';
import { Button } from '../design/button.tsx';
import { useParts } from '../parts.ts';
import { keyWords } from '../shell/key-names.ts';
import { type Act, keyOf } from '../shell/keys.ts';
import { strings } from '../strings.ts';
import styles from './conversation.module.css';

const answers = [
  { act: 'reply', kind: 'reply', Icon: Reply },
  { act: 'replyAll', kind: 'reply_all', Icon: ReplyAll },
  { act: 'forward', kind: 'forward', Icon: Forward },
] as const satisfies readonly { act: Act; kind: string; Icon: unknown }[];

/** The ways to answer a message. */
export function useAnswers(messageId: string | undefined) {
  const { composers } = useParts();
  return answers.map(({ act, kind, Icon }) => ({
    act,
    Icon,
    name: strings.compose.acts[act],
    run: () => void (messageId !== undefined && composers.begin({ kind, message_id: messageId })),
  }));
}

/** Below a conversation: answering its newest message. */
export function ReplyButtons({ messageId }: { messageId: string | undefined }) {
  return (
    <div className={styles['answers']}>
      {useAnswers(messageId).map(({ act, Icon, name, run }) => (
        <Button
          key={act}
          look={act === 'reply' ? 'primary' : 'plain'}
          title={strings.acting.keyed({ name, key: keyWords(keyOf(act, 'thread_view')) })}
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
