import { useParts } from '../parts.ts';
import { strings } from '../strings.ts';
import { useTrying } from '../trying.ts';

const words = strings.texts;

export type NamedText = { name: string; body: string };

/** What can be done to signatures and snippets. What fails is said in a toast; a promise ends with whether it was done. */
export function useTextEdits() {
  const { api, toasts } = useParts();
  const tried = useTrying('signatures', 'snippets');

  const editsOf = (rows: {
    save: (text: NamedText) => Promise<unknown>;
    remove: (text: { name: string }) => Promise<unknown>;
  }) => ({
    /** Under another name it is made anew, and the one before goes. */
    async save(text: NamedText, before?: string): Promise<boolean> {
      const done = await tried(
        async () => {
          await rows.save(text);
          if (before !== undefined && before !== text.name) await rows.remove({ name: before });
        },
        words.notSaved({ name: text.name }),
      );
      if (done) toasts.show({ tone: 'plain', text: words.saved({ name: text.name }) });
      return done;
    },
    async remove(text: NamedText): Promise<void> {
      if (!(await tried(() => rows.remove({ name: text.name }), words.notRemoved({ name: text.name })))) return;
      const again = () => void tried(() => rows.save(text), words.notSaved({ name: text.name }));
      toasts.show({
        tone: 'plain',
        text: words.removed({ name: text.name }),
        button: { label: strings.acting.undo, run: again },
      });
    },
  });

  type Place = { kind: 'new' | 'reply'; account_id?: string };
  return {
    signatures: editsOf({ save: (text) => api.signatures.save(text), remove: (text) => api.signatures.remove(text) }),
    snippets: editsOf({ save: (text) => api.snippets.save(text), remove: (text) => api.snippets.remove(text) }),
    /** Puts a signature below mail of this kind; undefined takes the default away. */
    setDefault: (place: Place, name: string | undefined) =>
      tried(
        () => (name === undefined ? api.signatures.clearDefault(place) : api.signatures.setDefault({ ...place, name })),
        words.notSet,
      ),
  };
}
