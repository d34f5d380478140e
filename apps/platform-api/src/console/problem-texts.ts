import { type Permission } from '@governance/iam';
import { type Problem } from '@governance/kernel';
import { abilitiesOf } from './abilities';

export interface ProblemTexts {
  readonly title: string;
  readonly text: string;
  /** What the person does next: a link to the start or to the sign-in. */
  readonly next: 'start' | 'sign-in';
}

const start = 'start' as const;
const signIn = 'sign-in' as const;

const byCode: Readonly<Record<string, ProblemTexts>> = {
  sign_in_unknown: {
    title: 'This sign-in cannot continue',
    text: 'It is older than ten minutes, began in another browser, or was completed already. Cookies must be allowed.',
    next: signIn,
  },
  sign_in_refused: {
    title: 'You are not signed in',
    text: 'The sign-in was cancelled or refused.',
    next: signIn,
  },
  step_up_required: {
    title: 'The second factor was not accepted',
    text: 'Nothing was changed. Your organization requires a recent second factor for this, and the sign-in had none. Set one up on your account page at the identity provider. It counts from your next sign-in on: sign out and in again, then repeat what you did.',
    next: start,
  },
  managed_elsewhere: {
    title: 'Managed at the identity provider',
    text: 'Members, their roles, invitations and sign-in methods belong to the identity provider of this service. Its administrators manage them there, and a change applies from the next sign-in.',
    next: start,
  },
  section_not_live: {
    title: 'Not part of this console',
    text: 'The operator has not turned on this part of the service.',
    next: start,
  },
  foreign_form: {
    title: 'Nothing was changed',
    text: 'The form did not come from a page of your current session. Open the page again and repeat what you did.',
    next: start,
  },
};

const byKind: Readonly<Partial<Record<Problem['kind'], ProblemTexts>>> = {
  unauthenticated: {
    title: 'Your session has ended',
    text: 'Nothing was changed. Sign in again, then repeat what you did.',
    next: signIn,
  },
  forbidden: {
    title: 'You may not do this',
    text: 'Your role does not include it. Ask an administrator of your organization.',
    next: start,
  },
  not_found: {
    title: 'Not found',
    text: 'It does not exist, or no longer exists.',
    next: start,
  },
  too_large: {
    title: 'This is too much for one form',
    text: 'Nothing was changed. Go back and send less at a time. A file of clients that you choose, instead of pasting it, is sent in parts.',
    next: start,
  },
  too_many: {
    title: 'Too many requests',
    text: 'Wait a minute, then try again.',
    next: start,
  },
  unavailable: {
    title: 'Not available at the moment',
    text: 'A part of the service does not answer. Wait a minute, then try again.',
    next: start,
  },
  internal: {
    title: 'Something went wrong',
    text: 'The error is on our side. If it happens again, tell the operator the id of the request.',
    next: start,
  },
};

const other: ProblemTexts = {
  title: 'The request was refused',
  text: 'Go back and correct what you entered.',
  next: start,
};

/** `missing`: the permission for the page, which the person does not have. */
export function textsOf(
  { kind, code }: Pick<Problem, 'kind' | 'code'>,
  missing?: Permission,
): ProblemTexts & { isSignIn: boolean } {
  const known = code === undefined ? undefined : byCode[code];
  const hidden = kind === 'forbidden' && missing !== undefined ? hiddenPage(missing) : undefined;
  const texts = known ?? hidden ?? byKind[kind] ?? other;
  return { ...texts, isSignIn: texts.next === signIn };
}

function hiddenPage(missing: Permission): ProblemTexts {
  const words = abilitiesOf([missing])
    .map((ability) => `“${ability}”`)
    .join();
  return {
    title: 'You may not see this page',
    text: `Your role does not include ${words}. If you need it, ask an administrator of your organization for another role.`,
    next: start,
  };
}
