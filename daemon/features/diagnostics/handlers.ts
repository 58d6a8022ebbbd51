import type { Handlers } from '../../handler-types.ts';
import { bugReportFor, type BugReportDeps } from './bug-report.ts';
import type { diagnosticsRequests } from './contract.ts';
import { repairFinding, type DiagnosticRepairDeps } from './repairs.ts';
import { reportFor, type ReportDeps } from './report.ts';

type DiagnosticsDeps = ReportDeps & DiagnosticRepairDeps & BugReportDeps;

export function diagnosticsHandlers(deps: DiagnosticsDeps): Handlers<typeof diagnosticsRequests> {
  return {
    report: async ({ deep }, call) => ({ report: await reportFor(deps, call, { deep }) }),
    bugReport: async (_input, call) => ({ content: await bugReportFor(deps, call) }),
    repair: (input, call) => repairFinding(deps, input, call),
  };
}
