import { Problem } from '@governance/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { flawOf, passwordFlaws } from '../people/password-policy';
import { PasswordsStore } from '../people/passwords.store';
import { AuthenticatorsStore } from '../second-factor/authenticators.store';
import { fromBase32 } from '../second-factor/base32';
import { PasskeysStore } from '../second-factor/passkeys.store';
import { found } from './found';
import { connectionAccount } from './users.service';
import { UsersStore } from '../people/users.store';

/** Sets passwords and authenticator apps of users, and removes lost passkeys. */
@Injectable()
export class UserCredentialsService {
  constructor(
    @Inject(UsersStore) private readonly users: Pick<UsersStore, 'find'>,
    @Inject(PasswordsStore) private readonly passwords: Pick<PasswordsStore, 'set'>,
    @Inject(AuthenticatorsStore) private readonly authenticators: Pick<AuthenticatorsStore, 'set'>,
    @Inject(PasskeysStore) private readonly passkeys: Pick<PasskeysStore, 'removeAll'>,
  ) {}

  /** @throws a 400 for a password that is easy to guess, a 404, or a 409 for an account of a connection. */
  async setPassword(userId: string, password: string): Promise<void> {
    const { email, connectionId } = found(await this.users.find(userId));
    const flaw = flawOf(password, { email });
    if (flaw) throw new Problem('invalid', `password ${passwordFlaws[flaw]}`);
    if (connectionId !== undefined) throw connectionAccount();
    found((await this.passwords.set(userId, password)) || undefined);
  }

  /** `secret` is in base32. @throws a 404. */
  async setTotp(userId: string, secret: string): Promise<void> {
    const bytes = fromBase32(secret);
    if (bytes === undefined) throw new Error('the secret was not validated');
    found((await this.authenticators.set(userId, bytes)) || undefined);
  }

  /** @throws a 404, or a 409 when the user would have no second factor left: a password alone could then set one up. */
  async removePasskeys(userId: string): Promise<void> {
    const removed = await this.passkeys.removeAll(userId);
    if (removed === 'last') throw new Problem('conflict', 'the passkeys are the only second factor');
    found(removed === 'removed' || undefined);
  }
}
