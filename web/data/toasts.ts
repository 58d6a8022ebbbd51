/** A message about an action, shown for a while, with at most one button. */
export type Toast = {
  id: number;
  text: string;
  /** An additional note in a muted colour. */
  note?: string | undefined;
  tone: 'plain' | 'bad';
  /** The toast reports a running action, and stays until the action ends. */
  stays?: boolean | undefined;
  /** The toast reports what happened by itself: it waits for the shown toast, whose button the user may need. */
  waits?: boolean | undefined;
  /** The toast was shown for long enough and stays until it is closed: toasts that wait and failures are shown before it. */
  rests?: boolean | undefined;
  button?: { label: string; key?: string | undefined; run: () => void } | undefined;
};

export type Toasts = {
  /** The shown toast. */
  current: () => Toast | undefined;
  subscribe: (listener: () => void) => () => void;
  show: (toast: Omit<Toast, 'id'>) => number;
  /** Replaces a toast that is still shown, or shows it again. */
  change: (id: number, toast: Omit<Toast, 'id'>) => void;
  dismiss: (id: number) => void;
  /** Lets the toasts below this one be shown before it, and those that will wait. */
  rest: (id: number) => void;
};

/**
 * The toasts; the last one is shown. A toast replaces an earlier one, unless that reports a failure or a running action, or
 * waits: those are shown again afterwards.
 */
export function createToasts(): Toasts {
  let open: readonly Toast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();

  function change(next: readonly Toast[]): void {
    open = next;
    for (const listener of listeners) listener();
  }

  /** Puts a toast on top of those that are shown again. */
  function add(toast: Toast): void {
    const isKept = ({ stays, waits, rests, tone }: Toast) => stays || waits || tone === 'bad' || (rests && toast.waits);
    const kept = open.filter((each) => each.id !== toast.id && isKept(each));
    change([...kept, toast]);
  }

  /** Puts a toast below the shown one and those that wait already. A running action may take long, and is covered. */
  function queue(toast: Toast): void {
    const shown = open.at(-1);
    if (!shown || shown.stays || shown.rests || shown.id === toast.id) return add(toast);
    const others = open.filter(({ id }) => id !== toast.id);
    const first = others.findIndex(({ waits }) => waits);
    change(others.toSpliced(first < 0 ? others.length - 1 : first, 0, { ...toast, waits: true }));
  }

  return {
    current: () => open.at(-1),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(toast) {
      lastId += 1;
      (toast.waits ? queue : add)({ ...toast, id: lastId });
      return lastId;
    },
    change(id, toast) {
      const next = { ...toast, id };
      const before = open.find((each) => each.id === id);
      if (before && toast.stays) change(open.map((each) => (each.id === id ? next : each)));
      // A toast that the user has closed is shown again when its action has ended.
      // The end of a running action leaves the user the time for the button of another toast.
      else if (!toast.stays) (before?.stays && open.at(-1)?.button ? queue : add)(next);
    },
    dismiss(id) {
      if (open.some((toast) => toast.id === id)) change(open.filter((toast) => toast.id !== id));
    },
    rest(id) {
      const others = open.filter((each) => each.id !== id);
      const resting = open.filter((each) => each.id === id).map((toast) => ({ ...toast, rests: true }));
      // Two that rest do not take turns.
      change(others.every(({ rests }) => rests) ? [...others, ...resting] : [...resting, ...others]);
    },
  };
}
