import * as openid from 'openid-client';
import { retryAfterOf } from '../http/retry-policy';
import { wait } from '../http/wait';
import { type Provider } from './provider';
import { SignInError } from './sign-in-error';
import { signInErrorOf } from './sign-in-error-of';

type TokenResponse = Awaited<ReturnType<typeof openid.pollDeviceAuthorizationGrant>>;

const defaultIntervalSeconds = 5;
const longestBackOffMs = 30_000;
const longestTimerMs = 2 ** 31 - 1;

/**
 * Asks for the tokens of a device code until the user has finished. One bad answer does not end the wait: only the provider
 * does, or the end of the code. RFC 8628, 3.5: the waits grow after failures.
 * @throws SignInError, or the reason of the signal.
 */
export async function devicePolled(
  { config, resource }: Provider,
  device: openid.DeviceAuthorizationResponse,
  signal: AbortSignal | undefined,
): Promise<TokenResponse> {
  const expiry = AbortSignal.timeout(Math.min(device.expires_in * 1_000, longestTimerMs));
  const ending = signal ? AbortSignal.any([signal, expiry]) : expiry;
  const throwIfEnded = (): void => {
    signal?.throwIfAborted();
    if (expiry.aborted) throw new SignInError('the code has expired: sign in again', 'expired_token');
  };
  const { interval = defaultIntervalSeconds } = device;
  for (let failures = 1; ; failures += 1) {
    try {
      return await openid.pollDeviceAuthorizationGrant(config, device, { resource }, { signal: ending });
    } catch (error) {
      throwIfEnded();
      if (!isPassing(error)) throw signInErrorOf(error);
      const retryAfterSeconds = retryAfterSecondsOf(error);
      await wait(backOffMs({ interval, failures, retryAfterSeconds }), ending).catch(throwIfEnded);
    }
  }
}

const passingCodes = [
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_TIMEOUT',
];

/** An overloaded provider, a page of a proxy, half an answer or none: no decision about the user. */
function isPassing(error: unknown): boolean {
  if (error instanceof openid.ResponseBodyError)
    return (
      error.status === 429 ||
      error.status >= 500 ||
      ['temporarily_unavailable', 'server_error'].includes(error.error)
    );
  if (error instanceof openid.ClientError)
    return error.code === undefined
      ? !(error.cause instanceof SignInError)
      : passingCodes.includes(error.code);
  return !(error instanceof SignInError);
}

/** How long to wait before the device waits for its interval again: longer after each failure, and as long as the answer asks for. */
export function backOffMs({
  interval,
  failures,
  retryAfterSeconds = 0,
}: {
  readonly interval: number;
  readonly failures: number;
  readonly retryAfterSeconds?: number | undefined;
}): number {
  const grown = Math.min(interval * 1_000 * 2 ** (failures - 1), longestBackOffMs);
  return Math.min(Math.max(grown, retryAfterSeconds * 1_000), longestTimerMs);
}

function retryAfterSecondsOf(error: unknown): number | undefined {
  const response = error instanceof openid.ResponseBodyError ? error.response : (error as Error).cause;
  const headers = response instanceof Response ? response.headers : undefined;
  return headers && retryAfterOf(headers, Date.now());
}
