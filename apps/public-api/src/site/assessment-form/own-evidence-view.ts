import { evidenceLimits, type EvidenceMember, reviewDates } from '@governance/assessments';
import { evidenceField } from './filled-evidence';
import { type FilledForm } from './filled-form';

/** The fields in which a visitor records evidence for one question. */
export function ownEvidenceView(questionId: string, { evidence, problems }: FilledForm) {
  const typed = evidence.of(questionId);
  const view = (member: EvidenceMember) => {
    const name = evidenceField(member, questionId);
    return { name, value: typed[member], error: problems.find(({ field }) => field === name)?.text ?? '' };
  };
  const [owner, note, link, reviewOn] = [view('owner'), view('note'), view('link'), view('reviewOn')];
  const fields = [owner, note, link, reviewOn];
  return {
    owner,
    note,
    link,
    reviewOn,
    filled: fields.some(({ value }) => value !== ''),
    // Fields with a problem are in sight.
    open: fields.some(({ error }) => error !== ''),
    limits: evidenceLimits,
    dates: reviewDates,
  };
}
