import { callHttp, type HttpAnswer } from '@governance/testing';
import { type PublicApp } from './public-app';

/** Asks for the certificate of a result once more, with no body, as the contract has it. */
export function resend(
  app: Pick<PublicApp, 'origin'>,
  id: unknown,
  headers: Record<string, string> = {},
): Promise<HttpAnswer> {
  return callHttp(`${app.origin}/api/survey-results/${String(id)}/resend`, { method: 'POST', headers });
}
