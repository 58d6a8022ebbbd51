import { labelMap } from '../../daemon/mail/labels.ts';
import { shownPlaces } from '../../daemon/mail/mutations/shown.ts';
import { flagsText } from '../../daemon/mail/placements.ts';
import { sql } from '../../daemon/store/db.ts';
import { openSecondClient, serverFolders } from '../peers/second-client.ts';
import { openMutationScene, type MutationScene, type SceneWish } from './mutation-scene.ts';
import { faultsOf, type Round } from './sync-chaos.ts';

/** What became of a mailbox in which everything was taken back; `faults` is what is wrong, a sentence each. */
export type Aftermath = { mutations: number; undone: number; faults: string[] };

/**
 * Somebody acts on the mail of `user` at random and takes everything back, the last thing first, while the troubles of
 * `rounds` come; nobody else touches that mail. Whenever all is told, the server has what was shown, and where everything
 * since an earlier such moment has been taken back, exactly what it had then.
 */
export async function surviveUndos(wish: SceneWish & { rounds: readonly Round[] }): Promise<Aftermath> {
  const scene = await openMutationScene(wish);
  const doing = whatIsDone(scene);
  try {
    await doing.compare();
    for (const { changes, trouble } of wish.rounds) {
      for (let done = 0; done < changes; done++) {
        if (scene.random.chance(0.15)) await scene.tell();
        await (scene.random.chance(0.45) ? doing.undo() : doing.act());
      }
      await scene.suffer(trouble);
      if (scene.random.chance(0.4)) await doing.compare();
    }
    while (doing.depth() > 0) await doing.undo();
    await doing.compare();
    const faults = [...doing.faults, ...(await scene.completions.faults())];
    await scene.daemon.stop();
    return { ...doing.tally, faults: [...faults, ...(await faultsOf(scene.home, wish.dovecot, wish.user))] };
  } finally {
    await scene.close();
  }
}

/** What was done and not taken back, the last on top, and what the server held before. */
function whatIsDone(scene: MutationScene) {
  const done: string[] = [];
  /** By how much was done at that moment. */
  const states = new Map<number, string[]>();
  /** What was shown of a message when it was acted on last. */
  const shown = new Map<number, string>();
  const faults: string[] = [];
  const tally = { mutations: 0, undone: 0 };

  const noteShown = (mutation_id: string) => {
    for (const message of messagesOf(scene, mutation_id)) shown.set(message, placesOf(scene, message));
  };

  const push = (mutation_id: string) => {
    done.push(mutation_id);
    for (const depth of states.keys()) if (depth >= done.length) states.delete(depth);
  };

  const takeBack = async (mutation_id: string) => {
    const deed = scene.note(await scene.actor.undo(scene.daemon, mutation_id));
    tally.undone++;
    if (deed.mutation_id !== undefined) noteShown(deed.mutation_id);
    if (deed.mutation_id === undefined || deed.skipped > 0)
      faults.push(`Nobody has changed anything since, and still not all was taken back: ${deed.what}`);
    return deed;
  };

  return {
    faults,
    tally,
    depth: () => done.length,
    async act() {
      const deed = scene.note(await scene.actor.act(scene.daemon));
      if (deed.mutation_id === undefined) return;
      tally.mutations++;
      noteShown(deed.mutation_id);
      if (deed.undoable) push(deed.mutation_id);
    },
    /** Takes back what was done last; now and then takes that back too. */
    async undo() {
      const last = done.pop();
      if (last === undefined) return;
      const { mutation_id, undoable } = await takeBack(last);
      if (!undoable || mutation_id === undefined || !scene.random.chance(0.15)) return;
      const again = await takeBack(mutation_id);
      if (again.mutation_id !== undefined) push(again.mutation_id);
    },
    async compare() {
      await scene.settle();
      for (const [message, then] of shown) {
        const now = placesOf(scene, message);
        if (now !== then) faults.push(`The message ${message} was shown in ${then} and is in ${now}.`);
      }
      shown.clear();
      const now = await serverState(scene);
      const then = states.get(done.length);
      if (then) faults.push(...differences(then, now));
      else states.set(done.length, now);
    },
  };
}

function messagesOf({ reader }: MutationScene, mutation_id: string): number[] {
  return reader
    .all<{ message: number }>(
      sql`
      SELECT DISTINCT o.message FROM operations o JOIN mutations m ON m.id = o.mutation
      WHERE m.mutation_id = ${mutation_id} AND o.message IS NOT NULL`,
    )
    .map(({ message }) => message);
}

/** Where a message is shown to lie, and with which flags. */
function placesOf({ reader }: MutationScene, message: number): string {
  const account =
    reader.get<{ account: number }>(sql`SELECT account FROM messages WHERE id = ${message}`)?.account ?? 0;
  const labels = labelMap(reader, account);
  return shownPlaces(reader, message, labels)
    .map(({ label, flags }) => `${labels.byId.get(label)?.provider_id} (${flagsText(flags)})`)
    .toSorted()
    .join(', ');
}

/** Every place of the server: its folder, its content, its flags. */
async function serverState({ dovecot, user }: MutationScene): Promise<string[]> {
  const client = await openSecondClient(dovecot, user);
  try {
    const folders = await serverFolders(client);
    return folders
      .flatMap(({ path, messages }) =>
        messages.map(({ hash, flags }) => `${hash.slice(0, 12)} in ${path} (${flagsText(flags)})`),
      )
      .toSorted();
  } finally {
    await client.logout();
  }
}

function differences(then: readonly string[], now: readonly string[]): string[] {
  const left = [...then];
  const came = now.filter((place) => {
    const index = left.indexOf(place);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
  if (left.length + came.length === 0) return [];
  const some = (places: string[]) => `${places.length}: ${places.slice(0, 4).join('; ')}`;
  return [`After everything was taken back, ${some(left)} are missing, and there are ${some(came)} instead.`];
}
