import { organizationsIn } from './organizations-in';

const tokenOf = (claims: unknown): string =>
  `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;

describe('the organizations of an access token', () => {
  it.each<[unknown, readonly string[]]>([
    [{ org_id: 'org_acme' }, ['org_acme']],
    [{ organization: { org_acme: { groups: ['/viewer'] } } }, ['org_acme']],
    [{ organization: { org_acme: {}, org_globex: {} } }, ['org_acme', 'org_globex']],
    [{ organization: ['org_acme'] }, ['org_acme']],
    [{ organization: 'org_acme' }, ['org_acme']],
    [{ org_id: 7 }, []],
    [{ organization: null }, []],
    [{}, []],
    [null, []],
  ])('are those of %j', (claims, organizations) => {
    expect(organizationsIn(tokenOf(claims))).toEqual(organizations);
  });

  it.each(['', 'opaque', 'a.b.c'])('are none in %j', (token) => {
    expect(organizationsIn(token)).toEqual([]);
  });
});
