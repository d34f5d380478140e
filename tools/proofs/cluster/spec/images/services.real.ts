import { BuiltProgram } from '@governance/testing';
import { readdirSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { visitConsole } from '../../../deploy/spec/support/console-visit';
import { ComposeServices, podman, stopContainer } from './compose-services';
import { Trial } from './trial';

const programs = [
  'public-api',
  'public-worker',
  'public-browser',
  'platform-api',
  'platform-worker',
  'identity-provider',
];

/** Runs a demo of tools/dev-stack and resolves to what it shows. @throws with that if it fails. */
async function demo(name: string, description: string): Promise<string> {
  const program = new BuiltProgram(`tools/dev-stack/${name}.js`, { STACK_FILE: description });
  const { code, stdout, stderr } = await program.ended;
  const shown = stripVTControlCharacters(stdout + stderr);
  if (code !== 0) throw new Error(shown);
  return shown;
}

describe('the services of docker/compose.yaml in containers', () => {
  const trial = new Trial();
  let services: ComposeServices;

  beforeAll(async () => {
    const passwords = trial.passwords();
    services = await ComposeServices.start(passwords);
    await trial.prepare(passwords);
  });
  afterAll(() => {
    trial.end();
  });

  it('are all healthy', () => {
    expect(services.lasting().toSorted()).toEqual([...programs, 'mailbox', 'postgres'].toSorted());
  });

  it.each(programs)('%s has a read-only root, no capabilities and no new privileges', async (name) => {
    expect(services.isReadOnly(name)).toBe(true);
    const script = 'id -u; touch /x /app/x 2>&1 || true; grep -E "^(CapEff|NoNewPrivs)" /proc/1/status';
    const lines = (await podman('exec', name, 'sh', '-c', script)).trim().split('\n');
    expect(lines).toEqual([
      '1000',
      expect.stringMatching(/ '\/x': Read-only file system$/),
      expect.stringMatching(/ '\/app\/x': Read-only file system$/),
      expect.stringMatching(/^CapEff:\s+0{16}$/),
      expect.stringMatching(/^NoNewPrivs:\s+1$/),
    ]);
  });

  it('score, mail, print and verify an assessment', async () => {
    const shown = await demo('demo', trial.description);
    for (const step of ['Message arrived', 'QR code read', 'Verified as JSON', 'Verified in a browser'])
      expect(shown).toContain(step);
    expect(readdirSync(trial.folder)).toContainEqual(expect.stringMatching(/^certificate-.*\.pdf$/));
  });

  it('sign in a device, create a credential and answer its machine until it is revoked', async () => {
    const shown = await demo('demo-platform', trial.description);
    for (const step of ['Signed in', 'As that machine', 'Revoked']) expect(shown).toContain(step);
  });

  it('sign in to the console in a browser', () => visitConsole('http://localhost:3001', trial.admin));

  it.each(programs)('%s exits with 0 on SIGTERM', async (name) => {
    const { code, seconds } = await stopContainer(name);
    process.stdout.write(`${name} ended ${seconds.toFixed(1)} s after SIGTERM\n`);
    expect(code).toBe(0);
  });
});
