// The rules of the rubric for pages: the server's own modules, without its published files.
export { RubricRules } from '@governance/rubric';
export { changedAnswers, daysIn, whatIfOutcome } from '../src/site/what-if/what-if-outcome.ts';
