import { caller, CredentialsInMemory, write } from '../../spec/credentials-in-memory';
import { expectProblem } from '../../spec/expect-problem';

describe('the description of a credential', () => {
  let made: CredentialsInMemory;
  const create: CredentialsInMemory['create'] = (members, by) => made.create(members, by);
  beforeEach(() => {
    made = new CredentialsInMemory();
  });

  it('changes or clears the description, trimmed, and keeps the name', async () => {
    const { credential } = await create({ description: ' Runs at night ' });
    expect(credential.description).toBe('Runs at night');
    for (const [given, description] of [
      [undefined, 'Runs at night'],
      [' Runs at noon ', 'Runs at noon'],
      [null, undefined],
      ['', undefined],
      [' ', undefined],
    ] as const) {
      const edit = { name: given === undefined ? 'Import' : undefined, description: given };
      const renamed = { ...credential, name: 'Import', description };
      expect(await made.service.rename(caller, credential.id, { edit, write })).toEqual(renamed);
    }
  });

  it('refuses a description that breaks a rule, and changes nothing', async () => {
    const { credential } = await create();
    const edit = { name: 'Import', description: 'a\tb' };
    const text = /^description must have no control, text-direction or other invisible characters$/;
    await expectProblem(made.service.rename(caller, credential.id, { edit, write }), 'invalid', text);
    await expectProblem(
      create({ description: 'a'.repeat(201) }),
      'invalid',
      /^description must have at most/,
    );
    expect((await made.service.list(caller)).entries).toEqual([credential]);
  });
});
