import { UserCredentialsService } from './user-credentials.service';
import { type User } from '../people/users.store';

const user: User = {
  id: 'user_1',
  email: 'ada@example.com',
  emailVerified: true,
  name: 'Ada',
  createdAt: new Date(0),
};
const password = 'a long and plain passphrase';

function serviceFor(
  known: User | undefined,
  removed: 'removed' | 'last' | 'unknown' = 'removed',
): { readonly service: UserCredentialsService; readonly passwords: string[] } {
  const passwords: string[] = [];
  const service = new UserCredentialsService(
    { find: () => Promise.resolve(known) },
    {
      set: (_userId, text) => {
        passwords.push(text);
        return Promise.resolve(true);
      },
    },
    { set: () => Promise.resolve(known !== undefined) },
    { removeAll: () => Promise.resolve(removed) },
  );
  return { service, passwords };
}

describe('UserCredentialsService', () => {
  it('sets a password', async () => {
    const { service, passwords } = serviceFor(user);
    await service.setPassword(user.id, password);
    expect(passwords).toEqual([password]);
  });

  it.each([
    ['a password that is easy to guess', { known: user, text: user.email, kind: 'invalid' }],
    ['an unknown account', { known: undefined, text: password, kind: 'not_found' }],
    [
      'an account of a connection, which has no password',
      { known: { ...user, connectionId: 'con_1' }, text: password, kind: 'conflict' },
    ],
  ])('refuses %s', async (_, { known, text, kind }) => {
    const { service, passwords } = serviceFor(known);
    await expect(service.setPassword(user.id, text)).rejects.toMatchObject({ kind });
    expect(passwords).toEqual([]);
  });

  it('refuses to remove passkeys that are the only second factor', async () => {
    const { service } = serviceFor(user, 'last');
    await expect(service.removePasskeys(user.id)).rejects.toMatchObject({ kind: 'conflict' });
  });
});
