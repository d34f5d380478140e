import {
  type Evidence,
  evidenceLimits,
  type EvidenceMember,
  type EvidenceProblem,
  readEvidence,
} from '@governance/assessments';
import { type Mode, type Rubric, type RubricQuestion } from '@governance/rubric';

/** The texts of one question, as they were typed. */
export type TypedEvidence = Readonly<Record<EvidenceMember, string>>;

/** What is wrong, and the field that it is about. */
export interface EvidenceFieldProblem {
  readonly field: string;
  readonly text: string;
}

const texts: Readonly<Record<EvidenceMember, string>> = {
  owner: `enter an owner of at most ${evidenceLimits.owner} characters`,
  note: 'shorten the note to 1,000 characters of plain text',
  link: 'enter a web address that begins with https://, without a user name or password',
  reviewOn: 'enter a date from 2000 to 2099, such as 2027-03-31',
};

/** The name and the id of a field: `owner.gov-ai-policy`. */
export function evidenceField(member: EvidenceMember, questionId: string): string {
  return `${member}.${questionId}`;
}

/** The evidence in a form: what was typed, and what of it can be taken. */
export class FilledEvidence {
  readonly evidence: Evidence;
  readonly problems: readonly EvidenceFieldProblem[];
  private readonly typed: Readonly<Record<string, TypedEvidence>>;

  constructor(
    fields: URLSearchParams,
    private readonly questions: readonly RubricQuestion[],
    { rubric, mode }: { readonly rubric: Rubric; readonly mode: Mode },
  ) {
    const textOf = (name: string): string =>
      (fields.get(name) ?? '').replaceAll('\r\n', '\n').replaceAll('\0', '').trim();
    this.typed = Object.fromEntries(
      questions.map(({ id }) => [id, typedEvidence((member) => textOf(evidenceField(member, id)))]),
    );
    const { evidence, problems } = readEvidence(this.typed, rubric, mode);
    this.evidence = evidence;
    this.problems = problems.map((problem) => this.fieldProblem(problem));
  }

  of(questionId: string): TypedEvidence {
    return this.typed[questionId] ?? typedEvidence(() => '');
  }

  private fieldProblem({ questionId, member }: EvidenceProblem): EvidenceFieldProblem {
    if (questionId !== undefined && member !== undefined) {
      const number = this.questions.findIndex(({ id }) => id === questionId) + 1;
      return { field: evidenceField(member, questionId), text: `Question ${number}: ${texts[member]}` };
    }
    return {
      field: evidenceField('note', this.longest()),
      text: 'Shorten your evidence to 20,000 characters in all',
    };
  }

  /** The question with the longest texts. */
  private longest(): string {
    const size = ({ id }: RubricQuestion): number => Object.values(this.of(id)).join('').length;
    return this.questions.toSorted((one, other) => size(other) - size(one))[0]?.id ?? '';
  }
}

function typedEvidence(textOf: (member: EvidenceMember) => string): TypedEvidence {
  return { owner: textOf('owner'), note: textOf('note'), link: textOf('link'), reviewOn: textOf('reviewOn') };
}
