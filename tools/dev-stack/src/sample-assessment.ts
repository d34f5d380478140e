import { type Mode, publishedRubrics } from '@governance/rubric';

export interface SampleAssessment {
  readonly mode: Mode;
  readonly submitterEmail: string;
  readonly answers: Readonly<Record<string, number>>;
}

/** A complete submission as a client sends it: a good MSP with small gaps. */
export function sampleAssessment(submitterEmail: string): SampleAssessment {
  const mode = 'msp-self';
  const questions = publishedRubrics.current.questions.filter(({ modes }) => modes.includes(mode));
  const answers = Object.fromEntries(
    questions.map(({ id, gateMinimum }, index) => [id, gateMinimum === null && index % 3 === 0 ? 2 : 3]),
  );
  return { mode, submitterEmail, answers };
}
