import { Failure } from '../base/failure.ts';
import type { SemanticProfileName } from './semantic-profiles.ts';

/** A model that hangs so often in a row is given up. */
const maxHangs = 3;

/**
 * Gives models up that hang again and again, until their files are checked anew or the daemon is restarted: each hang takes a core for
 * minutes.
 */
export function createHangLimit() {
  const hangs = new Map<SemanticProfileName, number>();
  /** Profiles of the calls that are not answered, the oldest first. */
  const waiting = new Set<{ profile: SemanticProfileName }>();
  return {
    /** The embedder is stuck over its oldest call. */
    noteHang(): void {
      const [oldest] = waiting;
      if (oldest) hangs.set(oldest.profile, (hangs.get(oldest.profile) ?? 0) + 1);
    },
    /**
     * Makes a call that needs a model. `isNewStart` says that its files may be others, `isProof` that a model which answers it works on
     * mail. Throws Failure `model_hangs` for one that is given up.
     */
    async call<T>(
      profile: SemanticProfileName,
      ask: () => Promise<T>,
      { isNewStart, isProof }: { isNewStart: boolean; isProof: boolean },
    ): Promise<T> {
      if (!isNewStart && (hangs.get(profile) ?? 0) >= maxHangs) throw givenUp();
      const entry = { profile };
      waiting.add(entry);
      try {
        const answer = await ask();
        if (isProof) hangs.delete(profile);
        return answer;
      } finally {
        waiting.delete(entry);
      }
    },
  };
}

function givenUp(): Failure {
  const sentence =
    'The model doesn’t answer any more. Restart Posthorn to try it again, install it again, or choose another model.';
  return new Failure('unavailable', 'model_hangs', sentence, { retryable: true });
}
