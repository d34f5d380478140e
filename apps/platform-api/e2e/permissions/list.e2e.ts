import { given } from '@governance/testing';
import { permissions } from '@governance/iam';
import { newOrganization } from '../support/credentials-app';
import { permissionsPath } from '../support/service-identities';

interface Offer {
  readonly permission: string;
  readonly description: string;
  readonly grantable: boolean;
}

describe('GET /iam/permissions', () => {
  const app = given(newOrganization);

  async function offers(token: string): Promise<readonly Offer[]> {
    const { status, headers, body } = await app.ask('GET', permissionsPath, { token });
    expect([status, headers.get('cache-control'), Object.keys(body)]).toEqual([
      200,
      'no-store',
      ['permissions'],
    ]);
    return body.permissions as readonly Offer[];
  }

  async function grantable(token: string): Promise<string[]> {
    return (await offers(token)).filter((offer) => offer.grantable).map(({ permission }) => permission);
  }

  it('answers 200 with every permission, what it allows, and whether the caller may grant it § 10.1a', async () => {
    const listed = await offers(app.personToken());
    expect(listed.map(({ permission }) => permission)).toEqual(permissions);
    expect(listed[0]).toEqual({
      permission: 'self:profile:read',
      description: 'Read your own profile. Only users have one.',
      grantable: false,
    });
    expect(listed[3]).toEqual({
      permission: 'm2m:credentials:read',
      description: 'List M2M credentials, service identities and these permissions.',
      grantable: true,
    });
  });

  it('offers what the caller holds, except permissions for profiles', async () => {
    const held = ['self:profile:read', 'm2m:credentials:read', 'm2m:credentials:write', 'org:audit:read'];
    const granted = held.slice(1);
    expect(await grantable(app.personToken({ permissions: held }))).toEqual(granted);
    const { clientId } = await app.create();
    expect(await grantable(app.machineToken(clientId, { permissions: held }))).toEqual(granted);
    expect(await grantable(app.personToken({ permissions: ['m2m:credentials:read'] }))).toEqual([]);
  });

  it('offers exactly what a creation accepts', async () => {
    const token = app.personToken({
      permissions: ['self:profile:read', 'm2m:credentials:read', 'm2m:credentials:write', 'org:results:read'],
    });
    for (const { permission, grantable: isOffered } of await offers(token)) {
      const body = { name: 'One', type: 'client_secret', permissions: [permission] };
      const { status } = await app.manage('POST', '', { token, body });
      expect([permission, status === 201]).toEqual([permission, isOffered]);
    }
  });
});
