import { type HttpAnswer } from '@governance/testing';
import { pathOf } from './held-results';
import { type PublicApp } from './public-app';

interface Asking {
  readonly app: PublicApp;
  /** Compares each answer with the document. */
  readonly ask: (path: string, init?: RequestInit) => Promise<HttpAnswer>;
  /** The response to a submission. */
  readonly held: Record<string, unknown>;
}

/** Every answer to requests about the domain of a result, except to damaged bodies. */
export async function everyDomainAnswer({ app, ask, held }: Asking): Promise<void> {
  const send = (method: string, path: string, body: object): Promise<HttpAnswer> =>
    ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const domain = `${pathOf(held)}/domain`;
  const put = (body: object): Promise<HttpAnswer> => send('PUT', domain, body);
  const mail = (mailbox: unknown): Promise<HttpAnswer> => send('POST', `${domain}/mail`, { mailbox });
  const check = (): Promise<HttpAnswer> => ask(`${domain}/check`, { method: 'POST' });
  expect((await ask(domain)).body).toEqual({ status: 'none' });
  for (const { status } of [await check(), await mail('admin')]) expect(status).toBe(404);
  for (const name of [7, 'localhost', 'co.uk', 'gmail.com']) expect((await put({ name })).status).toBe(400);
  expect((await put({ name: 'acme.example' })).status).toBe(200);
  expect((await mail('webmaster')).status).toBe(400);
  for (const { status } of [await check(), await mail('admin')]) expect(status).toBe(202);
  await app.sql(
    `UPDATE certificate_domains SET name = 'acme.example', proven_at = now(), way = 'dns', credential = 'e30.e30.c2ln',
         credential_key_id = 'https://assess.example.org/k', status_list = 0, status_index = 7 WHERE result_id = $1`,
    [held.id],
  );
  expect((await ask(domain)).body).toMatchObject({ status: 'proven' });
  expect((await ask(`/api/certification/verify/${String(held.id)}?format=json`)).body).toMatchObject({
    domain: { name: 'acme.example' },
  });
  for (const { status } of [await put({ name: 'other.example' }), await mail('admin')])
    expect(status).toBe(409);
  expect((await ask(domain, { method: 'DELETE' })).status).toBe(204);
  for (let count = 0; count < 20; count += 1) await put({ name: 'acme.example' });
  expect((await put({ name: 'acme.example' })).status).toBe(429);
  for (let count = 0; count < 5; count += 1) await mail('admin');
  expect((await mail('admin')).status).toBe(429);
  for (let count = 0; count < 60; count += 1) await check();
  expect((await check()).status).toBe(429);
  await app.sql(
    `UPDATE survey_results SET withdrawn_at = now(), withdrawal_reason = 'misused' WHERE id = $1`,
    [held.id],
  );
  await app.sql('TRUNCATE rate_limits');
  expect((await put({ name: 'acme.example' })).status).toBe(404);
  const unknown = `/api/results/${'A'.repeat(48)}/domain`;
  expect((await ask(unknown)).status).toBe(404);
  expect((await ask(unknown, { method: 'DELETE' })).status).toBe(404);
  expect((await send('PUT', unknown, { name: 'acme.example' })).status).toBe(404);
  expect((await ask(`${unknown}/check`, { method: 'POST' })).status).toBe(404);
  expect((await send('POST', `${unknown}/mail`, { mailbox: 'admin' })).status).toBe(404);
}
