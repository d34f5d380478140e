import { type RemediationItem } from '@governance/rubric';

/** What the message says about what to do: the first of the plan, and how much more there is. */
export interface ActionFacts {
  readonly actions: readonly {
    readonly number: number;
    readonly title: string;
    readonly action: string;
    readonly effort: string;
    readonly effect: string;
  }[];
  /** "37 more are on the page of your result." Empty when there are none. */
  readonly more: string;
}

const shown = 3;

export function actionFacts(plan: readonly RemediationItem[]): ActionFacts {
  const others = plan.length - shown;
  return {
    actions: plan.slice(0, shown).map(({ title, action, effortDays, points, blocksLaunch }, index) => ({
      number: index + 1,
      title,
      action,
      effort: effortDays === 1 ? '1 day of work' : `${effortDays} days of work`,
      effect: blocksLaunch ? 'a launch gate that is not met' : `${points.toFixed(1)} points on the score`,
    })),
    more: others > 0 ? `${others} more ${others === 1 ? 'is' : 'are'} on the page of your result.` : '',
  };
}
