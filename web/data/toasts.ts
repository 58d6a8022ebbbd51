/** Something that was done, said for a while, with the one thing that can be done about it. */
export type Toast = {
  id: number;
  text: string;
  /** What else is true of it, in softer words. */
  note?: string | undefined;
  tone: 'plain' | 'bad';
  /** It is about something that goes on, and stays until that changes. */
  stays?: boolean | undefined;
  button?: { label: string; key?: string | undefined; run: () => void } | undefined;
};

export type Toasts = {
  list: () => readonly Toast[];
  subscribe: (listener: () => void) => () => void;
  show: (toast: Omit<Toast, 'id'>) => number;
  /** Says something else in the place of one that is still shown, or shows it anew. */
  change: (id: number, toast: Omit<Toast, 'id'>) => void;
  dismiss: (id: number) => void;
};

const maxToasts = 3;

/** What is said at the moment, oldest first. */
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
      // What one has put away is said again when it has ended.
      if (!isShown && toast.stays) return;
      const next = { ...toast, id };
      change(isShown ? shown.map((each) => (each.id === id ? next : each)) : [...shown, next].slice(-maxToasts));
    },
    dismiss(id) {
      if (shown.some((toast) => toast.id === id)) change(shown.filter((toast) => toast.id !== id));
    },
  };
}
