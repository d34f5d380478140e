import { given, runShellPage, type ShellBlock } from '@governance/testing';
import { join } from 'node:path';
import { signedInUser } from '../support/signed-in-user';
import { sharedStack } from '../support/stack';

const workspace = join(__dirname, '../../../..');

describe('docs/getting-started/machine.md', () => {
  const stack = given(sharedStack);
  let blocks: ShellBlock[];

  beforeAll(async () => {
    blocks = await runShellPage(join(workspace, 'docs/getting-started/machine.md'), {
      cwd: workspace,
      env: { API_URL: stack.platformUrl, USER_TOKEN: await signedInUser(stack) },
    });
  });

  const printed = (position: number): string => blocks[position]?.output ?? '';

  it('registers a key, and calls with a token of it', () => {
    expect(JSON.parse(printed(1))).toMatchObject({
      permissions: ['m2m:credentials:read', 'm2m:credentials:write'],
    });
  });

  it('calls from a program', () => {
    expect(printed(2)).toBe('Key rotation\n');
  });

  it('replaces its own key, and gets a token with the new one', () => {
    expect(printed(3)).toMatch(/^name +Key rotation$/m);
  });
});
