import { BuiltProgram } from '@governance/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { clause, type WayClause } from './clause';
import { orgId, type Way } from './way';

/** The demo as it ships, with a browser of its own. */
export const demoClause: WayClause = clause(
  '`demo:platform` goes from a sign-in at Keycloak in a browser to a machine that is revoked',
  async (way) => {
    const description = await demoStack(way);
    const { code, stdout, stderr } = await runDemo(description);
    const shown = stripVTControlCharacters(stdout);
    expect([code, stderr, shown]).toEqual([0, '', expect.stringContaining('Revoked')]);
    const steps = [...shown.matchAll(/✓ (.{26})(.*)/g)].map(([, step = '', result]) => [step.trim(), result]);
    expect(steps).toEqual([
      ['Device code', expect.stringContaining(new URL(way.peopleIssuer).origin)],
      ['Signed in', expect.stringContaining(description.users[0]?.email ?? '-')],
      ['POST /iam/m2m-credentials', expect.stringMatching(/^201, ./)],
      ['As that machine', expect.stringMatching(/^client_credentials, \d+ credentials listed$/)],
      ['Revoked', expect.any(String)],
    ]);
  },
);

/** What the demo reads of `.dev/stack.json` (tools/dev-stack/src/stack-description.ts). */
async function demoStack(way: Way) {
  const { programs, peopleIssuer, machineIssuer } = way;
  const { person, signInAt } = await way.demoUser();
  const { email, password, secret: totpSecret } = person;
  const organization = { id: orgId, name: orgId };
  return {
    platformUrl: programs.origin,
    issuer: peopleIssuer,
    machineIssuer,
    signInAt,
    users: [{ email, password, totpSecret, role: 'account-admin', organization }],
  };
}

async function runDemo(description: object): Promise<Awaited<BuiltProgram['ended']>> {
  const folder = mkdtempSync(join(tmpdir(), 'demo-'));
  try {
    const file = join(folder, 'stack.json');
    writeFileSync(file, JSON.stringify(description));
    return await new BuiltProgram('tools/dev-stack/demo-platform.js', { STACK_FILE: file }).ended;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
