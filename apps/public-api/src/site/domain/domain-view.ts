import { dayInWords, type DomainProof, proofMailboxes } from '@governance/assessments';
import { type DomainProblem, recordNameOf } from '@governance/iam';
import { type SiteAddresses } from '../../site-addresses';

/** What became of the last request of the page, as its address says. */
export const domainNotices = {
  checking: '',
  again: '',
  mailed:
    'We send the link to the mailbox that you chose. This can take a few minutes. We do not learn whether the mailbox exists.',
  removed: 'The certificate no longer shows a domain. A PDF that shows the domain is no longer valid.',
  invalid:
    'Enter a domain such as example.com that belongs to one organization. Public suffixes and mail providers cannot be proven.',
  conflict: 'The certificate already shows a domain. Remove it first.',
  later: 'Too many requests about this domain. Try again in an hour.',
} as const;
export type DomainNotice = keyof typeof domainNotices;

const problems: Readonly<Record<DomainProblem, string>> = {
  record_missing:
    'The record was not found. It can take an hour until a new record is visible. Then check again.',
  record_differs: 'There is a record with this name, but with another value.',
  lookup_failed: 'The name servers of the domain did not answer. Check again later.',
  challenge_expired: 'The value has expired. Ask for the domain again to get a new one.',
};

interface Place {
  readonly capability: string;
  readonly notice: unknown;
  readonly addresses: SiteAddresses;
}

/** The section of a result's page about its domain. */
export function domainView(proof: DomainProof | undefined, { capability, notice, addresses }: Place) {
  const pagePath = `${new URL(addresses.publicBaseUrl).pathname.replace(/\/$/, '')}/results/${capability}`;
  const known = noticeOf(notice);
  return {
    notice: known === undefined ? '' : domainNotices[known],
    isProblem: known !== 'mailed' && known !== 'removed',
    mailboxes: proofMailboxes,
    // Of the forms.
    path: `${pagePath}/domain`,
    // The page itself, at another address each time: browsers do not load the same address with a fragment again.
    againPath: `${pagePath}?domain=${known === 'checking' ? 'again' : 'checking'}#domain`,
    ...stateOf(proof),
    ...wordsOf(proof),
    ...provenWords(proof?.proven),
  };
}

function stateOf(proof: DomainProof | undefined) {
  const state = proof === undefined ? 'none' : openStateOf(proof);
  return {
    none: state === 'none',
    asked: state === 'asked',
    checking: state === 'checking',
    proven: state === 'proven',
  };
}

function openStateOf({ proven, isChecking }: DomainProof): 'asked' | 'checking' | 'proven' {
  if (proven) return 'proven';
  return isChecking ? 'checking' : 'asked';
}

function wordsOf(proof: DomainProof | undefined) {
  if (!proof) return { name: '', recordName: '', recordValue: '', until: '', problem: '' };
  const { name, challenge, problem, proven, expiresAt } = proof;
  return {
    name,
    recordName: recordNameOf(name),
    recordValue: challenge,
    until: dayOf(proven ? proven.until : expiresAt),
    problem: problem === undefined ? '' : problems[problem],
  };
}

function provenWords(proven: DomainProof['proven']) {
  return {
    byMail: proven?.way === 'mail',
    provenOn: dayOf(proven?.provenAt),
    missingSince: dayOf(proven?.missingSince),
  };
}

function noticeOf(notice: unknown): DomainNotice | undefined {
  return (Object.keys(domainNotices) as DomainNotice[]).find((known) => known === notice);
}

function dayOf(date: Date | undefined): string {
  return date ? dayInWords(date) : '';
}
