import { callHttp, type HttpAnswer } from '@governance/testing';
import { type PublicApp } from './public-app';

/** Requests a resend, without a body, as in the contract. */
export function resend(
  app: Pick<PublicApp, 'origin'>,
  id: unknown,
  headers: Record<string, string> = {},
): Promise<HttpAnswer> {
  return callHttp(`${app.origin}/api/survey-results/${String(id)}/resend`, { method: 'POST', headers });
}
