import { UsersService } from './users.service';
import { type HeldUsers, type NewUser, type User } from '../people/users.store';

const ada: NewUser = { email: 'ada@example.com', emailVerified: true, name: 'Ada' };

function userOf(id: string, user: NewUser): User {
  return { id, ...user, createdAt: new Date(0) };
}

/** Accounts with a password by id, and the ids of accounts of connections. */
class FakeUsers implements HeldUsers {
  readonly byId = new Map<string, User>();
  readonly ofConnections = new Set<string>();

  hold<Result>(work: (users: HeldUsers) => Promise<Result>): Promise<Result> {
    return work(this);
  }

  find(id: string): Promise<User | undefined> {
    return Promise.resolve(this.byId.get(id));
  }

  findByEmail(email: string): Promise<User | undefined> {
    return Promise.resolve([...this.byId.values()].find((user) => user.email === email));
  }

  async idByEmail(email: string): Promise<string | undefined> {
    return (await this.findByEmail(email))?.id;
  }

  isOfConnection(id: string): Promise<boolean> {
    return Promise.resolve(this.ofConnections.has(id));
  }

  put(id: string, user: NewUser): Promise<User> {
    const stored = userOf(id, user);
    this.byId.set(id, stored);
    return Promise.resolve(stored);
  }
}

describe('UsersService', () => {
  let users: FakeUsers;
  let service: UsersService;
  beforeEach(() => {
    users = new FakeUsers();
    service = new UsersService(users);
  });

  it('creates an account, and replaces it under the same id', async () => {
    await service.put('user_1', ada);
    await service.put('user_1', { ...ada, name: 'Ada L.' });
    expect(await service.get('user_1')).toMatchObject({ email: ada.email, name: 'Ada L.' });
  });

  it('answers 404 for an unknown account', async () => {
    await expect(service.get('user_1')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('refuses an address that belongs to another account, and stores nothing', async () => {
    await service.put('user_1', ada);
    await expect(service.put('user_2', ada)).rejects.toMatchObject({
      kind: 'conflict',
      text: 'the address belongs to another account',
    });
    expect([...users.byId.keys()]).toEqual(['user_1']);
  });

  it('refuses an account of a connection, and stores nothing', async () => {
    users.ofConnections.add('user_1');
    await expect(service.put('user_1', ada)).rejects.toMatchObject({
      kind: 'conflict',
      text: 'the account belongs to a connection',
    });
    expect(users.byId.size).toBe(0);
  });
});
