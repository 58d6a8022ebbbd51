import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import buttons from '../design/button.module.css';
import { Button, classes } from '../design/button.tsx';
import { desktopBridge, saidByApp } from '../desktop.ts';
import { useRepair } from '../diagnostics/repairing.ts';
import { useLiveState, useParts } from '../parts.ts';
import { accountsQuery } from '../queries.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';
import { Bar } from './bar.tsx';
import { LostBar } from './lost-bar.tsx';
import { usePutAway } from './put-away.ts';
import { RefusedBar } from './refused-bar.tsx';
import type { Remedy, Trouble } from './trouble.ts';
import { useTroubles } from './use-troubles.ts';

const words = strings.trouble;

/**
 * Says above the mail what stands in the way, one thing at a time, where somebody can put that right, with the one button
 * that does. The page of the app says itself what update is ready, with that same button.
 */
export function TroubleBar() {
  const { connection } = useLiveState();
  const [isAway, putAway] = usePutAway();
  const page = useLocation({ select: ({ pathname }) => pathname });
  const trouble = useTroubles().find(
    ({ key, canWait, remedy }) => !(canWait && isAway(key)) && !(remedy.kind === 'install' && page === '/app'),
  );
  if (connection === 'lost') return <LostBar />;
  if (connection === 'refused') return <RefusedBar />;
  return (
    <>
      {trouble && <One key={trouble.key} trouble={trouble} onLater={() => putAway(trouble.key)} />}
      {/* The status line says aloud what is wrong with an account. */}
      <span role="status" className="visually-hidden">
        {trouble && trouble.name === undefined ? trouble.text : ''}
      </span>
    </>
  );
}

function One({ trouble: { name, text, tone, remedy, canWait }, onLater }: { trouble: Trouble; onLater: () => void }) {
  const act = (
    <>
      <Act remedy={remedy} name={name} />
      {canWait && (
        <Button look="quiet" aria-label={words.laterThis({ what: text })} onClick={onLater}>
          {words.later}
        </Button>
      )}
    </>
  );
  return (
    <Bar tone={tone} act={act}>
      {name !== undefined && <strong dir="auto">{name}</strong>} {text}
    </Bar>
  );
}

function Act({ remedy, name }: { remedy: Remedy; name: string | undefined }) {
  switch (remedy.kind) {
    case 'account':
      return <AccountLink remedy={remedy} name={name ?? ''} />;
    case 'diagnostics':
      return (
        <Link to="/diagnostics" className={linkLook}>
          {remedy.label}
        </Link>
      );
    case 'policy':
      return (
        <Link to="/settings/{-$page}" params={{ page: 'access' }} className={linkLook}>
          {remedy.label}
        </Link>
      );
    case 'sync':
    case 'repair':
    case 'look-again':
    case 'install':
      return <Doing remedy={remedy} />;
  }
}

const linkLook = classes(buttons['button'], buttons['plain']);

function AccountLink({ remedy, name }: { remedy: Extract<Remedy, { kind: 'account' }>; name: string }) {
  const { api } = useParts();
  const accounts = useQuery(accountsQuery(api)).data?.accounts;
  const key = accounts?.find(({ account_id }) => account_id === remedy.account_id)?.key;
  if (!key) return null;
  return (
    <Link to="/accounts" search={{ change: key }} className={linkLook} aria-label={`${remedy.label}: ${name}`}>
      {remedy.label}
    </Link>
  );
}

type Doable = Exclude<Remedy, { kind: 'account' | 'diagnostics' | 'policy' }>;

/** What is done at once, where one is. */
function Doing({ remedy }: { remedy: Doable }) {
  const [isBusy, setIsBusy] = useState(false);
  const act = useRemedies();
  async function run(): Promise<void> {
    setIsBusy(true);
    await act(remedy);
    setIsBusy(false);
  }
  return (
    <Button aria-disabled={isBusy} onClick={() => isBusy || void run()}>
      {isBusy ? words.working : remedy.label}
    </Button>
  );
}

function useRemedies(): (remedy: Doable) => Promise<unknown> {
  const { api, toasts } = useParts();
  const client = useQueryClient();
  const repair = useRepair();
  const tried = useTrying('sync', 'status');
  return async (remedy) => {
    switch (remedy.kind) {
      case 'sync':
        return tried(() => api.sync.start({ account_id: remedy.account_id }), strings.palette.notSynced);
      case 'look-again':
        return client.refetchQueries({ queryKey: ['diagnostics-quick'] });
      case 'repair':
        return tried(async () => {
          const text = await repair.mutateAsync(remedy.finding);
          toasts.show({ tone: 'plain', text });
        }, words.notRepaired);
      case 'install':
        return tried(async () => desktopBridge()?.installUpdate(), words.notInstalled, saidByApp);
    }
  };
}
