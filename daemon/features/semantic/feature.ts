import type { Feature } from '../../feature.ts';
import { createOneByOne } from '../../base/one-by-one.ts';
import { semanticRequests } from './contract.ts';

export const semantic: Feature<typeof semanticRequests> = {
  requests: semanticRequests,
  isBackground: true,
  async open(core) {
    const [{ embedLoop }, { installLoop }, { prepareModels, unusedModelsRemover }, { isJobRunning }] =
      await Promise.all([
        import('./embed-loop.ts'),
        import('./install-loop.ts'),
        import('./prepare-models.ts'),
        import('../../mail/jobs/jobs.ts'),
      ]);
    const { mail: db, clock, log, config, announce, workers, modelsDir, embedding, fetch, freeBytes, machine } = core;
    const settings = () => config.current.search.semantic;
    const counts = (of: { model: string; generation: number }) =>
      workers.reader.ask('vectorCounts', { model: of.model, generation: of.generation });
    const oneByOne = createOneByOne();
    const base = {
      db,
      clock,
      log,
      announce,
      config,
      modelsDir,
      fetch,
      freeBytes,
      settings,
      counts,
      embedding,
      oneByOne,
    };
    const removeUnusedModels = unusedModelsRemover(base);
    const embed = embedLoop({
      ...base,
      whenIndexed: () => workers.indexer.ask('whenIdle', undefined),
      divideMessages: (part) => workers.indexer.ask('divideMessages', part),
      embedPending: (request) => workers.embedder.ask('embedPending', request),
      saveVectors: (vectors) => workers.indexer.ask('saveVectors', vectors),
      dropVectors: (of) => workers.indexer.ask('dropVectors', of),
      removeUnusedModels,
      waitReason: () => (machine.isOnBattery?.() ? 'Waiting until the computer is plugged in.' : undefined),
      isStoring: () => !core.progress.isIdle() || isJobRunning(db, 'import'),
    });
    const check = (model: Parameters<typeof workers.embedder.ask<'check'>>[1]) => workers.embedder.ask('check', model);
    const models = installLoop({ ...base, check, onInstalled: embed.notify });
    config.onChange(() => {
      embed.notify();
      models.notify();
    });
    return {
      handlers: async () =>
        (await import('./handlers.ts')).semanticHandlers({
          ...base,
          check,
          notifyInstaller: models.notify,
          notifyEmbedder: embed.notify,
          downloaded: models.progressOf,
        }),
      loops: [prepareModels({ ...base, removeUnusedModels }, [models, embed])],
      afterSync: embed.notify,
      onResume: embed.notify,
      cancel: (job_id) => models.cancel(job_id) || embed.cancel(job_id),
    };
  },
};
