import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runShellPage, shellBlocks } from './shell-page';

const page = `# A page

\`\`\`sh
NAME=\${NAME:-nothing}
echo "one $NAME"
\`\`\`

\`\`\`json
{ "not": "a command" }
\`\`\`

\`\`\`sh
echo "two $NAME"
\`\`\`
`;

describe('the commands of a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shell-page-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function written(text: string): string {
    const file = join(folder, 'page.md');
    writeFileSync(file, text);
    return file;
  }

  it('are its sh blocks', () => {
    expect(shellBlocks(page)).toHaveLength(2);
  });

  it('run in one shell, each with its output', async () => {
    const blocks = await runShellPage(written(page), { cwd: folder, env: { NAME: 'Ada' } });
    expect(blocks.map(({ output }) => output)).toEqual(['one Ada\n', 'two Ada\n']);
  });

  it('say on stderr what they wait for, while they wait', async () => {
    const answer = join(folder, 'answer');
    const file = written(
      `\`\`\`sh\necho "give an answer" >&2\nuntil [ -e ${answer} ]; do sleep 0.1; done\n\`\`\`\n`,
    );
    const onErrors = (errors: string): void => {
      if (errors.includes('give an answer\n')) writeFileSync(answer, '');
    };
    expect(await runShellPage(file, { cwd: folder, onErrors })).toHaveLength(1);
  });

  it.each(['false', 'false | true', 'echo "$UNSET_VARIABLE"'])(
    'fail with the page when %s fails',
    async (command) => {
      const file = written(`${page}\n\`\`\`sh\n${command}\n\`\`\`\n`);
      await expect(runShellPage(file, { cwd: folder })).rejects.toThrow(command);
    },
  );
});
