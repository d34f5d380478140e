import { UpstreamStrays, UpstreamUnreachable } from '../network/upstream-fetch';

export type UpstreamTrouble =
  /** The provider does not respond, or its response is invalid. */
  | 'unavailable'
  /** The user cancelled there. */
  | 'cancelled'
  /** Its response cannot be trusted. */
  | 'refused'
  /** It asserts no verified address. */
  | 'unverified'
  /** It has shown no second factor, although one is required. */
  | 'factor';

/** The sign-in failed. `reason` is for the log and contains nothing that was received. */
export class UpstreamFailed extends Error {
  override readonly name = 'UpstreamFailed';

  constructor(
    readonly trouble: UpstreamTrouble,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/** Runs work with the provider. Errors of network and library become `UpstreamFailed`. */
export async function translated<Result>(
  trouble: UpstreamTrouble,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UpstreamFailed) throw error;
    throw new UpstreamFailed(isNetwork(error) ? 'unavailable' : trouble, loggableReasonOf(error), {
      cause: error,
    });
  }
}

/** Searches the chain of causes, because the library wraps network errors. */
function isNetwork(error: unknown): boolean {
  if (
    error instanceof UpstreamStrays ||
    error instanceof UpstreamUnreachable ||
    ['TimeoutError', 'AbortError', 'TypeError'].includes(nameOf(error))
  ) {
    return true;
  }
  return typeof error === 'object' && error !== null && 'cause' in error && isNetwork(error.cause);
}

/** An error code of the library, or else the name of the error: never text from the provider. */
function loggableReasonOf(error: unknown): string {
  const { code } = (typeof error === 'object' && error !== null ? error : {}) as { code?: unknown };
  return typeof code === 'string' ? code : nameOf(error);
}

function nameOf(error: unknown): string {
  const { name } = (typeof error === 'object' && error !== null ? error : {}) as { name?: unknown };
  return typeof name === 'string' ? name : 'unknown';
}
