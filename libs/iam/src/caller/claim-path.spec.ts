import { ClaimPath } from './claim-path';

const valueAt = (name: string, claims: Readonly<Record<string, unknown>>): unknown =>
  new ClaimPath(name).valueIn(claims);

describe('the path of a claim', () => {
  it('is the full name of a claim, dots included, before anything nested', () => {
    const name = 'https://governance.example.org/claims/mfa_at';
    expect(valueAt(name, { [name]: 7 })).toBe(7);
    expect(valueAt('realm.role', { 'realm.role': 'flat', realm: { role: 'nested' } })).toBe('flat');
  });

  it('is otherwise the way through nested objects', () => {
    expect(valueAt('loa_map.2', { loa_map: { '1': 100, '2': 200 } })).toBe(200);
    expect(valueAt('resource_access.api.roles', { resource_access: { api: { roles: ['a'] } } })).toEqual([
      'a',
    ]);
  });

  it('goes to the only member of an object with a star, of any name', () => {
    const organization = { 'org.acme': { groups: ['/viewer'] } };
    expect(valueAt('organization.*.groups', { organization })).toEqual(['/viewer']);
  });

  it.each([
    ['no member at a star', 'organization.*.groups', { organization: {} }],
    [
      'several members at a star',
      'organization.*.groups',
      { organization: { acme: { groups: ['/account-admin'] }, initech: { groups: ['/viewer'] } } },
    ],
    ['an array at a star', 'organization.*.groups', { organization: [{ groups: ['/viewer'] }] }],
    ['no such claim', 'loa_map.2', {}],
    ['no such member', 'loa_map.2', { loa_map: { '1': 100 } }],
    ['a text on the way', 'loa_map.2', { loa_map: 'text' }],
    ['null on the way', 'loa_map.2', { loa_map: null }],
    ['an array, even with a number as its step', 'organization.0', { organization: ['acme', 'initech'] }],
    ['a property that every object has', 'loa_map.constructor', { loa_map: {} }],
    ['a property that every object has, alone', '__proto__', {}],
    ['an empty step', 'loa_map.', { loa_map: { '2': 1 } }],
  ])('finds nothing where there is %s', (_, name, claims) => {
    expect(valueAt(name, claims)).toBeUndefined();
  });
});
