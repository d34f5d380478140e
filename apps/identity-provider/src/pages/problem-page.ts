import { StoreUnavailable } from '@governance/kernel';
import { type ProblemView } from './page-views';
import { waitInWords } from './wait-in-words';

export interface ProblemPage extends ProblemView {
  readonly status: number;
}

export const over: ProblemPage = {
  status: 400,
  title: 'This sign-in is over',
  paragraphs: [
    'It took too long, it was finished in another tab, or it was begun in another browser.',
    'Go back to the application and sign in from there.',
  ],
};

export const notFromUs: ProblemPage = {
  status: 403,
  title: 'This form cannot be used',
  paragraphs: [
    'It does not come from a page of this sign-in. If you followed a link in a message, do not trust the message.',
    'Go back to the application and sign in from there.',
  ],
};

export const unavailable: ProblemPage = {
  status: 503,
  title: 'Please try again in a moment',
  paragraphs: [
    'Nobody can sign in right now. That is our fault, not yours: your password is not the reason.',
  ],
};

export const failed: ProblemPage = {
  ...unavailable,
  status: 500,
  title: 'Something went wrong on our side',
};

export function tooMany(seconds: number): ProblemPage {
  return {
    status: 429,
    title: 'Too many attempts',
    paragraphs: [`Wait ${waitInWords(seconds)} and try again.`],
  };
}

/** What an application has asked for in a way that leads nowhere; `code` is that of OAuth. */
export function refusedRequest(code: string): ProblemPage {
  const [title, ...paragraphs] = refusals.get(code) ?? [
    'This cannot be answered',
    'The application has asked for something that it cannot have. Go back to it and try again; if that does not help, tell whoever runs it.',
  ];
  return { status: 400, title, paragraphs: [...paragraphs, `What it was told: ${code}`] };
}

type Words = readonly [title: string, ...paragraphs: string[]];

const refusals: ReadonlyMap<string, Words> = new Map<string, Words>([
  [
    'invalid_client',
    [
      'We do not know this application',
      'The link that led you here names an application that cannot be signed in to. If somebody sent it to you, do not trust it.',
    ],
  ],
  [
    'invalid_redirect_uri',
    [
      'The address to go back to is not known',
      'The application would have you sent to an address that is not one of its own. You have been kept here, and nothing was given away.',
      'If somebody sent you the link that led here, do not trust it.',
    ],
  ],
]);

export function pageOfError(error: unknown): ProblemPage {
  return error instanceof StoreUnavailable ? unavailable : failed;
}
