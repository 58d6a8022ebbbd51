import type { StoreProblem } from '../../store/damage.ts';

type ChoiceId = 'restore' | 'salvage' | 'start_over' | 'retry';
type RepairFacts = { hasBackup: boolean; canSalvage: boolean };
type RepairChoice = { id: ChoiceId; is_recommended: boolean; description: string };

const descriptions: Record<ChoiceId, string> = {
  restore:
    'Brings back your mail, drafts and settings as they were when the backup was made. Newer mail is fetched again.',
  salvage:
    'Keeps every message and draft that can be read. Messages that can’t be read are fetched again from your servers.',
  start_over:
    'Fetches all mail again from your servers. You lose what is kept only on this computer: snoozes, reminders and imported mail. Drafts are kept where they can be read.',
  retry: 'Opens the mail database again, once you have fixed the cause.',
};

/** The ways to repair a problem, the best one first. */
export function repairChoices({ code }: StoreProblem, facts: RepairFacts): RepairChoice[] {
  return choiceIds(code, facts).map((id, index) => ({
    id,
    is_recommended: index === 0,
    description: descriptions[id],
  }));
}

function choiceIds(code: string, { hasBackup, canSalvage }: RepairFacts): ChoiceId[] {
  const restore: ChoiceId[] = hasBackup ? ['restore'] : [];
  const salvage: ChoiceId[] = canSalvage ? ['salvage'] : [];
  switch (code) {
    case 'disk_full':
    case 'restore_incomplete':
      return ['retry'];
    case 'store_missing':
      return [...restore, 'start_over', 'retry'];
    case 'database_newer':
      return ['retry', ...restore, 'start_over'];
    case 'store_unreadable':
      return ['retry', ...restore, ...salvage, 'start_over'];
    default:
      // Salvage loses nothing that is newer than the backup, and the backup remains.
      return [...salvage, ...restore, 'start_over', 'retry'];
  }
}
