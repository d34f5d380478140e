import {
  type Disclosure,
  type Findings,
  type IssuerKeySet,
  type StatusListAnswer,
  verifyCertificate as verdictOn,
} from '@governance/certificate-verifier';
import { publishedRubrics } from '@governance/rubric';
import { nodePrimitives } from '@governance/testing';
import { checkRederivation } from './rederivation';

export interface VerificationInput {
  readonly pdf: Uint8Array;
  /** Keys of the trusted certificate issuer. */
  readonly keys: IssuerKeySet;
  readonly disclosure?: Disclosure | undefined;
  /** Parsed JSON. */
  readonly answers?: unknown;
  /** Fetches the status list that a credential names; undefined if unavailable. */
  readonly statusList?: ((url: string) => Promise<StatusListAnswer>) | undefined;
}

/**
 * The verdict of the offline page; given answers, also checks that they give the result.
 * @throws NotGenuine with the first problem.
 */
export async function verifyCertificate({ pdf, answers, ...input }: VerificationInput): Promise<Findings> {
  const rubrics = publishedRubrics.references;
  const findings = await verdictOn({ ...input, certificate: { pdf }, rubrics }, nodePrimitives);
  const { credential, result, checked } = findings;
  if (answers === undefined || result === undefined) return findings;
  checkRederivation(answers, credential, result);
  return { ...findings, checked: [...checked, 'The answers give this result'] };
}
