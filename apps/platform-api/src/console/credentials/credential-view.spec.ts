import { type Credential, detailsOf, endOf, rowOf } from './credential-view';

const now = new Date('2026-11-24T12:00:00Z');

const credential: Credential = {
  id: '6f6f4a5e-6f0a-4c0e-8d51-2b8c4c3c7a11',
  name: 'Nightly report',
  description: null,
  client_id: 'client-1',
  org_id: 'org_acme',
  credential_type: 'client_secret',
  created_at: '2026-11-01T00:00:00.000Z',
  last_rotated_at: '2026-11-01T00:00:00.000Z',
  service_identity_id: 'c2f9f3a8-7f4c-4a58-9d3b-0f4f1b6f3a22',
  expires_at: null,
  last_used_at: null,
  permissions: ['m2m:credentials:read'],
  secrets: [{ last_four: 'wxyz', created_at: '2026-11-01T00:00:00.000Z', expires_at: null }],
  allowed_networks: null,
};

const ending = (at: string): Credential => ({ ...credential, expires_at: at });

describe('the view of a credential', () => {
  it('is a line of the list, in words', () => {
    expect(rowOf(credential, now)).toEqual({
      id: credential.id,
      name: 'Nightly report',
      description: undefined,
      kind: 'Secret',
      lastUsed: 'Never',
      end: { words: 'Never expires', isSoon: false },
    });
  });

  it.each([
    ['2026-11-24T12:00:00.000Z', 'Expired on 24 November 2026', true],
    ['2026-12-24T12:00:00.000Z', 'Expires on 24 December 2026', true],
    ['2026-12-24T12:00:01.000Z', 'Expires on 24 December 2026', false],
  ])('says when it ends: %s', (at, words, isSoon) => {
    expect(endOf(ending(at), now)).toEqual({ words, isSoon });
  });

  it('has details: what it may do, and what a rotation has left', () => {
    const previous = {
      last_four: 'abcd',
      created_at: credential.created_at,
      expires_at: '2026-11-25T00:00:00.000Z',
    };
    const rotated = {
      ...credential,
      last_rotated_at: '2026-11-24T00:00:00.000Z',
      secrets: [...credential.secrets, previous],
    };
    expect(detailsOf(rotated, now)).toMatchObject({
      rotated: '24 November 2026, 00:00 UTC',
      lastFour: 'wxyz',
      abilities: ['See the credentials of machines'],
      networks: [],
      previous: { lastFour: 'abcd', ends: '25 November 2026, 00:00 UTC' },
    });
    expect(detailsOf(credential, now)).toMatchObject({ rotated: 'Never', previous: undefined });
  });
});
