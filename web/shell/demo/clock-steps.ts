const hourMs = 3_600_000;
const morningHour = 8;

/** The times to which the clock of a demo can be moved, in the zone of this computer. */
export function clockSteps(now: Date): { id: 'hour' | 'tomorrow' | 'monday'; to: Date }[] {
  const morningIn = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morningHour);
  const daysToMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { id: 'hour', to: new Date(now.getTime() + hourMs) },
    { id: 'tomorrow', to: morningIn(1) },
    { id: 'monday', to: morningIn(daysToMonday) },
  ];
}
