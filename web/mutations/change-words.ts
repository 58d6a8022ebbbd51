import { strings } from '../strings.ts';
import type { Change, Count } from './change.ts';

const words = strings.acting;

/** "Archived 3 conversations". */
export const didWords = (change: Change, count: Count): string => words.did(factsOf(change, count));

/** "Could not archive 3 conversations". */
export const notDoneWords = (change: Change, count: Count): string => words.notDone(factsOf(change, count));

/** "Archive 3 conversations?" */
export const questionWords = (change: Change, count: Count): string => words.question(factsOf(change, count));

/** What a change is called on the button that does it. */
export const verbWords = (change: Change): string => words.verb({ kind: kindOf(change) });

/** Which of the words for labels fit to what is added and taken off. */
export function labelKind(added: readonly string[], removed: readonly string[]): 'label' | 'unlabel' | 'relabel' {
  if (removed.length === 0) return 'label';
  return added.length === 0 ? 'unlabel' : 'relabel';
}

function factsOf(change: Change, count: Count) {
  return {
    kind: kindOf(change),
    what: words.what(count),
    added: change.do === 'label' ? change.add : [],
    removed: change.do === 'label' ? change.remove : [],
    place: change.do === 'move' ? change.to : '',
    until: change.do === 'snooze' ? change.words : '',
  };
}

function kindOf(change: Change): string {
  switch (change.do) {
    case 'star':
      return change.starred ? 'star' : 'unstar';
    case 'read':
      return change.read ? 'read' : 'unread';
    case 'label':
      return labelKind(change.add, change.remove);
    default:
      return change.do;
  }
}
