import { type ComponentType, useEffect, useState } from 'react';

/** A component that is fetched when it is first shown or earlier: `fetch` resolves when it is loaded. */
type LazyComponent<Props> = ComponentType<Props> & { preload: () => Promise<void> };

/**
 * Renders nothing until the component is loaded, and the component at once afterwards. React's `lazy` delays loaded
 * components by up to a third of a second, to show several at the same time; a menu must not wait for that.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let Part: ComponentType<Props> | undefined;
  const fetch = async (): Promise<void> => void (Part = await load());

  function Lazy(props: Props) {
    const [state, setState] = useState<{ error?: unknown }>({});
    const [isLoadedBefore] = useState(Part !== undefined);
    useEffect(() => {
      if (isLoadedBefore) return;
      let isGone = false;
      const show = (next: { error?: unknown }) => isGone || setState(next);
      // It may have been loaded since it was rendered, which takes a moment.
      (Part ? Promise.resolve() : fetch()).then(
        () => show({}),
        (error: unknown) => show({ error }),
      );
      return () => void (isGone = true);
    }, [isLoadedBefore]);
    if ('error' in state) throw state.error;
    return Part ? <Part {...props} /> : null;
  }
  return Object.assign(Lazy, { preload: fetch });
}
