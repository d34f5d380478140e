import { readFileSync } from 'node:fs';

/** A result as the product answered it once. */
export interface KnownResult {
  readonly overallScore: number;
  readonly tier: string;
  readonly launchAllowed: boolean;
  readonly launchReason: string;
  readonly domainScores: readonly object[];
  readonly rubricVersion: string;
}

/** From the file that `RESULT_FILE` names. */
export function knownResult(): KnownResult {
  return JSON.parse(readFileSync(process.env.RESULT_FILE ?? '', 'utf8')) as KnownResult;
}
