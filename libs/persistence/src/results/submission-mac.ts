import { type SurveyResult } from '@governance/assessments';
import { type Keyring } from '@governance/keyring';
import { timingSafeEqual } from 'node:crypto';

const purpose = 'submission';

/** What a certificate says of a result, as the surface that derived it. */
export interface Certifiable extends Pick<SurveyResult, 'id' | 'createdAt' | 'mode'> {
  readonly rubric: Pick<SurveyResult['rubric'], 'sha256'>;
  readonly outcome: Pick<SurveyResult['outcome'], 'overallScore' | 'tier' | 'launchAllowed'>;
}

/** The keyed hash of a new result: the owner of the database, who has no keyring, cannot make it. */
export function submissionMac(keyring: Keyring, result: Certifiable): Buffer {
  return keyring.mac(purpose, textOf(result));
}

/** Whether a surface with this keyring has stored the result as it is. */
export function isSubmitted(keyring: Keyring, result: Certifiable, mac: Buffer): boolean {
  return keyring
    .macs(purpose, textOf(result))
    .some((known) => known.length === mac.length && timingSafeEqual(known, mac));
}

function textOf({ id, createdAt, mode, rubric, outcome }: Certifiable): string {
  const { overallScore, tier, launchAllowed } = outcome;
  return [id, createdAt.toISOString(), mode, rubric.sha256, overallScore, tier, launchAllowed].join('\n');
}
