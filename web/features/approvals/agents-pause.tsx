import { useQuery } from '@tanstack/react-query';
import { agentsQuery } from '../../data/queries/approvals.ts';
import { useServices } from '../../data/services.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { strings } from '../../i18n/strings.ts';
import styles from './approvals-page.module.css';

const t = strings.approvals;

/** Stops all agents at once. Nothing while they are stopped. */
export function PauseAgents() {
  const { arePaused, pause } = useAgentsPause();
  if (arePaused !== false) return null;
  return <Button onClick={() => pause(true)}>{t.pauseAgents}</Button>;
}

/** Says that all agents are paused, and resumes them. */
export function AgentsPaused() {
  const { arePaused, pause } = useAgentsPause();
  return (
    <div role="status">
      {arePaused === true && (
        <p className={styles['paused']}>
          {t.agentsPaused}
          <Button onClick={() => pause(false)}>{t.resumeAgents}</Button>
        </p>
      )}
    </div>
  );
}

function useAgentsPause() {
  const { api } = useServices();
  const { runAction } = useAction({ affects: ['settings'] });
  return {
    /** Undefined until it is known. */
    arePaused: useQuery(agentsQuery(api)).data?.paused,
    pause: (paused: boolean) => void runAction(() => api.agents.pause({ paused }), paused ? t.notPaused : t.notResumed),
  };
}
