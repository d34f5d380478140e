import { type ProblemKind } from '@governance/kernel';

export interface ProblemText {
  readonly kicker: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** What people are told when a page cannot be shown: by kind where it has its own words, otherwise those of all pages. */
export interface ProblemTexts extends Partial<Record<ProblemKind, Omit<ProblemText, 'kicker'>>> {
  readonly kicker: string;
  readonly unavailable: Omit<ProblemText, 'kicker'>;
}

const failed = 'Something went wrong on our side';

export function problemText(kind: ProblemKind, texts: ProblemTexts): ProblemText {
  const { kicker } = texts;
  const own = texts[kind];
  if (own) return { kicker, ...own };
  if (kind === 'internal') return { kicker, ...texts.unavailable, title: failed };
  return {
    kicker,
    title: 'This request cannot be answered',
    paragraphs: ['Please open the address as you were given it, with nothing added.'],
  };
}

const again = 'Please try again in a moment';

export const certificateProblems: ProblemTexts = {
  kicker: 'Certificate verification',
  not_found: {
    title: 'No such certificate',
    paragraphs: [
      'We have no certificate under this address. Compare it with the one on the certificate: each character counts.',
      'If the code or the link on a certificate led you here, do not rely on that certificate: what it says cannot be confirmed.',
    ],
  },
  unavailable: {
    title: again,
    paragraphs: [
      'We cannot look up certificates right now. That says nothing about the certificate you want to check.',
    ],
  },
};

export const resultProblems: ProblemTexts = {
  kicker: 'Your result',
  not_found: {
    title: 'No such result',
    paragraphs: [
      'There is no result under this address. It is long, and each character counts: open it from the message that you were sent, or copy it whole.',
      'The id on a certificate leads to its verification, not to the result: the plan is only for whoever has this address.',
    ],
  },
  too_many: {
    title: 'Please wait before you ask again',
    paragraphs: [
      'The certificate was asked for several times from your network. It has been sent as often as is useful: look in the spam folder too, and try again in a quarter of an hour.',
    ],
  },
  unavailable: {
    title: again,
    paragraphs: ['We cannot look up results right now. Yours is not lost.'],
  },
};

export const assessmentProblems: ProblemTexts = {
  kicker: 'Assessment',
  conflict: {
    title: 'Your answers are being scored',
    paragraphs: [
      'The same answers were sent a moment ago. Go back and send them once more: you will be shown the one result.',
    ],
  },
  too_large: {
    title: 'The notes are too long',
    paragraphs: ['Go back, shorten them to 10,000 characters, and send the answers again.'],
  },
  unavailable: {
    title: again,
    paragraphs: ['We cannot take answers right now. Go back and send them again: nothing of them is lost.'],
  },
};

export const messageProblems: ProblemTexts = {
  kicker: 'Messages to you',
  not_found: {
    title: 'This link is not complete',
    paragraphs: [
      'We did not make this link. It is long, and each character counts: open it from the message that you were sent, or copy it whole.',
    ],
  },
  unavailable: {
    title: again,
    paragraphs: ['We cannot do this right now. The link in the message stays good.'],
  },
};
