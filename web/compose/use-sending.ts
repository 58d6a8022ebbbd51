import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reply } from '../api.ts';
import { wordsOf } from '../design/panel.tsx';
import { useActs } from '../mutations/acts.ts';
import { useParts } from '../parts.ts';
import { threadQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import { rowOfThread } from '../threads/thread-row.ts';
import type { Writing } from './writing.ts';

export type Report = Reply<'compose', 'safetyCheck'>['report'];

/** How it is to be sent. `token` is the leave to do so in spite of what was found. */
export type SendWish = { send_at?: string; archives?: boolean; token?: string; isSure?: boolean };

export type SendingState =
  | { step: 'idle' | 'checking' | 'handing' }
  | { step: 'found'; report: Report; wish: SendWish }
  | { step: 'failed'; words: string };

export type Sending = {
  state: SendingState;
  send: (wish?: SendWish) => Promise<void>;
  /** Goes on writing. */
  back: () => void;
};

type SendingParts = { writing: Writing; isUploading: boolean; onSent: () => void };

const words = strings.compose;

/** Sending a message: store it, check it, hand it over. What becomes of it is said by a toast. */
export function useSending({ writing, isUploading, onSent }: SendingParts): Sending {
  const { api, sends } = useParts();
  const archive = useArchive();
  const [state, setState] = useState<SendingState>({ step: 'idle' });

  async function send(wish: SendWish = {}): Promise<void> {
    if (state.step === 'checking' || state.step === 'handing') return;
    if (isUploading) return setState({ step: 'failed', words: words.stillUploading });
    setState({ step: 'checking' });
    try {
      if (!(await writing.save())) return setState({ step: 'failed', words: words.storeFirst });
      const { session } = writing.state();
      const { send_at, token } = wish;
      if (!wish.isSure && token === undefined) {
        const { report } = await api.compose.safetyCheck({
          draft_path: session.draftPath,
          ...(send_at !== undefined && { send_at }),
        });
        if (report.issues.some(({ severity }) => severity !== 'info')) return setState({ step: 'found', report, wish });
      }
      setState({ step: 'handing' });
      const sent = await api.compose.send({
        draft_path: session.draftPath,
        ...(send_at !== undefined && { send_at }),
        ...(token !== undefined && { override_safety_token: token }),
      });
      writing.end();
      sends.follow(sent.draft_id, sent.receipt);
      onSent();
      if (wish.archives) archive(session.frontmatter['thread-id']);
    } catch (error) {
      setState({ step: 'failed', words: wordsOf(error) });
    }
  }

  return { state, send, back: () => setState({ step: 'idle' }) };
}

/** Archives the conversation that was answered. */
function useArchive() {
  const { api } = useParts();
  const client = useQueryClient();
  const acts = useActs();
  return (threadId: string | undefined): void => {
    if (threadId === undefined) return;
    void client.ensureQueryData(threadQuery(api, threadId)).then((data) => {
      const row = rowOfThread(data);
      if (row) void acts.archive({ threads: [row] });
    });
  };
}
