import { type ComponentType, useEffect, useState } from 'react';

/** A part of the page that is fetched when it is first shown, or before: `fetch` resolves when it is here. */
type LazyComponent<Props> = ComponentType<Props> & { preload: () => Promise<void> };

/**
 * Shows nothing until the part is here, and the part at once where it is. React's own `lazy` would hold back what has come
 * for a third of a second, so that several things appear together; a menu is not to wait for that.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let Part: ComponentType<Props> | undefined;
  const fetch = async (): Promise<void> => void (Part = await load());

  function Lazy(props: Props) {
    const [state, setState] = useState<{ error?: unknown }>({});
    useEffect(() => {
      if (Part) return;
      let isGone = false;
      const show = (next: { error?: unknown }) => isGone || setState(next);
      fetch().then(
        () => show({}),
        (error: unknown) => show({ error }),
      );
      return () => void (isGone = true);
    }, []);
    if ('error' in state) throw state.error;
    return Part ? <Part {...props} /> : null;
  }
  return Object.assign(Lazy, { preload: fetch });
}
