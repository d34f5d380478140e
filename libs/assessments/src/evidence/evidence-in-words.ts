import { dayInWords } from '../in-words';
import { type Evidence, type EvidenceMember } from './evidence';

/** The evidence of one question as pages and reports print it: `reviewOn` is "31 March 2027", and absent members are empty. */
export type EvidenceInWords = Readonly<Record<EvidenceMember, string>>;

/** Undefined if the question has none. */
export function evidenceInWords(evidence: Evidence, questionId: string): EvidenceInWords | undefined {
  const given = evidence[questionId];
  if (!given) return undefined;
  const { owner = '', note = '', link = '', reviewOn } = given;
  return { owner, note, link, reviewOn: reviewOn === undefined ? '' : dayInWords(new Date(reviewOn)) };
}
