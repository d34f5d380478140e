import { opened } from '@governance/testing';
import { DomainTaken, DomainUnknown, IdentityProviderUnavailable, TooManyDomains } from '@governance/iam';
import { answering, startManagementServer } from '../../spec/support/management-server';
import { EmbeddedDomainDirectory } from './embedded-domain-directory';

const notFound = answering(404, { error: 'not_found', error_description: 'the resource does not exist' });
const conflict = answering(409, { error: 'conflict', error_description: 'refused' });
const path = '/management/v1/organizations/org_acme/domains';
const name = 'acme.example';
const answered = {
  name,
  connectionId: 'con_1',
  recordName: '_governance-challenge.acme.example',
  recordValue: 'challenge',
  challengeExpiresAt: '2026-11-27T12:00:00.000Z',
  provenAt: null,
  missingSince: null,
  lapsedAt: null,
  createdAt: '2026-11-20T12:00:00.000Z',
};
const domain = {
  name,
  connectionId: 'con_1',
  challenge: {
    recordName: answered.recordName,
    recordValue: answered.recordValue,
    expiresAt: new Date(answered.challengeExpiresAt),
  },
  provenAt: undefined,
  missingSince: undefined,
  lapsedAt: undefined,
  createdAt: new Date(answered.createdAt),
};

describe('the domains of the embedded provider', () => {
  const server = opened(startManagementServer);
  let directory: EmbeddedDomainDirectory;
  beforeAll(() => {
    const settings = { managementUrl: server.managementUrl, managementToken: 'token-of-the-management' };
    directory = new EmbeddedDomainDirectory(settings);
  });

  it('show a missing record and an ended proof, and neither for an earlier release of the provider', async () => {
    const moment = answered.createdAt;
    server.answer(
      answering(200, { domains: [{ ...answered, missingSince: moment, lapsedAt: moment }] }),
      answering(200, { domains: [{ ...answered, missingSince: undefined, lapsedAt: undefined }] }),
    );
    const at = new Date(moment);
    expect(await directory.ofOrg('org_acme')).toEqual([{ ...domain, missingSince: at, lapsedAt: at }]);
    expect(await directory.ofOrg('org_acme')).toEqual([domain]);
    expect(server.seen.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  it('have ended proofs, which are listed and forgotten', async () => {
    const lapse = { id: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19', orgId: 'org_acme', name };
    const notFound = answering(404, { error: 'not_found', error_description: 'no such path' });
    server.answer(
      answering(200, { lapses: [{ ...lapse, lapsedAt: answered.createdAt }] }),
      answering(204, undefined),
      notFound,
    );
    expect(await directory.lapses()).toEqual([{ ...lapse, lapsedAt: new Date(answered.createdAt) }]);
    await directory.forgetLapse(lapse.id);
    // An earlier release of the provider.
    expect(await directory.lapses()).toEqual([]);
    expect(server.seen.map(({ method, url }) => [method, url])).toEqual([
      ['GET', '/management/v1/domain-lapses'],
      ['DELETE', `/management/v1/domain-lapses/${lapse.id}`],
      ['GET', '/management/v1/domain-lapses'],
    ]);
  });

  it('are listed, added, checked and removed', async () => {
    server.answer(
      answering(200, { domains: [answered] }),
      answering(200, answered),
      answering(200, { ...answered, connectionId: null }),
      answering(200, { domain: answered, problem: 'record_missing' }),
      answering(200, { domain: { ...answered, provenAt: answered.createdAt }, problem: null }),
      answering(204, undefined),
    );
    expect(await directory.ofOrg('org_acme')).toEqual([domain]);
    expect(await directory.put('org_acme', { name, connectionId: 'con_1' })).toEqual(domain);
    const without = { ...domain, connectionId: undefined };
    expect(await directory.put('org_acme', { name, connectionId: undefined })).toEqual(without);
    expect(await directory.check('org_acme', name)).toEqual({ domain, problem: 'record_missing' });
    const proven = { ...domain, provenAt: domain.createdAt };
    expect(await directory.check('org_acme', name)).toEqual({ domain: proven, problem: undefined });
    await directory.remove('org_acme', name);
    expect(server.seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', path, undefined],
      ['PUT', `${path}/${name}`, { connectionId: 'con_1' }],
      ['PUT', `${path}/${name}`, {}],
      ['POST', `${path}/${name}/check`, undefined],
      ['POST', `${path}/${name}/check`, undefined],
      ['DELETE', `${path}/${name}`, undefined],
    ]);
  });

  it('are refused or unknown when the provider says so', async () => {
    const put = (): Promise<unknown> => directory.put('org_acme', { name, connectionId: undefined });
    server.answer(conflict);
    await expect(put()).rejects.toThrow(TooManyDomains);
    await expect(directory.check('org_acme', name)).rejects.toThrow(DomainTaken);
    server.answer(notFound);
    await expect(put()).rejects.toThrow(DomainUnknown);
    await expect(directory.check('org_acme', name)).rejects.toThrow(DomainUnknown);
  });

  it.each([
    { ...answered, name: 'other.example' },
    { ...answered, createdAt: 'now' },
    { domain: { ...answered, name: 'other.example' }, problem: null },
    { domain: answered, problem: 'another text' },
  ])('are not trusted as %j', async (answer) => {
    server.answer(answering(200, answer));
    for (const work of [
      () => directory.put('org_acme', { name, connectionId: undefined }),
      () => directory.check('org_acme', name),
      () => directory.ofOrg('org_acme'),
    ]) {
      await expect(work()).rejects.toThrow(IdentityProviderUnavailable);
    }
  });
});
