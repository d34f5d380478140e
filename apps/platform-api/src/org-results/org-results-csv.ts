import { csvFile } from '@governance/kernel';
import { listedFrameworks } from '@governance/rubric';
import { type OrgResult } from './org-result';
import { OrgResultResponse } from './org-result.dto';

const frameworks = Object.keys(listedFrameworks);

const columns = [
  'id',
  'created_at',
  'attached_at',
  'mode',
  'client_name',
  'domain',
  'overall_score',
  'tier',
  'launch_allowed',
  'launch_reason',
  'rubric_version',
  'withdrawn_at',
  'renew_by',
  'earlier_id',
  'earlier_created_at',
  'earlier_overall_score',
  'score_change',
  'latest',
  ...frameworks.map((id) => `gaps_${id}`),
];

/** The members of the list, one row for each result. */
export function orgResultsCsv(results: readonly OrgResult[]): string {
  return csvFile([columns, ...results.map(cellsOf)]);
}

/** In the order of the columns. */
function cellsOf(entry: OrgResult): (string | number | undefined)[] {
  const { earlier, ...result } = new OrgResultResponse(entry);
  return [
    result.id,
    result.created_at,
    result.attached_at,
    result.mode,
    result.client_name ?? undefined,
    result.domain ?? undefined,
    result.overall_score,
    result.tier,
    String(result.launch_allowed),
    result.launch_reason,
    result.rubric_version,
    result.withdrawn_at ?? undefined,
    result.renew_by,
    earlier?.id,
    earlier?.created_at,
    earlier?.overall_score,
    earlier?.score_change,
    String(result.latest),
    ...frameworks.map((id) => result.frameworks.find((framework) => framework.id === id)?.gaps),
  ];
}
