import { otherMethods, shownMethodOf } from './factor-methods';

const both = { app: true, passkey: true };
const app = { app: true, passkey: false };
const passkey = { app: false, passkey: true };
const none = { app: false, passkey: false };

describe('the method of the second factor', () => {
  it.each([
    [undefined, both, 'passkey'],
    [undefined, app, 'app'],
    [undefined, passkey, 'passkey'],
    [undefined, none, 'recovery-code'],
    ['app', both, 'app'],
    ['app', passkey, 'passkey'],
    ['app', none, 'recovery-code'],
    ['recovery-code', both, 'recovery-code'],
  ] as const)('chosen %s by a user with %j is %s', (chosen, available, shown) => {
    expect(shownMethodOf(chosen, available)).toBe(shown);
  });

  it('leads to every other method that the user has, and each link to its method', () => {
    for (const available of [both, app, passkey, none]) {
      for (const chosen of [undefined, 'app', 'recovery-code'] as const) {
        const shown = shownMethodOf(chosen, available);
        const targets = otherMethods(shown, available).map(({ query }) => {
          const asked = query.replace('?with=', '') || undefined;
          return shownMethodOf(asked as typeof chosen, available);
        });
        const methods = [available.passkey && 'passkey', available.app && 'app', 'recovery-code'];
        expect(targets).toEqual(methods.filter((method) => method !== false && method !== shown));
      }
    }
  });
});
