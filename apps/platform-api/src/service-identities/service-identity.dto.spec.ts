import { allowListed } from '@governance/http';
import { ServiceIdentityListResponse } from './service-identity.dto';
import { exampleIdentity } from './service-identity.openapi';

describe('ServiceIdentityListResponse', () => {
  const [credential] = exampleIdentity.credentials;
  const rule = { id: '5d1c7b2e-9a41-4f0e-8c35-6f1e2d3c4b5a', name: 'Deployments' };
  const more = {
    ...exampleIdentity,
    orgId: 'canary',
    credentials: [{ id: '', name: '', ...credential, clientId: 'canary' }],
    trustRules: [{ ...rule, clientId: 'canary' }],
  };
  const shown = {
    id: exampleIdentity.id,
    name: 'Exports',
    permissions: ['self:organization:read', 'm2m:credentials:read'],
    created_at: '2026-11-20T12:00:00.000Z',
    ends_with_last_credential: false,
    credentials: [credential],
    trust_rules: [rule],
  };
  const sent = (list: ServiceIdentityListResponse): unknown => allowListed(ServiceIdentityListResponse, list);

  it('has exactly the declared members, in order', () => {
    const list = new ServiceIdentityListResponse({ entries: [more], nextCursor: undefined });
    expect(JSON.stringify(sent(list))).toBe(JSON.stringify({ service_identities: [shown] }));
  });

  it('has a cursor when another page follows', () => {
    const list = new ServiceIdentityListResponse({ entries: [], nextCursor: 'AQ' });
    expect(sent(list)).toEqual({ service_identities: [], next_cursor: 'AQ' });
  });
});
