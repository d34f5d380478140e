import { type Answers, type Mode, publishedRubrics } from '@governance/rubric';

const mode: Mode = 'msp-self';

/** A complete submission as clients send it: every question of the mode, mostly in place. */
export const sampleSubmission: { readonly mode: Mode; readonly answers: Answers } = {
  mode,
  answers: Object.fromEntries(
    publishedRubrics.current.questions
      .filter(({ modes }) => modes.includes(mode))
      .map(({ id }, index) => [id, ([3, 2, 3, 1] as const)[index % 4] ?? 3]),
  ),
};

export const submissionPath = '/api/survey-results';

/** `extras` are members besides mode and answers. */
export function submissionRequest(extras: object = {}): {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
} {
  return {
    method: 'POST',
    path: submissionPath,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...sampleSubmission, ...extras }),
  };
}
