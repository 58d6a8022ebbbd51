import { Failure } from './base/failure.ts';
import type { WorkerHandle } from './base/worker.ts';
import { bridgeTokenFile, type Paths } from './config/paths.ts';
import type { LiveConfig } from './config/live.ts';
import type { SecretKeeping } from './config/secrets-keeping.ts';
import type { SecretStore } from './config/secrets.ts';
import type { EventLogEntry } from './contract/event-log.ts';
import type { DispatchParts } from './dispatch.ts';
import { backupLister } from './features/backup/folder.ts';
import type { SecretsFacts } from './features/diagnostics/facts.ts';
import type { Asking, DoctorSources } from './features/diagnostics/gathering.ts';
import { freeBytesOf, type OwnPlaces } from './features/diagnostics/machine-facts.ts';
import type { AuditWish, StoreAudit } from './mail/audit/audit.ts';
import type { StoreFiles } from './store/open.ts';
import type { CheckCalls } from './workers/checker.ts';

type Settings = Pick<DoctorSources, 'secrets' | 'workers'> & {
  paths: Pick<Paths, 'instance' | 'dataDir'> & Partial<Paths>;
  files: StoreFiles;
  config: LiveConfig;
  checker: WorkerHandle<CheckCalls>;
  runOnReader: DispatchParts['runOnReader'];
  backupFolder: () => string;
  freeBytes?: DoctorSources['freeBytes'] | undefined;
};

/** Whom the doctor asks. */
export function doctorSources(settings: Settings): DoctorSources {
  const { paths, files, config, checker, runOnReader, backupFolder, secrets, workers, freeBytes } = settings;
  const listBackups = backupLister(paths.instance);
  // A call has more than crosses to another thread.
  const asked = async <T>(name: string, input: object, { caller, accounts }: Asking) =>
    JSON.parse(await runOnReader(name, input, { caller, accounts })) as T;
  return {
    places: () => placesOf(paths, files, config),
    freeBytes: freeBytes ?? freeBytesOf,
    secrets,
    workers,
    audit: joined((wish) => checker.ask('audit', wish)),
    async events(wish, call) {
      const page = { offset: 0, ...wish };
      return (await asked<{ entries: EventLogEntry[] }>('admin.events', page, call)).entries;
    },
    countEvents: async (call) => (await asked<{ count: number }>('admin.countEvents', {}, call)).count,
    logs: async (wish, call) => (await asked<{ lines: string[] }>('admin.logs', { offset: 0, ...wish }, call)).lines,
    backups: () => listBackups(backupFolder()),
  };
}

/** Where secrets are and whether they can be had now; a file of them that cannot be read is what is wrong. */
export async function secretsFacts(
  { kind, trouble }: Pick<SecretStore, 'kind' | 'trouble'>,
  keeping: SecretKeeping | undefined,
): Promise<SecretsFacts> {
  if (!keeping) return { kind, trouble, tokens: undefined };
  try {
    const { keychain, tokens } = await keeping.places();
    return { kind, tokens, trouble: keychain.message ?? undefined };
  } catch (failed) {
    if (failed instanceof Failure) return { kind, tokens: undefined, trouble: failed.message };
    throw failed;
  }
}

/** Who wants the same look while one is under way gets that one: a look through everything takes its time. */
function joined(audit: (wish: AuditWish) => Promise<StoreAudit>): (wish: AuditWish) => Promise<StoreAudit> {
  const underWay = new Map<string, Promise<StoreAudit>>();
  return (wish) => {
    const key = JSON.stringify(wish);
    const running = underWay.get(key) ?? audit(wish).finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };
}

function placesOf({ dataDir, ...paths }: Settings['paths'], files: StoreFiles, config: LiveConfig): OwnPlaces {
  const { home, configDir, logFile, socketPath, secretsFile, daemonTokenFile, tokenDir } = paths;
  const ownToken = paths.bridgeTokenFile;
  const bridgeToken =
    home !== undefined && configDir !== undefined && ownToken !== undefined
      ? bridgeTokenFile({ home, configDir, bridgeTokenFile: ownToken }, config)
      : undefined;
  const secretFiles = [secretsFile, daemonTokenFile, bridgeToken, tokenDir].filter((file) => file !== undefined);
  return { dataDir, files, logFile, socketPath, secretFiles };
}
