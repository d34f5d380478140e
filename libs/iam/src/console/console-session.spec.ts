import { formAfter, type KeptForm } from './console-session';

describe('a kept form', () => {
  const kept: KeptForm = {
    path: '/console/credentials',
    fields: [['name', 'N']],
    omitted: [],
    signIn: 'own',
  };

  it('is ready after the sign-in that was begun for it', () => {
    expect(formAfter(kept, 'own')).toEqual({ ...kept, isReady: true });
  });

  it.each([
    [kept, 'other'],
    [kept, undefined],
    [{ ...kept, signIn: undefined }, undefined],
    [undefined, 'own'],
  ])('%j is dropped by the sign-in %j', (form, signIn) => {
    expect(formAfter(form as KeptForm | undefined, signIn)).toBeUndefined();
  });
});
