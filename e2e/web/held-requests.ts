import type { Route } from 'playwright';

/** A handler for `page.route` that holds requests back until `goOn`. `asked` resolves with the first of them. */
export function holdRequests() {
  const requested = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const hold = async (route: Route): Promise<void> => {
    requested.resolve();
    await going.promise;
    await route.continue();
  };
  return { hold, asked: requested.promise, goOn: () => going.resolve() };
}
