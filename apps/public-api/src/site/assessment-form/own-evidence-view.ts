import { evidenceLimits, type EvidenceMember, reviewDates } from '@governance/assessments';
import { evidenceField } from './filled-evidence';
import { type FilledForm } from './filled-form';

/** The fields in which a visitor records evidence for one question. */
export interface OwnEvidenceView {
  readonly owner: EvidenceFieldView;
  readonly note: EvidenceFieldView;
  readonly link: EvidenceFieldView;
  readonly reviewOn: EvidenceFieldView;
  readonly filled: boolean;
  /** Fields with a problem are in sight. */
  readonly open: boolean;
  readonly limits: typeof evidenceLimits;
  readonly dates: typeof reviewDates;
}

interface EvidenceFieldView {
  readonly name: string;
  readonly value: string;
  readonly error: string;
}

export function ownEvidenceView(questionId: string, { evidence, problems }: FilledForm): OwnEvidenceView {
  const typed = evidence.of(questionId);
  const view = (member: EvidenceMember): EvidenceFieldView => {
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
    open: fields.some(({ error }) => error !== ''),
    limits: evidenceLimits,
    dates: reviewDates,
  };
}
