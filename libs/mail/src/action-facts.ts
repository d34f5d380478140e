import { answerInWords, daysInWords, pointsInWords } from '@governance/assessments';
import { type RemediationItem } from '@governance/rubric';

/** The first actions of the plan, and how many more it has. */
export interface ActionFacts {
  readonly actions: readonly {
    readonly number: number;
    readonly title: string;
    readonly action: string;
    readonly effort: string;
    readonly effect: string;
  }[];
  /** "37 more are on your result page." Empty when there are none. */
  readonly more: string;
}

const shown = 3;

/** Effort and points are those of each action's first step. */
export function actionFacts(plan: readonly RemediationItem[]): ActionFacts {
  const others = plan.length - shown;
  return {
    actions: plan.slice(0, shown).map(({ title, action, steps, blocksLaunch }, index) => ({
      number: index + 1,
      title,
      action,
      ...firstStep(steps, blocksLaunch),
    })),
    more: others > 0 ? `${others} more ${others === 1 ? 'is' : 'are'} on your result page.` : '',
  };
}

function firstStep(
  [step]: RemediationItem['steps'],
  blocksLaunch: boolean,
): { readonly effort: string; readonly effect: string } {
  if (step === undefined) throw new Error('a remediation item has at least one step');
  const { currentAnswer, targetAnswer, effortDays, points } = step;
  const gain = `adds ${pointsInWords(points)} points`;
  return {
    effort: `From “${answerInWords[currentAnswer]}” to “${answerInWords[targetAnswer]}”: ${daysInWords(effortDays)} of work`,
    effect: blocksLaunch ? `${gain}, required for launch` : gain,
  };
}
