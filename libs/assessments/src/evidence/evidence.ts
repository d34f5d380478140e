import { hasHiddenCharacters, hiddenCharactersRefused } from '@governance/kernel';

/** What the holder of a result keeps about one answer: who can show it, what there is, where, and when to look again. */
export interface QuestionEvidence {
  readonly owner?: string;
  readonly note?: string;
  /** An https URL, as a browser would write it. We never open it. */
  readonly link?: string;
  /** A calendar date: `2027-03-31`. */
  readonly reviewOn?: string;
}

export const evidenceMembers = [
  'owner',
  'note',
  'link',
  'reviewOn',
] as const satisfies (keyof QuestionEvidence)[];

export type EvidenceMember = (typeof evidenceMembers)[number];

/** By question id, in question order; no entry is empty. Statements of the holder, never part of a certificate. */
export type Evidence = Readonly<Record<string, QuestionEvidence>>;

/** In UTF-16 units, as browsers count. All evidence of a submission fits a request body in every script. */
export const evidenceLimits = { owner: 100, note: 1_000, link: 500, inAll: 20_000 } as const;

/** A mistyped century is refused. */
export const reviewDates = { first: '2000-01-01', last: '2099-12-31' } as const;

/** What is wrong, by its place; without a member it is the entry, and without a question it is all evidence. */
export interface EvidenceProblem {
  readonly questionId?: string;
  readonly member?: EvidenceMember;
  /** The end of a sentence that begins with the place. */
  readonly text: string;
}

export interface ReadEvidence {
  /** What can be taken. */
  readonly evidence: Evidence;
  readonly problems: readonly EvidenceProblem[];
}

interface Questions {
  readonly version: string;
  readonly questions: readonly { readonly id: string; readonly modes: readonly string[] }[];
}

type Members = Partial<Record<EvidenceMember, string>>;

export const evidenceTexts = {
  type: 'must be an object of question ids to objects',
  entry: 'must be an object',
  member: 'must be a string',
  tooLong: (most: number) => `must have at most ${most} characters`,
  control: 'has a control character',
  hidden: hiddenCharactersRefused,
  link: 'must be an https URL without a user name or password',
  reviewOn: `must be a calendar date from ${reviewDates.first} to ${reviewDates.last}, such as 2027-03-31`,
  inAll: `must have at most ${evidenceLimits.inAll} characters in all`,
} as const;

/**
 * Reads untrusted evidence for one mode, in canonical form. `null`, empty texts and entries without a text count as absent, and
 * unknown members are ignored. Evidence for questions of the other mode has no effect, as their answers.
 */
export function readEvidence(given: unknown, rubric: Questions, mode: string): ReadEvidence {
  if (given === undefined || given === null) return { evidence: {}, problems: [] };
  if (!isObject(given)) return { evidence: {}, problems: [{ text: evidenceTexts.type }] };
  const problems = unknownQuestion(given, rubric);
  const evidence: Record<string, QuestionEvidence> = {};
  for (const { id, modes } of rubric.questions) {
    const entry = readEntry(Object.hasOwn(given, id) ? given[id] : undefined);
    problems.push(...entry.problems.map((problem) => ({ questionId: id, ...problem })));
    if (modes.includes(mode) && Object.keys(entry.members).length > 0) evidence[id] = entry.members;
  }
  const size = Object.values(evidence)
    .flatMap((entry) => Object.values(entry as Members))
    .reduce((sum, text) => sum + text.length, 0);
  if (size > evidenceLimits.inAll) problems.push({ text: evidenceTexts.inAll });
  return { evidence, problems };
}

/** "evidence.gov-ai-policy.link must be …": names places and rules, and repeats no text. */
export function evidenceProblemText({ questionId, member, text }: EvidenceProblem): string {
  const place = ['evidence', questionId, member].filter((part) => part !== undefined).join('.');
  return `${place} ${text}`;
}

function unknownQuestion(given: object, { questions, version }: Questions): EvidenceProblem[] {
  const known = new Set(questions.map(({ id }) => id));
  const unknown = Object.keys(given).find((id) => !known.has(id));
  if (unknown === undefined) return [];
  return /^[a-z0-9-]{1,64}$/.test(unknown)
    ? [{ questionId: unknown, text: `is not a question of rubric ${version}` }]
    : [{ text: `has a question id that rubric ${version} does not have` }];
}

function readEntry(given: unknown): { members: Members; problems: Omit<EvidenceProblem, 'questionId'>[] } {
  if (given === undefined || given === null) return { members: {}, problems: [] };
  if (!isObject(given)) return { members: {}, problems: [{ text: evidenceTexts.entry }] };
  const read: Members = {};
  const problems: Omit<EvidenceProblem, 'questionId'>[] = [];
  for (const member of evidenceMembers) {
    const value = Object.hasOwn(given, member) ? given[member] : undefined;
    const text = canonical(member, value ?? '');
    const problem = problemOf(member, text);
    if (problem !== undefined) problems.push({ member, text: problem });
    else if (text !== '') read[member] = text as string;
  }
  return { members: read, problems };
}

/** One form of what means the same; a value of another type stays as it is. */
function canonical(member: EvidenceMember, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (member === 'owner') return text.replace(/\s+/g, ' ');
  return member === 'link' ? (httpsUrl(text) ?? text) : text;
}

function problemOf(member: EvidenceMember, text: unknown): string | undefined {
  if (typeof text !== 'string') return evidenceTexts.member;
  if (text === '') return undefined;
  if (member === 'reviewOn') return isCalendarDate(text) ? undefined : evidenceTexts.reviewOn;
  if (member === 'link' && httpsUrl(text) === undefined) return evidenceTexts.link;
  if (text.length > evidenceLimits[member]) return evidenceTexts.tooLong(evidenceLimits[member]);
  return characterProblem(member, text);
}

/** The owner is a name; a note is prose. */
function characterProblem(member: EvidenceMember, text: string): string | undefined {
  if (member === 'owner') return hasHiddenCharacters(text) ? evidenceTexts.hidden : undefined;
  return /[^\P{Cc}\n\t]/u.test(text) ? evidenceTexts.control : undefined;
}

/** Undefined for any other text: also for one with spaces or controls, which a URL parser would remove. */
function httpsUrl(text: string): string | undefined {
  if (!/^https:\/\/[^\s\p{Cc}\\]+$/iu.test(text) || !URL.canParse(text)) return undefined;
  const { username, password, href } = new URL(text);
  return username === '' && password === '' ? href : undefined;
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < reviewDates.first || text > reviewDates.last) return false;
  const date = new Date(`${text}T00:00:00.000Z`);
  // Some engines read the 30th of February as a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
