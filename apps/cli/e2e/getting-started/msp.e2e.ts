import { given, runShellPage, type ShellBlock } from '@governance/testing';
import { publishedRubrics } from '@governance/rubric';
import { join } from 'node:path';
import { signedInUser } from '../support/signed-in-user';
import { type Stack, sharedStack } from '../support/stack';

const workspace = join(__dirname, '../../../..');
const contacts = ['norman@oscorp.example', 'miles@cyberdyne.example', 'cave@aperture.example'];

/** The organization of the user has a proven domain, because no resolver knows one of a test. */
async function proveDomain(stack: Stack, token: string): Promise<void> {
  const answer = await fetch(`${stack.platformUrl}/self/me?api-version=1.0`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { org_id: orgId } = (await answer.json()) as { readonly org_id: string };
  await stack.sql(
    `INSERT INTO identity.domains (organization_id, name, challenge, challenge_expires_at, proven_at)
     VALUES ('${orgId}', 'msp.example', 'challenge', now(), now())`,
  );
}

/** Answers every question, as a browser without scripts does. */
async function answer(link: string): Promise<number> {
  const fields = publishedRubrics.current.questions.map(({ id }): [string, string] => [`answers.${id}`, '3']);
  const body = new URLSearchParams([...fields, ['version', '0']]);
  const { status } = await fetch(`${link}/assessment`, { method: 'POST', body, redirect: 'manual' });
  return status;
}

describe('docs/getting-started/msp.md', () => {
  const stack = given(sharedStack);
  let blocks: ShellBlock[];
  let links: string[];

  beforeAll(async () => {
    const token = await signedInUser(stack);
    await proveDomain(stack, token);
    const running = runShellPage(join(workspace, 'docs/getting-started/msp.md'), {
      cwd: workspace,
      env: { API_URL: stack.platformUrl, USER_TOKEN: token },
    });
    const mails = await Promise.all(contacts.map((contact) => stack.inbox.waitForMail(contact)));
    links = mails.map(({ text }) => /http\S+\/campaign\/[\w-]+/.exec(text)?.[0] ?? '');
    expect(await answer(links[0] ?? '')).toBe(303);
    blocks = await running;
  });

  const printed = (position: number): string => blocks[position]?.output ?? '';

  it('shows the proven domain', () => {
    expect(printed(0)).toContain('msp.example');
  });

  it('imports three clients', () => {
    for (const name of ['Oscorp Ltd', 'Cyberdyne GmbH', 'Aperture Labs']) expect(printed(1)).toContain(name);
  });

  it('sends each contact a link of their own', () => {
    expect(new Set(links).size).toBe(3);
    expect(printed(2)).toContain('Spring');
  });

  it('shows who has answered, and writes a pack for the meeting', () => {
    expect(printed(3)).toMatch(/Oscorp Ltd.*submitted/);
    expect(printed(3)).toMatch(/Oscorp Ltd +100/);
  });
});
