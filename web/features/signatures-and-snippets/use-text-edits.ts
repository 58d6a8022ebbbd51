import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';

const t = strings.texts;

type NamedText = { name: string; body: string };

/**
 * The actions on signatures and snippets. A toast reports failures. The promises resolve to whether the action succeeded.
 */
export function useTextEdits() {
  const { api, toasts } = useServices();
  const { runAction } = useAction({ affects: ['signatures', 'snippets'] });

  const editsOf = (rows: {
    save: (text: NamedText) => Promise<unknown>;
    remove: (text: { name: string }) => Promise<unknown>;
  }) => ({
    /** Renaming creates the new item and deletes the previous one. */
    async save(text: NamedText, before?: string): Promise<boolean> {
      const done = await runAction(
        async () => {
          await rows.save(text);
          if (before !== undefined && before !== text.name) await rows.remove({ name: before });
        },
        t.notSaved({ name: text.name }),
      );
      if (done) toasts.show({ tone: 'plain', text: t.saved({ name: text.name }) });
      return done;
    },
    async remove(text: NamedText): Promise<void> {
      if (!(await runAction(() => rows.remove({ name: text.name }), t.notRemoved({ name: text.name })))) return;
      const again = () => void runAction(() => rows.save(text), t.notSaved({ name: text.name }));
      toasts.show({
        tone: 'plain',
        text: t.removed({ name: text.name }),
        button: { label: strings.acting.undo, run: again },
      });
    },
  });

  type Place = { kind: 'new' | 'reply'; account_id?: string };
  return {
    signatures: editsOf({ save: (text) => api.signatures.save(text), remove: (text) => api.signatures.remove(text) }),
    snippets: editsOf({ save: (text) => api.snippets.save(text), remove: (text) => api.snippets.remove(text) }),
    /** Sets the default signature for mail of this kind; undefined removes the default. */
    setDefault: (scopeOf: Place, name: string | undefined) =>
      runAction(
        () =>
          name === undefined ? api.signatures.clearDefault(scopeOf) : api.signatures.setDefault({ ...scopeOf, name }),
        t.notSet,
      ),
  };
}
