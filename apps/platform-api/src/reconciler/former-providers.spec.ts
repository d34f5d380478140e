import { type CredentialElsewhere, CredentialHousekeeping, type HousekeepingDone } from '@governance/iam';
import { InMemoryCredentialStore } from '@governance/iam/spec';
import { randomUUID } from 'node:crypto';
import { FormerProviders } from './former-providers';
import { formerProvidersAsJson, formerProvidersInWords } from './former-providers-report';

const issuer = 'https://identity.example.org';
const former = 'https://former.example.org';

/** Records which issuers it forgets. */
class Housekeeping extends CredentialHousekeeping {
  readonly forgotten: string[] = [];

  removeOld(): Promise<HousekeepingDone> {
    throw new Error('the command removes nothing else');
  }

  forgetRevoked(each: string): Promise<number> {
    this.forgotten.push(each);
    return Promise.resolve(3);
  }
}

describe('FormerProviders', () => {
  let store: InMemoryCredentialStore;
  let housekeeping: Housekeeping;
  let providers: FormerProviders;
  beforeEach(() => {
    store = new InMemoryCredentialStore();
    housekeeping = new Housekeeping();
    providers = new FormerProviders(store, housekeeping, { issuer });
  });

  function add(members: Partial<CredentialElsewhere>): void {
    const { id = randomUUID(), orgId = 'org_acme', state = 'active', clientId = 'client' } = members;
    const times = { createdAt: new Date(0), lastRotatedAt: new Date(0), lastUsedAt: undefined };
    const nothing = {
      description: undefined,
      expiresAt: undefined,
      validForDays: undefined,
      lastFour: undefined,
      kid: undefined,
      previous: undefined,
      allowedNetworks: undefined,
    };
    const names = { id, orgId, clientId, issuer: members.issuer ?? former, name: 'Export' };
    const access = {
      serviceIdentityId: 'identity',
      permissions: new Set<never>(),
      type: 'client_secret' as const,
      endsBy: undefined,
    };
    store.rows.set(id, {
      credential: { ...names, ...times, ...nothing, ...access },
      state,
      intent: undefined,
      leaseUntil: new Date(0),
      audit: undefined,
      rotation: undefined,
    });
  }

  it('lists what is left at other issuers, by issuer, state, organization and client', async () => {
    add({ orgId: 'org_b', clientId: 'client-1' });
    add({ orgId: 'org_a', clientId: 'client-3', state: 'revoked' });
    add({ orgId: 'org_a', clientId: 'client-2' });
    add({ issuer: 'https://earlier.example.org', clientId: 'client-0' });
    add({ issuer });
    expect((await providers.left()).map(({ clientId }) => clientId)).toEqual([
      'client-0',
      'client-2',
      'client-1',
      'client-3',
    ]);
  });

  it('lists more than one page', async () => {
    for (let index = 0; index < 1_001; index += 1) add({ clientId: `client-${index}` });
    expect(new Set((await providers.left()).map(({ id }) => id)).size).toBe(1_001);
  });

  it('forgets former issuers, and never the managed one', async () => {
    expect(await providers.forget(former)).toBe(3);
    await expect(providers.forget(issuer)).rejects.toThrow('is the issuer that OIDC_ISSUER names');
    expect(housekeeping.forgotten).toEqual([former]);
  });
});

describe('the report', () => {
  const left: CredentialElsewhere[] = [
    { id: 'id-1', orgId: 'org_acme', issuer: former, state: 'active', clientId: 'client-1' },
    { id: 'id-2', orgId: 'org_b', issuer: former, state: 'creating', clientId: undefined },
  ];

  it('is a table with its count, or one line', () => {
    expect(formerProvidersInWords(left).split('\n')).toEqual([
      'issuer                      state     organization  client_id  credential_id',
      'https://former.example.org  active    org_acme      client-1   id-1',
      'https://former.example.org  creating  org_b         -          id-2',
      'left at former identity providers: 2',
    ]);
    expect(formerProvidersInWords([])).toBe('no credentials are left at a former identity provider');
  });

  it('has the same rows as JSON', () => {
    expect(JSON.parse(formerProvidersAsJson(left))).toEqual({
      credentials: [
        {
          issuer: former,
          state: 'active',
          organization: 'org_acme',
          client_id: 'client-1',
          credential_id: 'id-1',
        },
        { issuer: former, state: 'creating', organization: 'org_b', client_id: null, credential_id: 'id-2' },
      ],
    });
    expect(JSON.parse(formerProvidersAsJson([]))).toEqual({ credentials: [] });
  });
});
