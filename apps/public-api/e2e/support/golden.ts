import { type Answers, type Mode, type Tier } from '@governance/rubric';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface GoldenCase {
  readonly name: string;
  readonly mode: Mode;
  readonly answers: Answers;
  readonly expected: {
    readonly overallScore: number;
    readonly tier: Tier;
    readonly launchAllowed: boolean;
    readonly domainScores: Readonly<Record<string, number>>;
    readonly unmetGates: readonly string[];
    readonly lowDomains: readonly string[];
  };
}

const file = join(__dirname, '../../../../libs/rubric/src/published/1.0.0.golden.json');
const golden = JSON.parse(readFileSync(file, 'utf8')) as { readonly cases: readonly GoldenCase[] };

/** The cases with complete answers; the incomplete one must be refused. */
export const completeCases = golden.cases.filter(({ name }) => name !== 'unanswered-half');
export const incompleteCase = goldenCase('unanswered-half');

export function goldenCase(name: string): GoldenCase {
  const found = golden.cases.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`there is no golden case ${name}`);
  return found;
}
