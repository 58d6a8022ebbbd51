/** Runs work one after the other, in the order in which it was given. Work that fails does not end what follows. */
export type OneByOne = <T>(work: () => Promise<T>) => Promise<T>;

export function createOneByOne(): OneByOne {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
