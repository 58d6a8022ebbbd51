import type { Handlers } from '../../handling.ts';
import { bugReportFor, type BugReportParts } from './bug-report.ts';
import type { diagnosticsRequests } from './contract.ts';
import { repair, type RepairParts } from './repairs.ts';
import { reportFor, type ReportParts } from './report.ts';

export type DiagnosticsParts = ReportParts & RepairParts & BugReportParts;

export function diagnosticsHandlers(parts: DiagnosticsParts): Handlers<typeof diagnosticsRequests> {
  return {
    report: async ({ deep }, call) => ({ report: await reportFor(parts, call, { deep }) }),
    bugReport: async (_input, call) => ({ content: await bugReportFor(parts, call) }),
    repair: (input, call) => repair(parts, input, call),
  };
}
