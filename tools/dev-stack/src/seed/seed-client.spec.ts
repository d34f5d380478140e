import { type IssuedCredential, type ListedCredential } from './credentials-api';
import { seedClient } from './seed-client';

const name = 'Development machine';
const known: IssuedCredential = { id: 'one', name, client_id: 'client', client_secret: 'known' };

/** The credentials of an organization; a secret's text says how it was created. */
class FakeCredentials {
  readonly calls: string[] = [];

  constructor(private readonly listed: readonly ListedCredential[] | undefined) {}

  list(): Promise<readonly ListedCredential[] | undefined> {
    return Promise.resolve(this.listed);
  }

  create(): Promise<IssuedCredential> {
    return this.issue('create', 'new');
  }

  rotate(id: string): Promise<IssuedCredential> {
    return this.issue('rotate', id);
  }

  private issue(call: string, id: string): Promise<IssuedCredential> {
    this.calls.push(`${call} ${id}`);
    return Promise.resolve({ id, name, client_id: `client of ${id}`, client_secret: `secret of ${call}` });
  }
}

async function outcome(
  listed: readonly ListedCredential[] | undefined,
  state: { known?: IssuedCredential; works?: boolean },
): Promise<[IssuedCredential | undefined, string[]]> {
  const credentials = new FakeCredentials(listed);
  const works = () => Promise.resolve(state.works ?? true);
  return [await seedClient({ name, known: state.known, credentials, works }), credentials.calls];
}

describe('seedClient', () => {
  it('creates the first one', async () => {
    const [client, calls] = await outcome([{ id: 'other', name: 'Another client’s' }], {});
    expect([client?.client_secret, calls]).toEqual(['secret of create', ['create new']]);
  });

  it('keeps the one whose secret it knows, even under another name', async () => {
    const [client, calls] = await outcome([{ id: 'one', name: 'Renamed' }], { known });
    expect([client, calls]).toEqual([{ ...known, name: 'Renamed' }, []]);
  });

  it('rotates the one whose secret is lost', async () => {
    const [client, calls] = await outcome([{ id: 'one', name }], {});
    expect([client?.client_secret, calls]).toEqual(['secret of rotate', ['rotate one']]);
  });

  it('rotates the one that another client has rotated', async () => {
    const [client, calls] = await outcome([{ id: 'one', name }], { known, works: false });
    expect([client?.client_secret, calls]).toEqual(['secret of rotate', ['rotate one']]);
  });

  it('returns the previous one, or none, if they cannot be managed', async () => {
    expect(await outcome(undefined, { known })).toEqual([known, []]);
    expect(await outcome(undefined, {})).toEqual([undefined, []]);
  });

  it('creates another one if it was revoked', async () => {
    const [client, calls] = await outcome([], { known });
    expect([client?.client_secret, calls]).toEqual(['secret of create', ['create new']]);
  });
});
