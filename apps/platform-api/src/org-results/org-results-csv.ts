import { csvFile } from '@governance/kernel';
import { listedFrameworks } from '@governance/rubric';
import { type OrgResult } from './org-result';
import { OrgResultResponse } from './org-result.dto';

/** The columns in their order, and the cell of a result in each. */
const columns: Readonly<Record<string, (result: OrgResultResponse) => string | number | undefined>> = {
  id: (result) => result.id,
  created_at: (result) => result.created_at,
  attached_at: (result) => result.attached_at,
  mode: (result) => result.mode,
  client_name: (result) => result.client_name ?? undefined,
  domain: (result) => result.domain ?? undefined,
  overall_score: (result) => result.overall_score,
  tier: (result) => result.tier,
  launch_allowed: (result) => String(result.launch_allowed),
  launch_reason: (result) => result.launch_reason,
  rubric_version: (result) => result.rubric_version,
  withdrawn_at: (result) => result.withdrawn_at ?? undefined,
  renew_by: (result) => result.renew_by,
  earlier_id: ({ earlier }) => earlier?.id,
  earlier_created_at: ({ earlier }) => earlier?.created_at,
  earlier_overall_score: ({ earlier }) => earlier?.overall_score,
  score_change: ({ earlier }) => earlier?.score_change,
  latest: (result) => String(result.latest),
  ...Object.fromEntries(
    Object.keys(listedFrameworks).map((id) => [
      `gaps_${id}`,
      ({ frameworks }: OrgResultResponse) => frameworks.find((framework) => framework.id === id)?.gaps,
    ]),
  ),
  client_id: (result) => result.client_id,
};

/** The members of the list, one row for each result. */
export function orgResultsCsv(results: readonly OrgResult[]): string {
  const rows = results.map((entry) => {
    const result = new OrgResultResponse(entry);
    return Object.values(columns).map((cellOf) => cellOf(result));
  });
  return csvFile([Object.keys(columns), ...rows]);
}
