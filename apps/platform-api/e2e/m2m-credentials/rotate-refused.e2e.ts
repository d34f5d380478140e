import { makeKeyPair } from '@governance/iam/spec';
import { given, until } from '@governance/testing';
import { newOrganization } from '../support/credentials-app';
import { startReconciler, untilSettled } from '../support/reconciler';

const { publicPem } = makeKeyPair('ES256');

describe('POST /iam/m2m-credentials/{credentialId}/rotate-secret', () => {
  describe('400', () => {
    const app = given(newOrganization);
    let withSecret: string;
    let withKey: string;
    beforeAll(async () => {
      withSecret = (await app.create()).id;
      withKey = (await app.create({ type: 'public_key', public_key: publicPem })).id;
    });
    afterEach(async () => {
      const rotated = 'SELECT id FROM m2m_credentials WHERE last_rotated_at <> created_at';
      expect(await app.sql(rotated)).toEqual([]);
    });

    async function refusal(id: string, body?: unknown): Promise<string> {
      const answer = await app.manage('POST', `/${id}/rotate-secret`, { body });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
      return String(answer.body.error_description);
    }

    it.each(['{', '[]', '7', 'null'])('refuses the body %p § 4.2as 7.2b', async (body) => {
      expect(await refusal(withSecret, body)).toMatch(/^the request body /);
    });

    it('refuses members for keys on a secret § 2.9z 4.2as', async () => {
      for (const [member, value] of Object.entries({
        new_public_key: publicPem,
        valid_for_days: 1,
        expires_at: '2031-05-06T07:08:09Z',
      })) {
        expect(await refusal(withSecret, { [member]: value })).toBe(
          `${member} is for credentials of type public_key`,
        );
      }
    });

    it.each(['7', 7.5, -1, 604_801, true])('refuses an overlap of %p seconds', async (overlap_seconds) => {
      for (const id of [withSecret, withKey]) {
        const body = { overlap_seconds, ...(id === withKey && { new_public_key: publicPem }) };
        expect(await refusal(id, body)).toBe('overlap_seconds must be an integer from 0 to 604800');
      }
    });

    it('refuses an overlap while the identity provider accepts one secret at a time', async () => {
      app.provider.capabilities = { ...app.provider.capabilities, overlap: false };
      expect(await refusal(withSecret, { overlap_seconds: 60 })).toBe(
        'overlap_seconds must be 0: the identity provider accepts one secret or key at a time',
      );
      app.provider.capabilities = { ...app.provider.capabilities, overlap: true };
    });

    it.each(['7', 7.5, -1, 3_651, true])('refuses a secret that is valid for %p days', async (days) => {
      expect(await refusal(withSecret, { secret_valid_for_days: days })).toBe(
        'secret_valid_for_days must be an integer from 0 to 3650',
      );
    });

    it('refuses the member for secrets on a key', async () => {
      const body = { secret_valid_for_days: 1, new_public_key: publicPem };
      expect(await refusal(withKey, body)).toBe(
        'secret_valid_for_days is for credentials of type client_secret',
      );
    });

    it('refuses the key that is current', async () => {
      expect(await refusal(withKey, { new_public_key: publicPem })).toBe(
        'new_public_key must be another key than the current one',
      );
    });

    it('refuses to rotate a key without a new one § 2.9aa 4.2as', async () => {
      for (const body of [
        undefined,
        {},
        { new_public_key: '' },
        { new_public_key: null },
        { valid_for_days: 7 },
      ]) {
        expect(await refusal(withKey, body)).toBe(
          'new_public_key is required for credentials of type public_key',
        );
      }
    });

    it('refuses members with values of another type, for every credential', async () => {
      for (const id of [withSecret, withKey]) {
        for (const value of [7, {}, []]) {
          expect(await refusal(id, { new_public_key: value })).toBe('new_public_key must be a string');
          expect(await refusal(id, { expires_at: value })).toBe('expires_at must be a string');
        }
        expect(await refusal(id, { valid_for_days: '7' })).toBe(
          'valid_for_days must be an integer from 0 to 3650',
        );
      }
    });

    it.each(['public_key', 'client_secret', 'name', '__proto__'])(
      'refuses the unknown member %s',
      async (member) => {
        expect(await refusal(withKey, `{"${member}":"x"}`)).toBe(`${member} is not a member of this request`);
      },
    );
  });

  describe('409', () => {
    const app = given(newOrganization);

    async function conflict(id: string): Promise<unknown> {
      const { status, body } = await app.manage('POST', `/${id}/rotate-secret`);
      expect([status, body.error]).toEqual([409, 'conflict']);
      return body.error_description;
    }

    it('answers 409 while another rotation is in progress', async () => {
      const { id, clientId } = await app.create();
      const held = app.provider.wire.hold();
      const first = app.manage('POST', `/${id}/rotate-secret`);
      await held.reached;
      expect(await conflict(id)).toBe(
        'another change of this credential is not finished, try again in a moment',
      );
      held.release();
      const { status, body } = await first;
      expect(status).toBe(200);
      expect(await app.provider.accepts(clientId, body.client_secret)).toBe(true);
    });

    it('answers 409 when the credential is revoked at the same time, and the revocation holds', async () => {
      const { id, clientId } = await app.create();
      const held = app.provider.wire.hold();
      const rotation = conflict(id);
      await held.reached;
      const revocation = app.manage('DELETE', `/${id}`);
      // The revocation holds from its commit, before the provider has it.
      const revoked = `SELECT id FROM m2m_credentials WHERE id = $1 AND state = 'revoked'`;
      await until(async () => (await app.sql(revoked, [id])).length > 0);
      held.release();
      expect(await rotation).toBe(
        'this credential was changed or revoked by another request: check whether it still exists',
      );
      expect((await revocation).status).toBe(204);
      expect(app.provider.clientIds).not.toContain(clientId);
    });

    it('answers 409 when the provider no longer has the client', async () => {
      const { id, clientId } = await app.create();
      await app.provider.deleteClient(clientId);
      expect(await conflict(id)).toBe(
        'the identity provider no longer has the client of this credential: revoke it and create another',
      );
      expect((await app.manage('DELETE', `/${id}`)).status).toBe(204);
    });
  });
});

describe('POST /iam/m2m-credentials/{credentialId}/rotate-secret while the identity provider is unavailable', () => {
  const app = given(newOrganization, beforeEach);

  async function failToRotate(id: string): Promise<void> {
    const { status, body } = await app.manage('POST', `/${id}/rotate-secret`);
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
  }

  async function reconcile(): Promise<void> {
    const reconciler = await startReconciler(app);
    await untilSettled(app);
    await reconciler.close();
  }

  it('answers 503, and the old secret still works', async () => {
    const { id, clientId, secret } = await app.create();
    app.provider.wire.isDown = true;
    await failToRotate(id);
    app.provider.wire.isDown = false;
    expect((await app.manage('POST', `/${id}/rotate-secret`)).status).toBe(409);

    await reconcile();
    expect(await app.provider.accepts(clientId, secret)).toBe(true);
    const { status, body } = await app.manage('POST', `/${id}/rotate-secret`);
    expect(status).toBe(200);
    expect(await app.provider.accepts(clientId, body.client_secret)).toBe(true);
  });

  it('has rotated completely when only the provider’s response was lost', async () => {
    const { id, clientId, secret } = await app.create();
    app.provider.wire.loseOne('answer', 0);
    await failToRotate(id);
    await reconcile();
    expect(await app.provider.accepts(clientId, secret)).toBe(false);
    const [row] = await app.sql('SELECT last_rotated_at > created_at AS rotated FROM m2m_credentials');
    expect(row).toEqual({ rotated: true });
    expect((await app.manage('POST', `/${id}/rotate-secret`)).status).toBe(200);
  });
});
