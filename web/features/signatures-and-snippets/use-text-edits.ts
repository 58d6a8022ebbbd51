import { useServices } from '../../data/services.ts';
import { strings } from '../../i18n/strings.ts';
import { useAction } from '../../data/use-action.ts';

const t = strings.texts;

type NamedText = { name: string; body: string };

/** What can be done to signatures and snippets. What fails is said in a toast; a promise ends with whether it was done. */
export function useTextEdits() {
  const { api, toasts } = useServices();
  const { runAction } = useAction({ affects: ['signatures', 'snippets'] });

  const editsOf = (rows: {
    save: (text: NamedText) => Promise<unknown>;
    remove: (text: { name: string }) => Promise<unknown>;
  }) => ({
    /** Under another name it is made anew, and the one before goes. */
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
    /** Puts a signature below mail of this kind; undefined takes the default away. */
    setDefault: (scopeOf: Place, name: string | undefined) =>
      runAction(
        () =>
          name === undefined ? api.signatures.clearDefault(scopeOf) : api.signatures.setDefault({ ...scopeOf, name }),
        t.notSet,
      ),
  };
}
