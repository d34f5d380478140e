import { dayInWords } from '@governance/assessments';

/** "27 November 2026 at 12:00 UTC" */
export function momentInWords(moment: Date): string {
  return `${dayInWords(moment)} at ${moment.toISOString().slice(11, 16)} UTC`;
}
