import { SignInError } from '../auth/sign-in-error';

/**
 * Resolves to a token that the workload's own platform has signed for this audience: a new one for each call, where the platform
 * gives more than one.
 */
export type AssertionSource = (audience: string) => Promise<string>;

/** The variables of a process, such as `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The platform has given no token. */
export function noAssertion(message: string, status?: number): SignInError {
  return new SignInError(message, 'no_assertion', status);
}
