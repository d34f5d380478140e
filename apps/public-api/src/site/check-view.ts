import { issuerAddresses } from '@governance/certificates';
import { publishedRubrics } from '@governance/rubric';

/** What the form that checks certificates needs. */
export function checkView(problem: string, publicBaseUrl: string) {
  return {
    // Why the last entry was refused; empty otherwise.
    problem,
    // JSON: the published rubrics, with their hashes.
    rubrics: JSON.stringify(publishedRubrics.references),
    // How the address of each of our status lists begins.
    statusLists: issuerAddresses(publicBaseUrl).statusList(0).replace(/0$/, ''),
  };
}
