import { StoreUnavailable } from '@governance/kernel';
import { type ProblemView } from './page-views';
import { waitInWords } from './wait-in-words';

export interface ProblemPage extends ProblemView {
  readonly status: number;
}

/** The next step of a problem that names no other. */
export const openAccount = { href: '/account', words: 'Open your account' };

export const notFound: ProblemPage = {
  status: 404,
  title: 'This page does not exist',
  paragraphs: ['Check the address, or go back to the application and sign in from there.'],
};

export const over: ProblemPage = {
  status: 400,
  title: 'This sign-in has ended',
  paragraphs: [
    'It took too long, was completed in another tab, or was started in another browser.',
    'Go back to the application and sign in from there.',
  ],
};

export const notFromUs: ProblemPage = {
  status: 403,
  title: 'This form cannot be used',
  paragraphs: [
    'It did not come from a page of this sign-in. If you followed a link in a message, do not trust the message.',
    'Go back to the application and sign in from there.',
  ],
};

export const resetNotOffered: ProblemPage = {
  status: 404,
  title: 'Ask an administrator',
  paragraphs: [
    'This server sends no mail, so you cannot reset your password here.',
    'An administrator of your organization can arrange a new password for you.',
  ],
};

/** The same for every link that cannot be used, so that the page does not tell which links existed. */
export const resetLinkOver: ProblemPage = {
  status: 410,
  title: 'This link no longer works',
  paragraphs: [
    'A link works once, for 30 minutes, until the next one is requested or the password is changed.',
    'To get a new one, choose “Forgot your password?” when you sign in.',
  ],
};

export const accountClosed: ProblemPage = {
  status: 403,
  title: 'You are not signed in',
  paragraphs: ['The account page opens after you sign in.'],
  next: { href: '/account', words: 'Sign in' },
};

export const noPassword: ProblemPage = {
  status: 404,
  title: 'This account has no password',
  paragraphs: ['You sign in through your organization, which manages how you do that.'],
};

/** The same for every link that cannot be used, so that the page does not tell which links existed. */
export const factorResetOver: ProblemPage = {
  status: 410,
  title: 'This link no longer works',
  paragraphs: [
    'The reset of the second factor was cancelled, or the second factor was removed.',
    'Your account page says which second factors you have. If you did not expect this, tell an administrator of your organization.',
  ],
};

export const factorElsewhere: ProblemPage = {
  status: 404,
  title: 'Your organization manages your second factor',
  paragraphs: [
    'You show it when you sign in through your organization. Ask your administrator how to change it.',
  ],
};

export const passkeysNotOffered: ProblemPage = {
  status: 404,
  title: 'Passkeys are not available',
  paragraphs: ['This account, or this server, does not use passkeys.'],
};

export const unavailable: ProblemPage = {
  status: 503,
  title: 'Try again in a moment',
  paragraphs: ['Sign-in is not available. The problem is on our side. It is not caused by your password.'],
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

/** An application has sent a request that cannot be answered. `code` is the OAuth error code. */
export function refusedRequest(code: string): ProblemPage {
  const [title, ...paragraphs] = refusals.get(code) ?? [
    'The request was refused',
    'The application sent a request that we cannot accept. Go back to it and try again. If the problem continues, contact its operator.',
  ];
  return { status: 400, title, paragraphs: [...paragraphs, `Error code: ${code}`] };
}

type Words = readonly [title: string, ...paragraphs: string[]];

const refusals: ReadonlyMap<string, Words> = new Map<string, Words>([
  [
    'invalid_client',
    [
      'Unknown application',
      'The link names an application that is not registered here. If you received the link in a message, do not trust it.',
    ],
  ],
  [
    'invalid_redirect_uri',
    [
      'Unknown return address',
      'The request would have sent you to an address that is not registered for the application. You were not sent there, and no data was disclosed.',
      'If you received the link in a message, do not trust it.',
    ],
  ],
]);

export function pageOfError(error: unknown): ProblemPage {
  return error instanceof StoreUnavailable ? unavailable : failed;
}
