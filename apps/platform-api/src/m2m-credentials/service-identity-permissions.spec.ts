import { personOf } from '@governance/iam/spec';
import { CredentialsInMemory, orgId, write } from '../../spec/credentials-in-memory';
import { expectProblem } from '../../spec/expect-problem';

describe('the permissions of a service identity', () => {
  let made: CredentialsInMemory;
  const create: CredentialsInMemory['create'] = (members, by) => made.create(members, by);
  beforeEach(() => {
    made = new CredentialsInMemory();
  });

  it('gives the new service identity exactly the requested permissions', async () => {
    for (const asked of [[], ['org:results:read', 'm2m:credentials:write', 'org:results:read']]) {
      const created = await create({ permissions: asked });
      expect(await made.claimsOf(created)).toMatchObject({ permissions: [...new Set(asked)] });
    }
  });

  it('gives no permission that its creator lacks, requested or not', async () => {
    const lesser = personOf(orgId, ['m2m:credentials:write', 'self:organization:read']);
    for (const asked of [['m2m:credentials:read'], ['m2m:credentials:write', 'org:audit:read']]) {
      await expectProblem(
        create({ permissions: asked }, lesser),
        'forbidden',
        /^permissions contains permissions that the access token lacks$/,
      );
    }
    expect(made.store.rows.size).toBe(0);
    const created = await create({}, lesser);
    expect(await made.claimsOf(created)).toMatchObject({ permissions: ['self:organization:read'] });
  });

  it('refuses permissions that no service identity can hold, or together with an existing service identity', async () => {
    const { serviceIdentityId } = (await create()).credential;
    for (const name of ['self:profile:read', 'self:profile:write', 'm2m:credentials', '', 'toString']) {
      await expectProblem(
        create({ permissions: ['m2m:credentials:read', name] }),
        'invalid',
        /^permissions must name permissions that a service identity can hold$/,
      );
    }
    await expectProblem(
      create({ permissions: [], serviceIdentityId }),
      'invalid',
      /^permissions cannot be combined with service_identity_id$/,
    );
    expect(made.store.rows.size).toBe(1);
  });

  it('binds to a service identity with more permissions on credentials, but to none with other additional permissions', async () => {
    const lesser = personOf(orgId, ['m2m:credentials:write']);
    const ofCredentials = ['self:organization:read', 'm2m:credentials:read', 'm2m:credentials:write'];
    const manager = await create({ permissions: ofCredentials });
    await create({ serviceIdentityId: manager.credential.serviceIdentityId }, lesser);
    const inviter = await create({ permissions: [...ofCredentials, 'org:invitations:write'] });
    const { serviceIdentityId } = inviter.credential;
    await expectProblem(create({ serviceIdentityId }, lesser), 'forbidden', /^the service identity has/);
    expect(made.store.rows.size).toBe(3);
  });

  it('binds to no service identity that was deleted with its last credential', async () => {
    const { id, serviceIdentityId } = (await create()).credential;
    await made.revoke(id);
    await expectProblem(create({ serviceIdentityId }), 'invalid', /^service_identity_id must name/);
  });

  it('rotates no secret of a service identity with other permissions than the caller’s, except on credentials', async () => {
    const request = { request: {}, write: { ...write, operation: 'm2m-credentials:rotate' } } as const;
    const lesser = personOf(orgId, ['m2m:credentials:write']);
    const reader = await create();
    expect((await made.service.rotate(lesser, reader.credential.id, request)).secret).toBeDefined();
    const inviter = await create({ permissions: ['m2m:credentials:read', 'org:invitations:write'] });
    const { id, clientId } = inviter.credential;
    await expectProblem(made.service.rotate(lesser, id, request), 'forbidden', /^the service identity has/);
    const bad = { ...request, request: { newPublicKey: 'no key' } };
    await expectProblem(made.service.rotate(lesser, id, bad), 'forbidden', /^the service identity has/);
    expect(await made.isAccepted(clientId, inviter.secret)).toBe(true);
  });
  it('binds to a service identity of the organization, with the permissions of that identity and not the caller’s', async () => {
    const first = await create({ permissions: ['m2m:credentials:read', 'org:audit:read'] });
    const { serviceIdentityId } = first.credential;
    const second = await create({ serviceIdentityId });
    expect(second.credential.serviceIdentityId).toBe(serviceIdentityId);
    expect(await made.claimsOf(second)).toMatchObject({
      permissions: ['m2m:credentials:read', 'org:audit:read'],
    });
  });
});
