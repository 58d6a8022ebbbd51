/** A message about an action, shown for a while, with at most one button. */
export type Toast = {
  id: number;
  text: string;
  /** An additional note in a muted colour. */
  note?: string | undefined;
  tone: 'plain' | 'bad';
  /** The toast reports a running action, and stays until the action ends. */
  stays?: boolean | undefined;
  button?: { label: string; key?: string | undefined; run: () => void } | undefined;
};

export type Toasts = {
  list: () => readonly Toast[];
  subscribe: (listener: () => void) => () => void;
  show: (toast: Omit<Toast, 'id'>) => number;
  /** Replaces a toast that is still shown, or shows it again. */
  change: (id: number, toast: Omit<Toast, 'id'>) => void;
  dismiss: (id: number) => void;
};

const maxToasts = 3;

/** The shown toasts, oldest first. */
export function createToasts(): Toasts {
  let shown: readonly Toast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();

  function change(next: readonly Toast[]): void {
    shown = next;
    for (const listener of listeners) listener();
  }

  return {
    list: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(toast) {
      lastId += 1;
      change([...shown, { ...toast, id: lastId }].slice(-maxToasts));
      return lastId;
    },
    change(id, toast) {
      const others = shown.filter((each) => each.id !== id);
      const isShown = others.length < shown.length;
      // A toast that the user has closed is shown again when its action has ended.
      if (!isShown && toast.stays) return;
      const next = { ...toast, id };
      change(isShown ? shown.map((each) => (each.id === id ? next : each)) : [...shown, next].slice(-maxToasts));
    },
    dismiss(id) {
      if (shown.some((toast) => toast.id === id)) change(shown.filter((toast) => toast.id !== id));
    },
  };
}
