import { sql } from '../../daemon/store/db.ts';
import { openSecondClient, serverFolders } from '../peers/second-client.ts';
import { untilSettled } from '../peers/settled.ts';
import { startDaemon } from '../process.ts';
import { openMutationScene, type MutationScene, type SceneWish } from './mutation-scene.ts';
import { faultsOf, type Round } from './sync-chaos.ts';

/** What became of a mailbox that was acted on through all that; `faults` is what is wrong in the end, a sentence each. */
export type Aftermath = { mutations: number; refused: number; faults: string[] };

/**
 * Somebody acts on the mail of `user` at random while another program changes it at random too and the troubles of
 * `rounds` come; when all is quiet, compares server, store and index, and what was told of each mutation.
 */
export async function surviveMutations(wish: SceneWish & { rounds: readonly Round[] }): Promise<Aftermath> {
  const before = await contentsOf(wish);
  const scene = await openMutationScene(wish);
  try {
    const undoable: string[] = [];
    for (const { changes, trouble } of wish.rounds) {
      await actAndChange(scene, changes, undoable);
      await scene.suffer(trouble, async () => void (await scene.client.change()));
    }
    scene.proxy.cut();
    await scene.settle();
    const faults = [...(await scene.completions.faults()), ...journalFaults(scene)];
    await scene.daemon.stop();
    wish.onTrouble?.('quiet: what is stored is compared with what the server holds');
    faults.push(...(await faultsOf(scene.home, wish.dovecot, wish.user)), ...(await lost(scene, wish, before)));
    faults.push(...(await faultsWhenQuiet(scene)));
    return { ...tally(scene), faults };
  } finally {
    await scene.close();
  }
}

/** Things to do, one in seven an undo, with changes of the other program between them. */
async function actAndChange(scene: MutationScene, acts: number, undoable: string[]): Promise<void> {
  const { actor, random, client } = scene;
  for (let done = 0; done < acts; done++) {
    const last = undoable.slice(-20);
    const deed =
      last.length > 0 && random.chance(1 / 7)
        ? await actor.undo(scene.daemon, random.pick(last))
        : await actor.act(scene.daemon);
    const { mutation_id } = scene.note(deed);
    if (mutation_id !== undefined) undoable.push(mutation_id);
    if (random.chance(0.4)) scene.note({ what: await client.change(), undoable: false, skipped: 0 });
    if (random.chance(0.05)) await scene.tell();
    if (random.chance(0.02)) await scene.settle();
  }
}

async function contentsOf({ dovecot, user }: SceneWish): Promise<Set<string>> {
  const client = await openSecondClient(dovecot, user);
  try {
    return new Set((await serverFolders(client)).flatMap(({ messages }) => messages.map(({ hash }) => hash)));
  } finally {
    await client.logout();
  }
}

/** What neither was removed by the other program nor is there any more. */
async function lost({ client }: MutationScene, wish: SceneWish, before: ReadonlySet<string>): Promise<string[]> {
  const now = await contentsOf(wish);
  const gone = [...before, ...client.made].filter((hash) => !client.removed.has(hash) && !now.has(hash));
  return gone.length === 0
    ? []
    : [`${gone.length} contents are gone that nobody removed: ${gone.slice(0, 3).join(', ')}.`];
}

function journalFaults({ reader }: MutationScene): string[] {
  const open = reader.all<{ mutation_id: string }>(sql`SELECT mutation_id FROM mutations WHERE completed = 0`);
  return open.map(({ mutation_id }) => `Nothing of the mutation ${mutation_id} is open, and it is not complete.`);
}

function tally({ reader }: MutationScene): Pick<Aftermath, 'mutations' | 'refused'> {
  const counts = reader.get<{ mutations: number; refused: number }>(sql`
    SELECT (SELECT count(*) FROM mutations) AS mutations,
      (SELECT count(*) FROM operations WHERE state = 'refused') AS refused`);
  return counts ?? { mutations: 0, refused: 0 };
}

async function faultsWhenQuiet({ home, dovecot }: MutationScene): Promise<string[]> {
  const daemon = await startDaemon(home, dovecot);
  try {
    const fetched = await untilSettled(daemon);
    return fetched === 0 ? [] : [`After it was quiet, ${fetched} messages were fetched again.`];
  } finally {
    await daemon.kill();
  }
}
