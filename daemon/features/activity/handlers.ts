import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handler-types.ts';
import type { ActivityRecorder } from '../../mail/activity/recorder.ts';
import { entriesBefore, redactEntries, removeEntries } from '../../mail/activity/removal.ts';
import { entryIds } from '../../mail/activity/store.ts';
import { activityTiers } from '../../contract/activity.ts';
import type { WriteDb } from '../../store/db.ts';
import type { activityRequests } from './contract.ts';
import { exportFile, exportText } from './export.ts';
import { activityQueryFor } from './readers.ts';
import { removeFilter, savedFilterOf, savedFilters, saveFilter } from './store.ts';
import type { ActivitySettings } from '../../mail/activity/recorded.ts';

type ActivityHandlerDeps = {
  clock: Clock;
  recorder: ActivityRecorder;
  activityDb: WriteDb;
  activitySettings: () => ActivitySettings;
};

export function activityHandlers(deps: ActivityHandlerDeps): Handlers<typeof activityRequests> {
  const { clock, recorder, activityDb: db, activitySettings } = deps;
  return {
    status() {
      const { track_link_clicks, retention } = activitySettings();
      const state = recorder.state();
      const { ephemeral_days: ephemeral, standard_days: standard, important_days: important } = retention;
      return {
        kind: 'ActivityStatus',
        ...state,
        link_clicks: track_link_clicks && state.recording,
        retention_days: { ephemeral, standard, important },
      };
    },
    export({ filter, format, answer }, call) {
      const query = activityQueryFor(filter, call);
      if (answer !== 'json') return exportFile(db, query, { format, now: clock.now() });
      return { kind: 'ActivityExportResult', format, ...exportText(db, query, format) };
    },
    async redact({ ids, filter }) {
      if (ids && filter) throw noTarget();
      // The latest entries are not written yet.
      recorder.flush();
      const targetIds = ids ?? (filter && entryIds(db, { ...filter, include_redacted: false }));
      if (!targetIds) throw noTarget();
      return { kind: 'ActivityAffected', affected: await redactEntries(db, targetIds) };
    },
    async prune({ before, tiers = activityTiers }) {
      recorder.flush();
      return { kind: 'ActivityAffected', affected: await removeEntries(db, entriesBefore(db, before, tiers)) };
    },
    pause({ minutes }) {
      const until = minutes === undefined ? undefined : clock.now().getTime() + minutes * 60_000;
      return { kind: 'Ack', pause: recorder.pause(until) };
    },
    resume() {
      recorder.resume();
      return { kind: 'Ack' };
    },
    savedFilters: () => ({ kind: 'SavedActivityFilters', filters: savedFilters(db) }),
    saveFilter: ({ name, filter }) => ({
      kind: 'SavedActivityFilter',
      filter: saveFilter(db, { name, filter, now: clock.now().getTime() }),
    }),
    savedFilter: ({ slug }) => ({ kind: 'SavedActivityFilter', filter: savedFilterOf(db, slug) }),
    removeFilter({ slug }) {
      removeFilter(db, slug);
      return { kind: 'Ack' };
    },
    // Dispatch records it like any other request, if it is recorded at all.
    linkOpened: () => ({ kind: 'Ack', recorded: activitySettings().track_link_clicks && recorder.state().recording }),
  };
}

function noTarget(): Failure {
  return new Failure('invalid', 'no_target', 'Say which entries by exactly one of ids and filter.');
}
