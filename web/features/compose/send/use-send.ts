import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Reply } from '../../../api/client.ts';
import { errorText } from '../../../design/feedback/empty-state.tsx';
import { useServices, useMailActions } from '../../../data/services.ts';
import { threadQuery } from '../../../data/queries/mail.ts';
import { strings } from '../../../i18n/strings.ts';
import { rowOfThread } from '../../../data/row-of-thread.ts';
import type { Composition } from '../../../data/compose/composition.ts';

export type Report = Reply<'compose', 'safetyCheck'>['report'];

/** How to send. `token` confirms that the user overrides the warnings. */
export type SendOptions = { send_at?: string; archives?: boolean; token?: string; isSure?: boolean };

export type SendState =
  | { step: 'idle' | 'checking' | 'handing' }
  | { step: 'found'; report: Report; options: SendOptions }
  | { step: 'failed'; text: string };

type SendControls = {
  state: SendState;
  send: (options?: SendOptions) => Promise<void>;
  /** Continues writing. */
  back: () => void;
};

type UseSendOptions = {
  composition: Composition;
  /** Resolves when no file is being attached: false if one could not be attached. */
  whenUploaded: () => Promise<boolean>;
  onSent: () => void;
};

const t = strings.compose;

/** Sends a message: stores it, checks it and queues it. A toast reports the result. */
export function useSend({ composition, whenUploaded, onSent }: UseSendOptions): SendControls {
  const { api, sendTracker } = useServices();
  const archive = useArchive();
  const [state, setState] = useState<SendState>({ step: 'idle' });

  async function send(options: SendOptions = {}): Promise<void> {
    if (state.step === 'checking' || state.step === 'handing') return;
    setState({ step: 'checking' });
    try {
      if (!(await whenUploaded())) return setState({ step: 'failed', text: t.fileNotAttached });
      if (!(await composition.save())) return setState({ step: 'failed', text: t.storeFirst });
      const { session } = composition.state();
      const { send_at, token } = options;
      if (!options.isSure && token === undefined) {
        const { report } = await api.compose.safetyCheck({
          draft_path: session.draftPath,
          ...(send_at !== undefined && { send_at }),
        });
        if (report.issues.some(({ severity }) => severity !== 'info'))
          return setState({ step: 'found', report, options });
      }
      setState({ step: 'handing' });
      const sent = await api.compose.send({
        draft_path: session.draftPath,
        ...(send_at !== undefined && { send_at }),
        ...(token !== undefined && { override_safety_token: token }),
      });
      composition.end();
      sendTracker.track(sent.draft_id, sent.receipt);
      onSent();
      if (options.archives) archive(session.frontmatter['thread-id']);
    } catch (error) {
      setState({ step: 'failed', text: errorText(error) });
    }
  }

  return { state, send, back: () => setState({ step: 'idle' }) };
}

/** Archives the answered conversation. */
function useArchive() {
  const { api } = useServices();
  const client = useQueryClient();
  const mailActions = useMailActions();
  return (threadId: string | undefined): void => {
    if (threadId === undefined) return;
    void client.ensureQueryData(threadQuery(api, threadId)).then((data) => {
      const row = rowOfThread(data);
      if (row) void mailActions.archive({ threads: [row] });
    });
  };
}
