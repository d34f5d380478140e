import { makeKeyPair } from '@governance/iam/spec';
import { type CredentialsApp, startCredentialsApp } from '../support/credentials-app';

const { publicPem } = makeKeyPair('ES256');

describe('POST /iam/m2m-credentials/{credentialId}/rotate-secret', () => {
  let app: CredentialsApp;
  let withSecret: string;
  let withKey: string;
  beforeAll(async () => {
    app = await startCredentialsApp();
    withSecret = (await app.create()).id;
    withKey = (await app.create({ type: 'public_key', public_key: publicPem })).id;
  });
  afterEach(async () => {
    const rotated = 'SELECT id FROM m2m_credentials WHERE last_rotated_at <> created_at';
    expect(await app.sql(rotated)).toEqual([]);
  });
  afterAll(() => app.close());

  async function refusal(id: string, body?: unknown): Promise<string> {
    const answer = await app.manage('POST', `/${id}/rotate-secret`, { body });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    return String(answer.body.error_description);
  }

  it.each(['{', '[]', '7', 'null'])('refuses the body %p', async (body) => {
    expect(await refusal(withSecret, body)).toMatch(/^the request body /);
  });

  it('refuses members for keys on a secret', async () => {
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

  it('refuses to rotate a key without a new one', async () => {
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
