import { useLocation } from '@tanstack/react-router';
import { SquarePen } from 'lucide-react';
import { Button } from '../design/controls/button.tsx';
import { strings } from '../i18n/strings.ts';
import { runCommand } from '../keyboard/command-registry.ts';
import styles from './frame.module.css';

/** Pages with forms and tables, whose last lines the button would cover. */
const pagesWithout = new Set([
  'accounts',
  'activity',
  'compose',
  'diagnostics',
  'docs',
  'help',
  'keys',
  'merge',
  'screener',
  'approvals',
  'settings',
  'sounds',
  'welcome',
]);

/** Starts a message on the pages of mail, where the sidebar with its button is hidden. */
export function FloatingWriteButton() {
  const isShown = useLocation({ select: ({ pathname }) => !pagesWithout.has(pathname.split('/')[1] ?? '') });
  if (!isShown) return null;
  return (
    <Button look="primary" className={styles['write']} onClick={() => runCommand('compose')}>
      <SquarePen />
      {strings.compose.write}
    </Button>
  );
}
