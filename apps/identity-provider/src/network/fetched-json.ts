import { type FetchProblem } from '@governance/iam';
import { upstreamFetch, type UpstreamNetwork, UpstreamStrays } from './upstream-fetch';

export type Json = Readonly<Record<string, unknown>>;

/** Why a document could not be fetched. */
export class Unfetched extends Error {
  override readonly name = 'Unfetched';

  constructor(readonly problem: FetchProblem) {
    super();
  }
}

/** A JSON object, or why there is none. */
export async function fetched(url: string, network: UpstreamNetwork): Promise<Json | Unfetched> {
  try {
    const request = { method: 'GET', headers: { accept: 'application/json' }, redirect: 'manual' } as const;
    const answer = await upstreamFetch(url, network)(url, { ...request, body: undefined });
    if (answer.status !== 200) return new Unfetched('status');
    const body: unknown = await answer.json().catch(() => undefined);
    return isObject(body) ? body : new Unfetched('not_json');
  } catch (error) {
    return new Unfetched(problemOfFetch(error));
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function problemOfFetch(error: unknown): FetchProblem {
  if (error instanceof UpstreamStrays) return error.reason === 'origin' ? 'unreachable' : error.reason;
  const cause = innermostCauseOf(error);
  if (/^(?:ENOTFOUND|EAI_|ENODATA)/.test(cause)) return 'unresolved';
  if (/TimeoutError|AbortError|ABORT_ERR|ETIMEDOUT/.test(cause)) return 'timeout';
  return /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(cause)
    ? 'tls'
    : 'unreachable';
}

/** The innermost cause in words: its code, or else its name and message. */
function innermostCauseOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('cause' in error && error.cause !== undefined) return innermostCauseOf(error.cause);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return `${memberOf(error, 'name')} ${memberOf(error, 'message')}`;
}

function memberOf(error: object, name: string): string {
  return String((error as Readonly<Record<string, unknown>>)[name]);
}
