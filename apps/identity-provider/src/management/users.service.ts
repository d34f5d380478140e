import { Problem } from '@governance/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { found } from './found';
import { type NewUser, type User, UsersStore } from '../people/users.store';

/** User accounts with a password. A connection alone changes the accounts that it asserts. */
@Injectable()
export class UsersService {
  constructor(
    @Inject(UsersStore) private readonly users: Pick<UsersStore, 'find' | 'findByEmail' | 'hold'>,
  ) {}

  findByEmail(email: string): Promise<User | undefined> {
    return this.users.findByEmail(email);
  }

  /** @throws a 404. */
  async get(id: string): Promise<User> {
    return found(await this.users.find(id));
  }

  /**
   * Creates or replaces an account with a password. @throws a 409 when the address belongs to another account, or the
   * account belongs to a connection.
   */
  put(id: string, user: NewUser): Promise<User> {
    return this.users.hold(async (held) => {
      const owner = await held.idByEmail(user.email);
      if (owner !== undefined && owner !== id) {
        throw new Problem('conflict', 'the address belongs to another account');
      }
      if (await held.isOfConnection(id)) throw connectionAccount();
      return held.put(id, user);
    });
  }
}

/** For an account that a connection asserts: it has no other sign-in method. */
export function connectionAccount(): Problem {
  return new Problem('conflict', 'the account belongs to a connection');
}
