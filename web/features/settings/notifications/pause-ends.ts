const hourMs = 3_600_000;
/** When a pause ends that only its owner ends. */
const never = '9999-12-31T00:00:00.000Z';
const morningHour = 8;

/** When the pauses that can be chosen end. */
export function pauseEnds(now: Date): { hour: string; tomorrow: string; never: string } {
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, morningHour);
  return { hour: new Date(now.getTime() + hourMs).toISOString(), tomorrow: tomorrow.toISOString(), never };
}

/** Whether a pause lasts until its owner ends it. */
export function isOpenEnded(until: string): boolean {
  return until >= never;
}
