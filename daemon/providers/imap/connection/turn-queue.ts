/** Tasks that share a resource take turns. Urgent tasks go before all waiting ones. */
type TurnQueue = {
  /** Waits for the turn; the returned function passes the turn on. Rejects with the signal's reason. */
  enter(signal: AbortSignal, isUrgent?: boolean): Promise<() => void>;
};

export function createTurnQueue(): TurnQueue {
  const waiting: { isUrgent: boolean; begin: () => void }[] = [];
  let isTaken = false;

  const endTurn = () => {
    const urgent = waiting.findIndex(({ isUrgent }) => isUrgent);
    const [next] = waiting.splice(Math.max(urgent, 0), 1);
    if (next) next.begin();
    else isTaken = false;
  };

  return {
    enter: (signal, isUrgent = false) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error);
        if (!isTaken) {
          isTaken = true;
          return resolve(endTurn);
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(entry), 1);
          reject(signal.reason as Error);
        };
        const entry = {
          isUrgent,
          begin: () => {
            signal.removeEventListener('abort', leave);
            resolve(endTurn);
          },
        };
        waiting.push(entry);
        signal.addEventListener('abort', leave, { once: true });
      }),
  };
}
