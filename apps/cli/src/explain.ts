import {
  ApiError,
  CertificateNotValidError,
  ConnectionError,
  SignInError,
  StepUpRequiredError,
} from '@governance/client';
import { CommandError } from './command-error';
import { exitCode, type ExitCode } from './exit-code';

export interface Explanation {
  readonly message: string;
  readonly code: ExitCode;
}

const withoutFactor =
  'If you have no second factor, set one up on your account page at the identity provider, then run `governance login`';

/** What a failed command tells the user, and its exit code. */
export function explain(error: unknown): Explanation {
  if (error instanceof CommandError) return { message: error.message, code: error.code };
  // The command has asked for it once: the sign-in showed none.
  if (error instanceof StepUpRequiredError)
    return { message: `${textOf(error)}. ${withoutFactor}`, code: exitCode.refused };
  if (error instanceof ApiError) return { message: textOf(error), code: codeOf(error) };
  if (error instanceof ConnectionError) return { message: error.message, code: exitCode.unavailable };
  if (error instanceof CertificateNotValidError) return { message: error.message, code: exitCode.negative };
  if (error instanceof SignInError)
    return {
      message: `${error.message} (${error.code})`,
      code: isUnavailable(error) ? exitCode.unavailable : exitCode.signIn,
    };
  return { message: error instanceof Error ? error.message : String(error), code: exitCode.usage };
}

function textOf({ description, code, status, requestId }: ApiError): string {
  const name = code === undefined ? String(status) : `${status} ${code}`;
  return `${description} (${name}${requestId === undefined ? '' : `, request ${requestId}`})`;
}

function codeOf({ status }: ApiError): ExitCode {
  if (status === 401) return exitCode.signIn;
  return isTemporary(status) ? exitCode.unavailable : exitCode.refused;
}

function isUnavailable({ code, status = 0 }: SignInError): boolean {
  return ['no_response', 'discovery_failed'].includes(code) || isTemporary(status);
}

function isTemporary(status: number): boolean {
  return status >= 500 || status === 429;
}
