import { issuerAddresses } from '@governance/certificates';
import { publishedRubrics } from '@governance/rubric';

/** What the form that checks certificates needs. */
export interface CheckView {
  /** Why the last entry was refused; empty otherwise. */
  readonly problem: string;
  /** JSON: the published rubrics, with their hashes. */
  readonly rubrics: string;
  /** How the address of each of our status lists begins. */
  readonly statusLists: string;
}

export function checkView(problem: string, publicBaseUrl: string): CheckView {
  return {
    problem,
    rubrics: JSON.stringify(publishedRubrics.references),
    statusLists: issuerAddresses(publicBaseUrl).statusList(0).replace(/0$/, ''),
  };
}
