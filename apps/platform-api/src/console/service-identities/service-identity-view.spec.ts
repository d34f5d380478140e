import { lastUsesOf, type ServiceIdentity, serviceIdentityView } from './service-identity-view';

const identity: ServiceIdentity = {
  id: 'c2f9f3a8-7f4c-4a58-9d3b-0f4f1b6f3a22',
  name: 'Exports',
  permissions: ['m2m:credentials:read'],
  created_at: '2026-11-01T00:00:00.000Z',
  ends_with_last_credential: false,
  credentials: [
    { id: 'one', name: 'One' },
    { id: 'two', name: 'Two' },
  ],
  trust_rules: [{ id: 'rule', name: 'Pipeline' }],
};
const uses = lastUsesOf([
  { id: 'one', last_used_at: '2026-11-09T00:00:00.000Z' },
  { id: 'two', last_used_at: '2026-11-20T03:05:00.000Z' },
  { id: 'three', last_used_at: null },
  { id: 'rule', last_used_at: '2026-11-21T03:05:00.000Z' },
]);

describe('the view of a service identity', () => {
  it('is a line of the list, in words', () => {
    expect(serviceIdentityView(identity, uses)).toEqual({
      id: identity.id,
      name: 'Exports',
      abilities: ['See the credentials of machines'],
      mainAbilities: ['See the credentials of machines'],
      moreAbilities: 0,
      created: '1 November 2026, 00:00 UTC',
      credentials: [
        { id: 'one', name: 'One', lastUsed: '9 November 2026, 00:00 UTC' },
        { id: 'two', name: 'Two', lastUsed: '20 November 2026, 03:05 UTC' },
      ],
      rules: [{ id: 'rule', name: 'Pipeline', lastUsed: '21 November 2026, 03:05 UTC' }],
      isUsed: true,
      lastUsed: '21 November 2026, 03:05 UTC',
      endsByItself: false,
    });
  });

  it('says that it was never used, and nothing if credentials are not served', () => {
    const unused = { ...identity, credentials: [{ id: 'three', name: 'Three' }], trust_rules: [] };
    expect(serviceIdentityView(unused, uses)).toMatchObject({
      lastUsed: 'Never',
      credentials: [{ lastUsed: 'Never' }],
    });
    const none = serviceIdentityView({ ...identity, credentials: [], trust_rules: [] }, uses);
    expect([none.lastUsed, none.isUsed]).toEqual(['Never', false]);
    expect(serviceIdentityView(identity, undefined).lastUsed).toBeUndefined();
  });

  it('has room for three abilities in a line, and counts the others', () => {
    const permissions: ServiceIdentity['permissions'] = [
      'self:organization:read',
      'm2m:credentials:read',
      'm2m:credentials:write',
      'org:members:read',
      'org:audit:read',
    ];
    const { abilities, mainAbilities, moreAbilities } = serviceIdentityView(
      { ...identity, permissions },
      uses,
    );
    expect(abilities).toHaveLength(5);
    expect([mainAbilities, moreAbilities]).toEqual([abilities.slice(0, 3), 2]);
  });
});
