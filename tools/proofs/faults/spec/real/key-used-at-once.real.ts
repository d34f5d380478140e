import { runRotation } from '../../src/scenarios/rotation/run-rotation';

describe('a key of the keyring that is used at once, under load', () => {
  it('is found by the errors of programs that do not have it yet', async () => {
    const { errors } = await runRotation({ seed: 1, seconds: 8, minutes: 0 });
    expect(errors.join('\n')).toContain('the keyring has no key version 2');
  });
});
