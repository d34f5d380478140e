import { type ProblemKind } from '@governance/kernel';

export interface ProblemText {
  readonly kicker: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** The texts of a page that cannot be shown, by kind of problem; other kinds have the texts of all pages. */
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
    title: 'We cannot answer this request',
    paragraphs: ['Open the address exactly as you received it.'],
  };
}

const again = 'Try again in a few minutes';

export const certificateProblems: ProblemTexts = {
  kicker: 'Certificate verification',
  unavailable: {
    title: again,
    paragraphs: [
      'We cannot look up certificates at the moment. This says nothing about the certificate that you want to check.',
    ],
  },
};

export const rubricProblems: ProblemTexts = {
  kicker: 'Questions and rules',
  unavailable: { title: again, paragraphs: ['We cannot show the questions and rules at the moment.'] },
  not_found: {
    title: 'There is no such version',
    paragraphs: ['Use the link “Questions and rules” below for the version that new assessments use.'],
  },
};

export const ownershipProblems: ProblemTexts = {
  ...certificateProblems,
  not_found: {
    title: 'Nothing to prove here',
    paragraphs: ['There is no such certificate or confirmation, or the certificate was withdrawn.'],
  },
  too_many: {
    title: 'Wait before you try again',
    paragraphs: [
      'There were too many attempts from your network, or for this certificate. Try again in an hour.',
    ],
  },
};

export const openBadgeProblems: ProblemTexts = {
  ...certificateProblems,
  not_found: {
    title: 'No Open Badge to download',
    paragraphs: [
      'There is no such certificate, it was withdrawn, or it is not signed yet. A new one is signed within a minute.',
    ],
  },
};

export const resultProblems: ProblemTexts = {
  kicker: 'Your result',
  not_found: {
    title: 'No such result',
    paragraphs: [
      'There is no result at this address. Open it from the message that you received, or copy the complete address.',
      'The id on a certificate leads to its verification page, not to the result. The plan is only visible at the address of the result.',
    ],
  },
  too_many: {
    title: 'Wait before you try again',
    paragraphs: [
      'Your network requested the certificate several times. Look in your spam folder, and try again in 15 minutes.',
    ],
  },
  unavailable: {
    title: again,
    paragraphs: ['We cannot look up results at the moment.'],
  },
};

export const documentProblems: ProblemTexts = {
  kicker: 'Your certificate',
  not_found: {
    title: 'No certificate to download',
    paragraphs: [
      'There is no result at this address, or its certificate was withdrawn. Copy the complete address of your result.',
    ],
  },
  too_many: {
    title: 'Wait before you try again',
    paragraphs: ['Your network requested too many certificates. Try again in an hour.'],
  },
  unavailable: {
    title: again,
    paragraphs: ['We cannot make the certificate at the moment.'],
  },
};

export const evidenceReportProblems: ProblemTexts = {
  kicker: 'Your evidence report',
  not_found: {
    title: 'No evidence report to download',
    paragraphs: [
      'There is no result at this address, no evidence was recorded with it, or the evidence was deleted. Copy the complete address of your result.',
    ],
  },
  too_many: {
    title: 'Wait before you try again',
    paragraphs: ['Your network requested too many documents. Try again in an hour.'],
  },
  unavailable: {
    title: again,
    paragraphs: ['We cannot make the report at the moment.'],
  },
};

export const assessmentProblems: ProblemTexts = {
  kicker: 'Assessment',
  conflict: {
    title: 'Your answers are being scored',
    paragraphs: ['You sent the same answers a moment ago. Go back and send them again to see the result.'],
  },
  too_large: {
    title: 'The texts are too long',
    paragraphs: [
      'Go back, shorten the notes to 10,000 characters or your evidence, and send the answers again.',
    ],
  },
  unavailable: {
    title: again,
    paragraphs: ['We cannot accept answers at the moment. Go back in your browser and send them again.'],
  },
};

export const messageProblems: ProblemTexts = {
  kicker: 'Messages to you',
  not_found: {
    title: 'This link is incomplete',
    paragraphs: ['Open the link from the message that you received, or copy the complete address.'],
  },
  unavailable: {
    title: again,
    paragraphs: ['We cannot do this at the moment. Open the link again later.'],
  },
};

export const domainLinkProblems: ProblemTexts = {
  kicker: 'Domain proof',
  not_found: {
    title: 'This link no longer works',
    paragraphs: [
      'It was used, has expired, or was replaced by a newer one. If you have just confirmed the domain, you do not need to do anything else.',
      'Otherwise open the link from the newest message, or copy the complete address.',
    ],
  },
  unavailable: {
    title: again,
    paragraphs: ['We cannot do this at the moment. Open the link again later.'],
  },
};

export const campaignProblems: ProblemTexts = {
  kicker: 'Assessment',
  not_found: {
    title: 'No such assessment',
    paragraphs: [
      'There is no assessment at this address, or it was deleted. Open the link from the message that you received, or copy the complete address.',
    ],
  },
  too_many: {
    title: 'Wait before you try again',
    paragraphs: ['There were too many requests. Go back in your browser, and try again in an hour.'],
  },
  too_large: {
    title: 'The texts are too long',
    paragraphs: [
      'Go back, shorten the notes to 10,000 characters or your evidence, and send the answers again.',
    ],
  },
  unavailable: {
    title: again,
    paragraphs: ['We cannot accept answers at the moment. Go back in your browser and send them again.'],
  },
};
