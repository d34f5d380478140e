import {
  type DomainProof,
  type DueProof,
  type ProofMailbox,
  proofMailboxes,
  type ProofWay,
} from '@governance/assessments';
import { type DomainProblem, recordValueOf } from '@governance/iam';
import { type Keyring } from '@governance/keyring';
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { type SealedPlace } from '../../sealed-columns';

/** Columns of `certificate_domains` as pg reads them. */
export interface DomainProofRow {
  readonly result_id: string;
  readonly request: Buffer;
  readonly expires_at: Date;
  readonly check_due_at: Date | null;
  readonly problem: DomainProblem | null;
  readonly confirmed_at: Date | null;
  readonly proven_at: Date | null;
  readonly way: ProofWay | null;
  readonly proven_until: Date | null;
  readonly missing_since: Date | null;
  readonly missing_answers: number;
}

export const domainProofColumns =
  'result_id, request, expires_at, check_due_at, problem, confirmed_at, proven_at, way, proven_until, missing_since, missing_answers';

const sealedRequest = z.object({
  name: z.string(),
  challenge: z.string(),
  mailbox: z.enum(proofMailboxes).optional(),
});

/** What a holder asked for; stored sealed. `mailbox` is that of the last mail. */
export interface ProofRequest {
  readonly name: string;
  readonly challenge: string;
  readonly mailbox?: ProofMailbox | undefined;
}

/** The text of a record, with 256 random bits. */
export function newChallenge(): string {
  return recordValueOf('certificate', randomBytes(32).toString('base64url'));
}

export function sealRequest(keyring: Keyring, resultId: string, request: ProofRequest): Buffer {
  return keyring.seal(JSON.stringify(request), requestSeal(resultId));
}

export function openRequest(
  keyring: Keyring,
  { result_id, request }: Pick<DomainProofRow, 'result_id' | 'request'>,
): ProofRequest {
  const text = keyring.open(request, requestSeal(result_id)).toString('utf8');
  return sealedRequest.parse(JSON.parse(text));
}

export function proofOfRow(keyring: Keyring, row: DomainProofRow): DomainProof {
  const { name, challenge } = openRequest(keyring, row);
  const { proven_at: provenAt, way, proven_until: until, missing_since: missingSince } = row;
  return {
    resultId: row.result_id,
    name,
    challenge,
    expiresAt: row.expires_at,
    isChecking: row.check_due_at !== null && (provenAt === null || row.confirmed_at !== null),
    ...(row.problem !== null && { problem: row.problem }),
    ...(provenAt !== null &&
      way !== null && {
        proven: { name, provenAt, way, ...(until && { until }), ...(missingSince && { missingSince }) },
      }),
  };
}

export function dueOfRow(
  keyring: Keyring,
  row: DomainProofRow & { readonly check_due_at: Date },
  lease: string,
): DueProof {
  const { name, challenge } = openRequest(keyring, row);
  const { proven_at: at, way, proven_until: until, confirmed_at: confirmedAt } = row;
  return {
    resultId: row.result_id,
    name,
    challenge,
    expiresAt: row.expires_at,
    dueAt: row.check_due_at,
    lease,
    missingSince: row.missing_since,
    missingAnswers: row.missing_answers,
    ...(confirmedAt && { confirmedAt }),
    ...(at !== null && way !== null && { proven: { at, way, ...(until && { until }) } }),
  };
}

function requestSeal(resultId: string): SealedPlace<'certificate_domains'> {
  return { table: 'certificate_domains', column: 'request', row: resultId };
}
