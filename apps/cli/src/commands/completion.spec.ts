import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { TestProgram } from '../../spec/test-program';
import { programOf } from '../program';
import { script } from './completion.command';

/** What a shell offers for a line whose last word is being typed. */
const offers: readonly (readonly [line: string, words: readonly string[]])[] = [
  ['governance cre', ['credentials']],
  ['governance credentials re', ['rename', 'revoke']],
  ['governance credentials create --secret-', ['--secret-file', '--secret-stdin-of']],
  ['governance whoami --out', ['--output']],
];

const hasShell = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

describe('governance completion', () => {
  let test: TestProgram;
  beforeAll(() => {
    test = new TestProgram();
  });
  afterAll(() => {
    test.remove();
  });

  /** The script as a file. */
  function scriptFile(shell: string): string {
    const file = test.path(`completion.${shell}`);
    writeFileSync(file, script(shell, programOf(test.options())));
    return file;
  }

  const wordsOf = (output: string): string[] => output.split('\n').filter(Boolean).toSorted();

  // Only with the shells of this machine: a skipped test would fail the run.
  if (hasShell('bash')) {
    it.each(offers)('in bash, %s', (line, words) => {
      const typed = line.split(' ');
      const code = `source '${scriptFile('bash')}'
COMP_WORDS=(${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length - 1}
_governance; printf '%s\\n' "\${COMPREPLY[@]}"`;
      expect(wordsOf(execFileSync('bash', ['-euc', code], { encoding: 'utf8' }))).toEqual(words);
    });

    it('in bash, a file after a word that is none of ours', () => {
      writeFileSync(test.path('certificate.pdf'), '');
      const code = `cd '${test.home}'; source '${scriptFile('bash')}'
COMP_WORDS=(governance verify cert); COMP_CWORD=2; _governance; printf '%s\\n' "\${COMPREPLY[@]}"`;
      expect(wordsOf(execFileSync('bash', ['-euc', code], { encoding: 'utf8' }))).toEqual([
        'certificate.pdf',
      ]);
    });
  }

  if (hasShell('zsh'))
    it.each(offers)('in zsh, %s', (line, words) => {
      const [typed, last = ''] = [line.split(' '), line.split(' ').at(-1)];
      // Outside of the line editor, the word that is typed is compared here.
      const code = `compdef() { :; }; compadd() { shift; print -rl -- \${(M)@:#${last}*}; }
source '${scriptFile('zsh')}'
words=(${typed.map((word) => `'${word}'`).join(' ')}); CURRENT=${typed.length}; _governance`;
      expect(wordsOf(execFileSync('zsh', ['-fc', code], { encoding: 'utf8' }))).toEqual(words);
    });

  if (hasShell('fish'))
    it.each(offers)('in fish, %s', (line, words) => {
      const code = `source '${scriptFile('fish')}'; complete -C '${line}'`;
      const output = execFileSync('fish', ['--no-config', '-c', code], { encoding: 'utf8' });
      expect(wordsOf(output).map((offer) => offer.split('\t')[0])).toEqual(words);
    });

  it('is refused for another shell, with the ones that there are', async () => {
    expect(await test.run(['completion', 'tcsh'])).toMatchObject({
      code: 2,
      err: 'error: There is no completion for tcsh: bash, zsh, fish\n',
    });
  });

  it.each(['bash', 'zsh', 'fish'])('prints the script for %s', async (shell) => {
    const { out } = await test.run(['completion', shell]);
    expect(out).toBe(script(shell, programOf(test.options())));
    expect(out).toContain('secret-stdin-of');
  });
});
