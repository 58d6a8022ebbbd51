import { lastGoodFolder } from '../../config/last-good-copy.ts';
import { bridgeTokenFile } from '../../config/paths.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import type { SecretStorage } from '../../config/secrets/secret-storage.ts';
import type { EventLogEntry } from '../../contract/event-log.ts';
import type { Core } from '../../core.ts';
import type { SecretsFacts } from './facts.ts';
import type { CallerAccounts, DoctorSources, ListedBackups } from './gather-facts.ts';
import type { DataPaths } from './machine-facts.ts';
import type { AuditRequest, StoreAudit } from '../../mail/audit/audit.ts';
import type { StoreFiles } from '../../store/open.ts';
import type { SecretStore } from '../../config/secrets/secret-store.ts';

/** Where the report of the doctor takes its facts from. */
export function doctorSources(core: Core): DoctorSources {
  const { paths, files, config, workers, runOnReader, secrets, secretStorage, freeBytes, closedPaths, dispatch } = core;
  // A call has more than crosses to another thread.
  const askReader = async <T>(name: string, input: object, { caller, accounts }: CallerAccounts) =>
    JSON.parse(await runOnReader(name, input, { caller, accounts })) as T;
  return {
    paths: () => dataPathsOf(paths, files, config),
    freeBytes,
    semanticSettings: () => config.current.search.semantic,
    closedPaths,
    isWindowSandboxOff: core.isWindowSandboxOff,
    secrets: secrets && (() => secretsFacts(secrets, secretStorage)),
    settingsFiles: () => ({ config, keys: core.keyBindings, secrets: secretStorage?.secretsFile }),
    workers: workers.health,
    audit: shareRunningAudits((query) => workers.checker.ask('audit', query)),
    async events(query, call) {
      const page = { offset: 0, ...query };
      return (await askReader<{ entries: EventLogEntry[] }>('admin.events', page, call)).entries;
    },
    countEvents: async (call) => (await askReader<{ count: number }>('admin.countEvents', {}, call)).count,
    logs: async (query, call) =>
      (await askReader<{ lines: string[] }>('admin.logs', { offset: 0, ...query }, call)).lines,
    backups: async ({ caller }) => (await dispatch('backup.list', {}, caller)) as ListedBackups,
  };
}

/** Where secrets are and whether they can be had now. */
async function secretsFacts(
  { kind, trouble }: Pick<SecretStore, 'kind' | 'trouble'>,
  storage: SecretStorage | undefined,
): Promise<SecretsFacts> {
  if (!storage) return { kind, trouble, tokens: undefined, isWeak: false };
  const { keychain, tokens, vault } = await storage.locations();
  const isWeak = vault.state === 'none' && (keychain.state === 'absent' || keychain.state === 'off');
  const message = vault.state === 'none' ? keychain.message : vault.message;
  return { kind, tokens, trouble: message ?? undefined, isWeak };
}

/** Who wants the same look while one is under way gets that one: a look through everything takes its time. */
function shareRunningAudits(
  audit: (request: AuditRequest) => Promise<StoreAudit>,
): (request: AuditRequest) => Promise<StoreAudit> {
  const runningAudits = new Map<string, Promise<StoreAudit>>();
  return (request) => {
    const key = JSON.stringify(request);
    const running = runningAudits.get(key) ?? audit(request).finally(() => runningAudits.delete(key));
    runningAudits.set(key, running);
    return running;
  };
}

function dataPathsOf({ dataDir, ...paths }: Core['paths'], files: StoreFiles, config: LiveConfig): DataPaths {
  const { home, configDir, logFile, socketPath, secretsFile, vaultFile, daemonTokenFile, tokenDir } = paths;
  const ownToken = paths.bridgeTokenFile;
  const bridgeToken =
    home !== undefined && configDir !== undefined && ownToken !== undefined
      ? bridgeTokenFile({ home, configDir, bridgeTokenFile: ownToken }, config)
      : undefined;
  const copies = lastGoodFolder(dataDir);
  const secretFiles = [secretsFile, vaultFile, daemonTokenFile, bridgeToken, tokenDir, copies].filter(
    (file) => file !== undefined,
  );
  const tokenFiles = [bridgeToken, daemonTokenFile].filter((file) => file !== undefined);
  return { dataDir, files, logFile, socketPath, secretFiles, tokenFiles };
}
