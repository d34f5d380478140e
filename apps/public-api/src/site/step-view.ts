import { answerInWords, daysInWords, pointsInWords } from '@governance/assessments';
import { type LaunchPath } from '@governance/rubric';

/** The changes of a way, also in browsers. */
export function stepViews(
  { domains }: { readonly domains: readonly { readonly id: string; readonly title: string }[] },
  { steps }: Pick<LaunchPath, 'steps'>,
) {
  return steps.map((step) => ({
    title: step.title,
    domain: domains.find(({ id }) => id === step.domainId)?.title ?? '',
    from: answerInWords[step.currentAnswer],
    to: answerInWords[step.targetAnswer],
    effort: daysInWords(step.effortDays),
    points: `+${pointsInWords(step.points)}`,
    meetsGate: step.meetsGate,
  }));
}
