import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface RubricFile {
  readonly domains: readonly { readonly id: string; readonly weight: number }[];
  readonly questions: readonly {
    readonly id: string;
    readonly domainId: string;
    readonly weight: number;
    readonly modes: readonly string[];
  }[];
}

const file = join(__dirname, '../../../../libs/rubric/src/published/1.0.0.json');
const rubric = JSON.parse(readFileSync(file, 'utf8')) as RubricFile;

/** A second implementation of the published formula, written from its text: the score of an answer map. */
export function scoreOf(answers: Readonly<Record<string, unknown>>, mode: string): number {
  let sum = 0;
  for (const domain of rubric.domains) {
    for (const question of rubric.questions) {
      if (question.domainId !== domain.id || !question.modes.includes(mode)) continue;
      sum += domain.weight * question.weight * Number(answers[question.id]);
    }
  }
  return Math.floor(sum / 30);
}

export const questionIds = rubric.questions.map(({ id }) => id);
