import { type Answers, type Mode, publishedRubrics } from '@governance/rubric';
import { callHttp, callJson, type JsonRequest } from '@governance/testing';
import { type LoadRequest } from 'autocannon';
import { type Program } from '../processes/program';

/** A request to one path. */
export type FixedRequest = LoadRequest & { readonly path: string };

const mode: Mode = 'msp-self';

export const sampleSubmission: { readonly mode: Mode; readonly answers: Answers } = {
  mode,
  answers: Object.fromEntries(
    publishedRubrics.current.questions
      .filter(({ modes }) => modes.includes(mode))
      .map(({ id }, index) => [id, ([3, 2, 3, 1] as const)[index % 4] ?? 3]),
  ),
};

export const submissionRequest = {
  method: 'POST',
  path: '/api/survey-results',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(sampleSubmission),
};

/** Submits the sample with additional members; resolves to the response text. */
export async function submit(program: Program, extras: object = {}): Promise<string> {
  const { method, path, headers } = submissionRequest;
  const body = JSON.stringify({ ...sampleSubmission, ...extras });
  const { status, text } = await callHttp(program.origin + path, { method, headers, body });
  if (status !== 201) throw new Error(`A submission was answered ${status}: ${text}`);
  program.answered += 1;
  return text;
}

/** Calls an API with a bearer token; resolves to the body. @throws if the status is not a success. */
export async function callApi(
  method: string,
  url: string,
  request: JsonRequest,
): Promise<Record<string, unknown>> {
  const answer = await callJson(url, { method, ...request });
  if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${answer.text}`);
  return answer.body;
}

export const verificationPath = (id: string): string => `/api/certification/verify/${id}`;

/** Requests the record of another certificate each time. */
export function verificationRequest(ids: readonly string[]): LoadRequest {
  let next = 0;
  return {
    method: 'GET',
    headers: { accept: 'application/json' },
    setupRequest: (request) => {
      next = (next + 1) % ids.length;
      return { ...request, path: verificationPath(ids[next] ?? '') };
    },
  };
}

export interface ClientSecret {
  readonly clientId: string;
  readonly secret: string;
}

export function tokenRequest({ clientId, secret }: ClientSecret): FixedRequest {
  return formRequest({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret });
}

/** A request to the token endpoint. */
export function formRequest(form: Record<string, string>): FixedRequest {
  return {
    method: 'POST',
    path: '/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  };
}
