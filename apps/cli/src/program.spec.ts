import { type ProgramRun, TestProgram } from '../spec/test-program';
import { readEnvironment } from './config';
import { exitCode } from './exit-code';
import { programOf } from './program';

describe('the program', () => {
  let test: TestProgram;
  beforeEach(() => {
    test = new TestProgram();
  });
  afterEach(() => {
    test.remove();
  });

  const run = (...args: readonly string[]): Promise<ProgramRun> => test.run(args);

  it('prints its version and its help on stdout', async () => {
    expect(await run('--version')).toEqual({ code: exitCode.done, out: '1.2.3\n', err: '' });
    const help = await run('credentials', 'create', '--help');
    expect(help).toMatchObject({ code: exitCode.done, err: '' });
    expect(help.out).toContain('Examples:\n  $ governance credentials create');
  });

  it.each([
    [['nonsense']],
    [['credentials', 'nonsense']],
    [['whoami', '--nonsense']],
    [['members', 'role', 'id']],
  ])('exits with 2 for %j', async (args) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: exitCode.usage, out: '' });
    expect(err).toMatch(/^error: /);
  });

  it('needs an address, and names the ways to give it', async () => {
    expect(await run('whoami')).toEqual({
      code: exitCode.usage,
      out: '',
      err: 'error: Give --api-url, set GOVERNANCE_API_URL, or sign in once with `governance login`\n',
    });
  });

  it('describes every command, and shows examples where options matter', () => {
    const all = [programOf(test.options())];
    for (const command of all) all.push(...command.commands);
    expect(all.length).toBeGreaterThan(40);
    expect(all.filter((command) => command.description() === '').map((command) => command.name())).toEqual(
      [],
    );
  });

  it('follows the XDG base directories', () => {
    const environment = readEnvironment({
      HOME: '/home/ada',
      XDG_CONFIG_HOME: '/cfg',
      XDG_STATE_HOME: 'relative',
    });
    expect(environment).toMatchObject({
      configFolder: '/cfg/governance',
      stateFolder: '/home/ada/.local/state/governance',
    });
    const own = readEnvironment({ XDG_CONFIG_HOME: '/cfg', GOVERNANCE_CONFIG_FOLDER: '/job/governance' });
    expect(own.configFolder).toBe('/job/governance');
  });
});
