import {
  type Disclosure,
  type Findings,
  type IssuerKeySet,
  type LogTrust,
  type Primitives,
  type StatusListAnswer,
  verifyCertificate as verdictOn,
} from '@governance/certificate-verifier';
import { publishedRubrics } from '@governance/rubric';
import { checkRederivation } from './rederivation';

export interface VerificationInput {
  readonly pdf: Uint8Array;
  /** The keys of the trusted issuer. */
  readonly keys: IssuerKeySet;
  /** The public log in which the certificate must be, if one is known. */
  readonly log?: LogTrust | undefined;
  readonly disclosure?: Disclosure | undefined;
  /** Parsed JSON. */
  readonly answers?: unknown;
  /** Fetches the status list that a credential names; undefined when the issuer is not asked. */
  readonly statusList?: ((url: string) => Promise<StatusListAnswer | undefined>) | undefined;
}

/**
 * The same checks as on the offline page and the site, and with `answers`, whether they give the result.
 * @throws NotGenuine with the first check that fails.
 */
export async function verifyCertificate(
  { pdf, answers, ...input }: VerificationInput,
  primitives: Primitives,
): Promise<Findings> {
  const rubrics = publishedRubrics.references;
  const findings = await verdictOn({ ...input, certificate: { pdf }, rubrics }, primitives);
  const { credential, result, checked } = findings;
  if (answers === undefined || result === undefined) return findings;
  checkRederivation(answers, credential, result);
  return { ...findings, checked: [...checked, 'The answers give this result'] };
}
