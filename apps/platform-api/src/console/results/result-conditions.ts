import { mostSearchWords } from '@governance/assessments';
import { tiers } from '@governance/rubric';

/** The label of no condition. */
export const any = 'All';

/** Says that a search has no words, or too many. */
export const wordsRefused = `Search for 1 to ${mostSearchWords} words.`;

/** Says that a text is no tag. */
export const tagRefused = 'Enter one tag, without a comma or semicolon.';

/** Conditions on a result, of the lists of results and of clients. */
export const tierField = {
  label: 'Tier',
  type: 'select',
  any,
  choices: Object.fromEntries(tiers.map((tier) => [tier, tier])),
} as const;

export const launchField = {
  label: 'Launch',
  type: 'select',
  any,
  choices: { true: 'Ready to launch', false: 'Not ready to launch' },
} as const;
