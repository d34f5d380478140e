import { opened } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { type Request, startCredentialsApp } from '../support/credentials-app';
import { claimsNamespace } from '../support/platform-app';

const name = 'Nightly export';
const secrets = { public_key: 'canary-of-a-key', name: 'canary-of-a-name' };

describe('a refused write', () => {
  const app = opened(startCredentialsApp);

  const stale = (): Record<string, unknown> => ({
    [`${claimsNamespace}mfa_at`]: Math.floor(Date.now() / 1_000) - 400,
    [`${claimsNamespace}mfa_max_age`]: 300,
  });

  /** Sends a request with its own id; returns the status and the rows with that id. */
  async function recorded(
    method: string,
    below: string,
    request: Request = {},
  ): Promise<{ status: number; rows: Record<string, unknown>[] }> {
    const requestId = randomUUID();
    const headers = { ...request.headers, 'x-request-id': requestId };
    const { status } = await app.manage(method, below, { ...request, headers });
    return { status, rows: await rowsOf(requestId) };
  }

  function rowsOf(requestId: string): Promise<Record<string, unknown>[]> {
    return app.sql('SELECT * FROM audit_trail WHERE request_id = $1', [requestId]);
  }

  const refused = (operation: string, reason: string): object => ({
    operation: `m2m-credentials:${operation}`,
    outcome: 'refused',
    reason,
    org_id: app.orgId,
    actor_kind: 'person',
    actor_issuer: app.issuer.issuer,
    actor_subject: 'person-1',
    actor_client_id: 'app-1',
  });

  it('has a row with actor, organization, operation and reason, and without a second factor § V16.3.2', async () => {
    const { id } = await app.create();
    const before = Date.now();
    const token = app.personToken({ permissions: ['m2m:credentials:read'] });
    const { status, rows } = await recorded('DELETE', `/${id.toUpperCase()}`, { token });
    expect(status).toBe(403);
    expect(rows).toEqual([
      {
        ...refused('revoke', 'insufficient_permissions'),
        id: expect.anything() as unknown,
        event_id: expect.any(String) as unknown,
        salt: expect.any(Buffer) as unknown,
        at: expect.any(Date) as unknown,
        target: id,
        request_id: expect.any(String) as unknown,
        second_factor_age_seconds: null,
      },
    ]);
    const [{ at } = { at: undefined }] = rows;
    expect((at as Date).getTime()).toBeGreaterThanOrEqual(before - 1);
  });

  it('has a row with the age of a stale second factor', async () => {
    const { status, rows } = await recorded('POST', '', { token: app.personToken(stale()), body: {} });
    expect(status).toBe(403);
    expect(rows).toMatchObject([{ ...refused('create', 'step_up_required'), target: null }]);
    expect(Number(rows[0]?.second_factor_age_seconds)).toBeGreaterThanOrEqual(400);
  });

  it('has a row without an organization when the token names none', async () => {
    const { status, rows } = await recorded('POST', '', { token: app.personToken({ org_id: undefined }) });
    expect(status).toBe(403);
    expect(rows).toMatchObject([{ ...refused('create', 'insufficient_permissions'), org_id: null }]);
  });

  it('has a row with the machine as its actor', async () => {
    const { clientId } = await app.create();
    const token = app.machineToken(clientId);
    const { status, rows } = await recorded('DELETE', `/${randomUUID()}`, { token });
    expect(status).toBe(404);
    expect(rows).toMatchObject([
      { actor_kind: 'machine', actor_subject: clientId, actor_client_id: clientId, reason: 'not_found' },
    ]);
  });

  const unknown = randomUUID();
  it.each([
    { what: 'malformed JSON', below: '', body: '{broken', status: 400 },
    { what: 'an unknown member', below: '', body: { name, typ: 'client_secret' }, status: 400 },
    { what: 'a value that breaks a rule', below: '', body: { name: '', type: 'client_secret' }, status: 400 },
    { what: 'a body that is too large', below: '', body: { name: 'x'.repeat(200_000) }, status: 413 },
    { what: 'another content type', below: '', body: 'name=x', type: 'text/plain', status: 415 },
  ])('has a row for $what', async ({ below, body, type, status }) => {
    const headers = type === undefined ? {} : { 'content-type': type };
    const answer = await recorded('POST', below, { body, headers });
    expect(answer).toMatchObject({ status, rows: [refused('create', 'invalid_request')] });
  });

  it.each([
    { method: 'PATCH', below: '', body: { name }, operation: 'rename' },
    { method: 'POST', below: '/rotate-secret', body: undefined, operation: 'rotate' },
    { method: 'DELETE', below: '', body: undefined, operation: 'revoke' },
    { method: 'DELETE', below: '/previous-secret', body: undefined, operation: 'revoke-previous-secret' },
  ])('has a row when $operation finds nothing', async ({ method, below, body, operation }) => {
    const request = body === undefined ? {} : { body };
    const answer = await recorded(method, `/${unknown}${below}`, request);
    expect(answer).toMatchObject({
      status: 404,
      rows: [{ ...refused(operation, 'not_found'), target: unknown }],
    });
    const malformed = await recorded(method, `/not-an-id${below}`, request);
    expect(malformed).toMatchObject({ status: 404, rows: [{ target: null }] });
  });

  it('has a row when its Idempotency-Key was used with another body', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    await app.create({}, { headers });
    const body = { name: 'Another', type: 'client_secret' };
    const answer = await recorded('POST', '', { body, headers });
    expect(answer).toMatchObject({ status: 422, rows: [refused('create', 'invalid_request')] });
  });

  it('has a row when another change of the credential is not finished', async () => {
    const { id } = await app.create();
    const { reached, release } = app.provider.wire.hold();
    const first = app.manage('POST', `/${id}/rotate-secret`);
    await reached;
    const answer = await recorded('PATCH', `/${id}`, { body: { name } });
    release();
    expect((await first).status).toBe(200);
    expect(answer).toMatchObject({ status: 409, rows: [refused('rename', 'conflict')] });
  });

  it('has no row without a known caller, and a refused read has none', async () => {
    for (const token of [undefined, 'nonsense', app.machineToken('unknown')]) {
      expect(await recorded('POST', '', { token, body: {} })).toEqual({ status: 401, rows: [] });
    }
    const token = app.personToken({ permissions: [] });
    expect(await recorded('GET', '', { token })).toEqual({ status: 403, rows: [] });
    expect(await recorded('POST', '?api-version=2.0', { body: {} })).toEqual({ status: 400, rows: [] });
    expect(await recorded('PUT', '')).toEqual({ status: 405, rows: [] });
  });

  it('has one row, and completed writes and server errors have no refusal row', async () => {
    const { id } = await app.create();
    const renamed = await recorded('PATCH', `/${id}`, { body: { name } });
    expect(renamed).toMatchObject({ status: 200, rows: [{ outcome: 'done', reason: null, target: id }] });
    app.provider.wire.isDown = true;
    const { status, rows } = await recorded('POST', `/${id}/rotate-secret`);
    app.provider.wire.isDown = false;
    expect({ status, refused: rows.filter(({ outcome }) => outcome === 'refused') }).toEqual({
      status: 503,
      refused: [],
    });
  });

  it('leaves no part of its body in the trail', async () => {
    const token = app.personToken();
    await recorded('POST', `/canary-in-the-path/rotate-secret?secret=canary-in-the-query`, { token });
    await recorded('POST', '', { token, body: { ...secrets, type: 'public_key' } });
    const [row] = await app.sql(`SELECT string_agg(audit_trail::text, ' ') AS everything FROM audit_trail`);
    expect(row?.everything).not.toContain('canary');
    expect(row?.everything).not.toContain(token);
  });

  it('gets its usual response while the trail cannot be written', async () => {
    await app.sql('ALTER TABLE audit_trail RENAME TO audit_trail_away');
    const answer = await app.manage('DELETE', `/${unknown}`);
    await app.sql('ALTER TABLE audit_trail_away RENAME TO audit_trail');
    expect(answer).toMatchObject({
      status: 404,
      body: { error: 'not_found', error_description: 'there is no credential with this id' },
    });
  });
});
