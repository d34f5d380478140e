import { Keyring } from '@governance/keyring';
import { type HttpAnswer } from '@governance/testing';
import { pathOf } from './held-results';
import { type PublicApp } from './public-app';

export interface HeldDocument {
  readonly app: PublicApp;
  readonly ask: (path: string, options?: { headers: Record<string, string> }) => Promise<HttpAnswer>;
  /** A submitted result with evidence. */
  readonly held: Record<string, unknown>;
  readonly name: string;
  readonly table: string;
}

/** Asks for a document that is stored, parked and unmakeable. */
export async function everyDocumentAnswer({ app, ask, held, name, table }: HeldDocument): Promise<void> {
  const path = `${pathOf(held)}/${name}`;
  const seal = { table, column: 'document', row: String(held.id) };
  const sealed = Keyring.load(app.keyringFile).seal('%PDF-', seal);
  const store = (state: string, document?: Buffer): Promise<unknown> =>
    app.sql(
      `INSERT INTO ${table} (result_id, state, requested_at, available_at, document)
       VALUES ($1, $2, now(), now() + interval '1 minute', $3)
       ON CONFLICT (result_id) DO UPDATE SET state = $2, document = $3`,
      [held.id, state, document],
    );
  await store('stored', sealed);
  const { status, headers } = await ask(path);
  expect(status).toBe(200);
  const known = { 'if-none-match': headers.get('etag') ?? '' };
  expect((await ask(path, { headers: known })).status).toBe(304);
  await store('parked');
  expect((await ask(path)).status).toBe(503);
  await app.sql(
    `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused', evidence = NULL WHERE id = $1`,
    [held.id],
  );
  expect((await ask(path)).status).toBe(404);
}
