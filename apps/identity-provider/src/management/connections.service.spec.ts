import { ConnectionsService } from './connections.service';
import {
  type Connection,
  type ConnectionChange,
  type HeldConnections,
  type NewConnection,
} from '../organizations/connections.store';

const orgId = 'org_acme';
const upstream = { issuer: 'https://login.acme.example', clientId: 'governance', clientSecret: 'canary' };
const enterprise: NewConnection = { name: 'Corporate', type: 'enterprise', enabled: true, upstream };
const added = { id: 'con_1', name: 'Corporate', enabled: true, upstream };
const most = 2;

function connectionOf(id: string, { name, type, enabled, upstream: at }: NewConnection): Connection {
  const shown = at && { issuer: at.issuer, clientId: at.clientId };
  return { id, name, type, enabled, ...(shown && { upstream: shown }), createdAt: new Date(0) };
}

/** The connections of one organization, whose only account admin uses the connection `admins`; undefined: the password. */
class FakeConnections implements HeldConnections {
  readonly byId = new Map<string, Connection>();
  readonly foreign = new Set<string>();
  admins: string | undefined;

  /** Restores the connections when the work fails, as a transaction does. */
  async hold<Result>(
    _orgId: string,
    work: (connections: HeldConnections) => Promise<Result>,
  ): Promise<Result> {
    const before = [...this.byId];
    try {
      return await work(this);
    } catch (error) {
      this.byId.clear();
      for (const [id, connection] of before) this.byId.set(id, connection);
      throw error;
    }
  }

  canAnAdminSignIn(lost?: string): Promise<boolean> {
    const { admins } = this;
    if (admins === undefined) return Promise.resolve(true);
    return Promise.resolve(admins !== lost && this.byId.get(admins)?.enabled === true);
  }

  list(): Promise<Connection[]> {
    return Promise.resolve([...this.byId.values()]);
  }

  find(first: string, second = first): Promise<Connection | undefined> {
    return Promise.resolve(this.byId.get(second));
  }

  belongsElsewhere(id: string): Promise<boolean> {
    return Promise.resolve(this.foreign.has(id));
  }

  put(id: string, connection: NewConnection): Promise<Connection | undefined> {
    this.byId.set(id, connectionOf(id, connection));
    return this.find(id);
  }

  change(id: string, { enabled }: ConnectionChange): Promise<Connection | undefined> {
    const known = this.byId.get(id);
    if (known) this.byId.set(id, { ...known, enabled: enabled ?? known.enabled });
    return this.find(id);
  }

  remove(id: string): Promise<void> {
    this.byId.delete(id);
    return Promise.resolve();
  }
}

describe('ConnectionsService', () => {
  const noAdmin = {
    kind: 'conflict',
    text: 'no account admin of the organization could sign in afterwards',
  };
  let connections: FakeConnections;
  let service: ConnectionsService;
  beforeEach(() => {
    connections = new FakeConnections();
    const upstreams = {
      redirectUri: (id: string) => `https://login.example.com/${id}`,
      test: () => Promise.resolve(undefined),
    };
    service = new ConnectionsService(connections, upstreams, most);
  });

  it('adds a connection with its redirect URI, and keeps the password of the members', async () => {
    const shown = await service.add(orgId, added);
    expect(shown.upstream).toMatchObject({ redirectUri: 'https://login.example.com/con_1' });
    expect((await service.list(orgId)).map(({ type }) => type)).toEqual(['database', 'enterprise']);
  });

  it('changes nothing when a connection is added again', async () => {
    await service.add(orgId, added);
    expect(await service.add(orgId, { ...added, name: 'Another' })).toMatchObject({ name: 'Corporate' });
    expect(connections.byId.size).toBe(2);
  });

  it('refuses a connection beyond the most that an organization may have', async () => {
    await service.add(orgId, added);
    await service.add(orgId, { ...added, id: 'con_2' });
    await expect(service.add(orgId, { ...added, id: 'con_3' })).rejects.toMatchObject({
      kind: 'conflict',
      text: 'the organization has reached its limit of connections',
    });
  });

  it.each([
    ['added', (): Promise<unknown> => service.add(orgId, added)],
    ['replaced', (): Promise<unknown> => service.put(orgId, 'con_1', enterprise)],
  ])('refuses that the connection of another organization is %s', async (_, change) => {
    connections.foreign.add('con_1');
    await expect(change()).rejects.toMatchObject({
      kind: 'conflict',
      text: 'the connection belongs to another organization',
    });
    expect(connections.byId.size).toBe(0);
  });

  describe('of the only account admin', () => {
    beforeEach(async () => {
      await service.put(orgId, 'con_1', enterprise);
      connections.admins = 'con_1';
    });

    const another = { ...upstream, issuer: 'https://other.acme.example' };
    it.each([
      ['removed', (): Promise<unknown> => service.remove(orgId, 'con_1')],
      ['disabled', (): Promise<unknown> => service.change(orgId, 'con_1', { enabled: false })],
      [
        'moved to another provider, which has other accounts',
        (): Promise<unknown> => service.put(orgId, 'con_1', { ...enterprise, upstream: another }),
      ],
    ])('is not %s', async (_, change) => {
      await expect(change()).rejects.toMatchObject(noAdmin);
      const [connection] = await service.list(orgId);
      expect(connection).toMatchObject({ enabled: true, upstream: { issuer: upstream.issuer } });
    });

    it('is replaced with the same provider', async () => {
      const renamed = await service.put(orgId, 'con_1', { ...enterprise, name: 'Renamed' });
      expect(renamed.name).toBe('Renamed');
    });

    it('is changed when the account admin could not sign in before either', async () => {
      await connections.put('con_1', { ...enterprise, enabled: false });
      await service.remove(orgId, 'con_1');
      expect(connections.byId.size).toBe(0);
    });
  });

  it.each([
    ['a secret', { clientSecret: 'canary' }, 'clientSecret is for connections with a provider'],
    [
      'a second factor',
      { secondFactor: { acrValues: ['mfa'], amrValues: [] } },
      'secondFactor is for connections with a provider',
    ],
  ])('refuses %s without a provider', async (_, change, text) => {
    await service.put(orgId, 'con_1', { name: 'Password', type: 'database', enabled: true });
    await expect(service.change(orgId, 'con_1', change)).rejects.toMatchObject({ kind: 'invalid', text });
  });

  it('answers 404 for an unknown connection, and for the test of one without a provider', async () => {
    await expect(service.change(orgId, 'con_1', {})).rejects.toMatchObject({ kind: 'not_found' });
    await expect(service.test(orgId, 'con_1')).rejects.toMatchObject({ kind: 'not_found' });
    await service.put(orgId, 'con_1', { name: 'Password', type: 'database', enabled: true });
    await expect(service.test(orgId, 'con_1')).rejects.toMatchObject({ kind: 'not_found' });
  });
});
