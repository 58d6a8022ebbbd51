const hourMs = 3_600_000;
/** The end of a pause that lasts until the user ends it. */
const never = '9999-12-31T00:00:00.000Z';
const morningHour = 8;

/** The ends of the pauses to choose from. */
export function pauseEnds(now: Date): { hour: string; tomorrow: string; never: string } {
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, morningHour);
  return { hour: new Date(now.getTime() + hourMs).toISOString(), tomorrow: tomorrow.toISOString(), never };
}

/** Whether a pause lasts until the user ends it. */
export function isOpenEnded(until: string): boolean {
  return until >= never;
}
