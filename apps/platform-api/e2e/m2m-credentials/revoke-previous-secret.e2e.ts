import { makeKeyPair } from '@governance/iam/spec';
import { randomUUID } from 'node:crypto';
import { given, until } from '@governance/testing';
import { newOrganization } from '../support/credentials-app';
import { createOverlap, type Overlap } from '../support/overlaps';
import { startReconciler, untilSettled } from '../support/reconciler';

describe('DELETE /iam/m2m-credentials/{credentialId}/previous-secret', () => {
  describe('204', () => {
    const app = given(newOrganization);

    async function secretsOf(id: string): Promise<unknown> {
      return (await app.manage('GET', `/${id}`)).body.secrets;
    }

    it('answers 204 without a body, ends the previous secret at once, and keeps the current one § 10.1f', async () => {
      const { id, clientId, secret, previous } = await createOverlap(app);
      expect(await secretsOf(id)).toMatchObject([
        { last_four: secret.slice(-4), expires_at: null },
        { last_four: previous.slice(-4), expires_at: expect.any(String) as unknown },
      ]);
      const { status, text, headers } = await app.manage('DELETE', `/${id}/previous-secret`);
      expect([status, text, headers.get('cache-control')]).toEqual([204, '', 'no-store']);
      expect(await app.provider.accepts(clientId, previous)).toBe(false);
      expect(await app.provider.accepts(clientId, secret)).toBe(true);
      expect(await secretsOf(id)).toMatchObject([{ last_four: secret.slice(-4) }]);
    });

    it('ends the previous key at once, and keeps the current one', async () => {
      const [before, after] = [makeKeyPair('ES256'), makeKeyPair('ES256')];
      const { id, clientId } = await app.create({ type: 'public_key', public_key: before.publicPem });
      const body = { new_public_key: after.publicPem, overlap_seconds: 3_600 };
      expect((await app.manage('POST', `/${id}/rotate-secret`, { body })).status).toBe(200);
      const working = (): Promise<boolean[]> =>
        Promise.all(
          [before, after].map(async ({ privatePem }) => {
            const proof = { clientId, privatePem, algorithm: 'ES256' } as const;
            return (await app.provider.requestToken(proof)) !== undefined;
          }),
        );
      expect(await working()).toEqual([true, true]);
      expect((await app.manage('DELETE', `/${id}/previous-secret`)).status).toBe(204);
      expect(await working()).toEqual([false, true]);
    });

    it('keeps issued tokens valid, and lets a machine with the permission call it', async () => {
      const { id, clientId } = await createOverlap(app);
      const token = app.machineToken(clientId);
      expect((await app.manage('DELETE', `/${id}/previous-secret`, { token })).status).toBe(204);
      expect((await app.ask('GET', '/self/me', { token })).status).toBe(200);
    });

    it('has one audit event, with the credential as its target', async () => {
      const { id } = await createOverlap(app);
      const { headers } = await app.manage('DELETE', `/${id}/previous-secret`);
      const rows = await app.sql('SELECT operation, target, outcome FROM audit_trail WHERE request_id = $1', [
        headers.get('x-request-id'),
      ]);
      const operation = 'm2m-credentials:revoke-previous-secret';
      expect(rows).toEqual([{ operation, target: id, outcome: 'done' }]);
    });
  });

  describe('400', () => {
    const app = given(newOrganization);
    let overlap: Overlap;
    beforeAll(async () => {
      overlap = await createOverlap(app);
    });
    afterEach(async () => {
      expect(await app.provider.accepts(overlap.clientId, overlap.previous)).toBe(true);
    });

    it('answers 400 to a body that is not JSON, although it needs none § 10.1g', async () => {
      const { status, body } = await app.manage('DELETE', `/${overlap.id}/previous-secret`, { body: '{' });
      const text = 'the request body is not valid JSON';
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: text }]);
    });
  });

  describe('404', () => {
    const app = given(newOrganization);

    async function refusal(id: string): Promise<unknown> {
      const { status, body } = await app.manage('DELETE', `/${id}/previous-secret`);
      expect([status, body.error]).toEqual([404, 'not_found']);
      return body.error_description;
    }

    it('answers 404 for a credential of another organization, which keeps both secrets § 10.1j', async () => {
      const foreign = await createOverlap(app, {}, { token: app.personToken({ org_id: 'org_other' }) });
      for (const id of [foreign.id, randomUUID(), 'not-an-id']) {
        expect(await refusal(id)).toBe('there is no credential with this id');
      }
      for (const secret of [foreign.secret, foreign.previous]) {
        expect(await app.provider.accepts(foreign.clientId, secret)).toBe(true);
      }
    });

    it('answers 404 when the last rotation had no overlap, and when the overlap has ended', async () => {
      const text = 'this credential has no previous secret or key';
      const { id } = await app.create();
      expect(await refusal(id)).toBe(text);
      const ended = await createOverlap(app);
      await app.manage('DELETE', `/${ended.id}/previous-secret`);
      expect(await refusal(ended.id)).toBe(text);
      const late = await createOverlap(app);
      await app.sql('UPDATE m2m_credentials SET previous_expires_at = now() WHERE id = $1', [late.id]);
      expect(await refusal(late.id)).toBe(text);
      const rotated = await createOverlap(app);
      await app.manage('POST', `/${rotated.id}/rotate-secret`);
      expect(await refusal(rotated.id)).toBe(text);
    });
  });

  describe('409', () => {
    const app = given(newOrganization);

    async function conflict(id: string): Promise<unknown> {
      const { status, body } = await app.manage('DELETE', `/${id}/previous-secret`);
      expect([status, body.error]).toEqual([409, 'conflict']);
      return body.error_description;
    }

    it('answers 409 while a rotation is in progress, which then ends both secrets § 10.1k', async () => {
      const { id, clientId, secret, previous } = await createOverlap(app);
      const held = app.provider.wire.hold();
      const rotation = app.manage('POST', `/${id}/rotate-secret`);
      await held.reached;
      expect(await conflict(id)).toBe(
        'another change of this credential is not finished, try again in a moment',
      );
      held.release();
      const { body } = await rotation;
      for (const old of [secret, previous]) expect(await app.provider.accepts(clientId, old)).toBe(false);
      expect(await app.provider.accepts(clientId, body.client_secret)).toBe(true);
    });

    it('answers 409 when the credential is revoked at the same time, and the revocation holds', async () => {
      const { id, clientId } = await createOverlap(app);
      const held = app.provider.wire.hold();
      const ending = conflict(id);
      await held.reached;
      const revocation = app.manage('DELETE', `/${id}`);
      await until(async () => (await app.manage('GET', `/${id}`)).status === 404);
      held.release();
      expect(await ending).toBe(
        'this credential was changed or revoked by another request: check whether it still exists',
      );
      expect((await revocation).status).toBe(204);
      expect(app.provider.clientIds).not.toContain(clientId);
    });
  });
});

describe('DELETE /iam/m2m-credentials/{credentialId}/previous-secret while the identity provider is unavailable', () => {
  const app = given(newOrganization, beforeEach);

  it.each(['request', 'answer'] as const)(
    'answers 503 when the %s is lost, and the reconciler ends the previous secret § 10.1l',
    async (loss) => {
      const { id, clientId, secret, previous } = await createOverlap(app);
      app.provider.wire.loseOne(loss, 0);
      const { status, body } = await app.manage('DELETE', `/${id}/previous-secret`);
      expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);

      const reconciler = await startReconciler(app);
      await untilSettled(app);
      await reconciler.close();
      expect(await app.provider.accepts(clientId, previous)).toBe(false);
      expect(await app.provider.accepts(clientId, secret)).toBe(true);
      expect((await app.manage('GET', `/${id}`)).body.secrets).toHaveLength(1);
      expect((await app.manage('DELETE', `/${id}/previous-secret`)).status).toBe(404);
    },
  );
});
