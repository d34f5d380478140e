import { type ResultExtras, type SurveyResult } from '@governance/assessments';
import { Keyring, ResultCapability } from '@governance/keyring';
import { type HttpAnswer } from '@governance/testing';
import { type CredentialsApp, type Request } from './credentials-app';
import { publicBaseUrl, resultOf } from './platform-app';

export const resultsPath = '/org/results';

/** A result as its holder has it. */
export interface StoredResult {
  readonly id: string;
  readonly capability: string;
  /** The address of its page. */
  readonly resultUrl: string;
}

type App = Pick<CredentialsApp, 'results' | 'keyringFile' | 'ask' | 'sql'>;

/** Stores a result, as the public surface does. */
export async function storeResult(
  app: App,
  overrides: Partial<SurveyResult> = {},
  extras: ResultExtras = {},
): Promise<StoredResult> {
  const result = { ...resultOf(), ...overrides };
  await app.results.create(result, extras);
  const capability = new ResultCapability(Keyring.load(app.keyringFile)).of(result.id);
  return { id: result.id, capability, resultUrl: `${publicBaseUrl}/results/${capability}` };
}

/** `clientId`: of the client that it belongs to. */
export function attach(
  app: App,
  capability: unknown,
  { clientId, ...request }: Request & { readonly clientId?: unknown } = {},
): Promise<HttpAnswer> {
  return app.ask('POST', resultsPath, { ...request, body: { capability, client_id: clientId } });
}

interface NewResult {
  readonly overrides?: Partial<SurveyResult>;
  readonly extras?: ResultExtras;
  readonly clientId?: string | undefined;
}

/** Stores a result and attaches it. */
export async function attachedResult(
  app: App,
  { overrides, extras, clientId }: NewResult = {},
  request: Request = {},
): Promise<StoredResult> {
  const result = await storeResult(app, overrides, extras);
  const { status, text } = await attach(app, result.capability, { ...request, clientId });
  expect([status, text]).toEqual([201, expect.any(String)]);
  return result;
}

export async function listResults(app: App, query = '', token?: string): Promise<Record<string, unknown>[]> {
  const { status, body } = await app.ask('GET', resultsPath + query, token === undefined ? {} : { token });
  expect(status).toBe(200);
  return body.results as Record<string, unknown>[];
}

/** As the command of the operator does. */
export async function withdraw(app: App, id: string): Promise<void> {
  const text = `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`;
  await app.sql(text, [id]);
}
