import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addresses, answers, holderAddress, type Issued, resultOf, TestIssuer } from '../spec/test-issuer';
import { runVerifyCommand } from './verify.command';

const at = new Date('2026-11-25T00:00:00Z');

// Decoding a QR code takes seconds.
describe('npm run verify', () => {
  const { fetch } = globalThis;
  let issuer: TestIssuer;
  let issued: Issued;
  let folder: string;
  let requests: string[];

  beforeAll(async () => {
    issuer = new TestIssuer();
    issued = await issuer.issue(resultOf());
    folder = mkdtempSync(join(tmpdir(), 'verify-'));
    writeFileSync(join(folder, 'certificate.pdf'), issued.pdf);
    writeFileSync(join(folder, 'jwks.json'), JSON.stringify(issuer.jwks));
    writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers));
    writeFileSync(join(folder, 'other.json'), JSON.stringify({ ...answers, 'gov-ai-policy': 0 }));
    const withdrawn = await issuer.signer.signStatusList({ list: 0, withdrawn: [4_711] }, at);
    writeFileSync(join(folder, 'withdrawn.jwt'), `${withdrawn}\n`);
  });
  beforeEach(() => {
    requests = [];
    globalThis.fetch = (input) => {
      requests.push(input as string);
      return Promise.reject(new Error('there is no network'));
    };
  });
  afterEach(() => {
    globalThis.fetch = fetch;
  });
  afterAll(async () => {
    await issuer.close();
    rmSync(folder, { recursive: true });
  });

  async function run(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<{ code: number; text: string }> {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const code = await runVerifyCommand(args, { folder, root: folder, env, print, now: () => at });
    return { code, text: lines.join('\n') };
  }

  it('prints GENUINE and exits with 0, without a network, for a certificate with its holder and answers', async () => {
    const disclosed = ['--address', holderAddress, '--salt', issued.holder.salt, '--answers', 'answers.json'];
    const { code, text } = await run(['certificate.pdf', '--keys', 'jwks.json', ...disclosed]);
    expect(code).toBe(0);
    expect(text).toMatch(/^GENUINE: certificate 3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19/m);
    expect(text).toContain('not checked: whether it was withdrawn since');
    expect(requests).toEqual([]);
  });

  it.each([
    ['another address', ['--address', 'other@example.com', '--salt', 'AAAAAAAAAAAAAAAAAAAAAA']],
    [
      'an ownership code that begins with a dash',
      ['--address', holderAddress, '--salt', '-AAAAAAAAAAAAAAAAAAAAA'],
    ],
    ['other answers', ['--answers', 'other.json']],
    ['a status list that marks it withdrawn', ['--status', 'withdrawn.jwt']],
  ])('prints NOT GENUINE and exits with 1 with %s', async (_, more) => {
    const { code, text } = await run(['certificate.pdf', '--keys', 'jwks.json', ...more]);
    expect(code).toBe(1);
    expect(text).toMatch(/^NOT GENUINE: /);
    expect(text).not.toMatch(/^GENUINE/m);
  });

  it.each(['--help', '-h'])('prints its usage and exits with 0 for %s', async (flag) => {
    const { code, text } = await run([flag]);
    expect(code).toBe(0);
    expect(text).toMatch(/^Usage: verify FILE\.pdf/);
    expect(text).toContain('--status FILE');
  });

  it('prints NOT GENUINE for a file that is not a certificate', async () => {
    expect(await run(['jwks.json', '--keys', 'jwks.json'])).toMatchObject({ code: 1 });
  });

  it.each([
    [[]],
    [['certificate.pdf']],
    [['certificate.pdf', 'certificate.pdf', '--keys', 'jwks.json']],
    [['nothing.pdf', '--keys', 'jwks.json']],
    [['certificate.pdf', '--keys', 'answers.json']],
    [['certificate.pdf', '--keys', 'jwks.json', '--salt', 'AAAAAAAAAAAAAAAAAAAAAA']],
    [['certificate.pdf', '--trust', 'all']],
    [['certificate.pdf', '--issuer', addresses.publicBaseUrl]],
  ])('exits with 2 when it cannot check: %j', async (args) => {
    const { code, text } = await run(args);
    expect(code).toBe(2);
    expect(text).not.toMatch(/GENUINE/);
  });

  describe('with the issuer online', () => {
    const online = (files: Readonly<Record<string, string>>): void => {
      globalThis.fetch = (input) => {
        requests.push(input as string);
        const body = files[input as string];
        return Promise.resolve(new Response(body ?? '', { status: body === undefined ? 404 : 200 }));
      };
    };
    const keysUrl = `${addresses.publicBaseUrl}/.well-known/jwks.json`;
    const listUrl = `${addresses.publicBaseUrl}/.well-known/status/0`;

    it.each([
      ['--issuer', ['--issuer', `${addresses.publicBaseUrl}/`], {}],
      ['PUBLIC_BASE_URL', [], { PUBLIC_BASE_URL: addresses.publicBaseUrl }],
    ])('fetches its keys and status list, named by %s', async (_, args, env) => {
      online({
        [keysUrl]: JSON.stringify(issuer.jwks),
        [listUrl]: await issuer.signer.signStatusList({ list: 0, withdrawn: [] }, at),
      });
      const { code, text } = await run(['certificate.pdf', ...args], env);
      expect(code).toBe(0);
      expect(text).toContain('It was not withdrawn, as of 2026-11-25T00:00:00.000Z');
      expect(requests).toEqual([keysUrl, listUrl]);
    });

    it('sends no request to an issuer that only the certificate names', async () => {
      const other = new TestIssuer();
      online({ 'https://trusted.example.org/.well-known/jwks.json': JSON.stringify(other.jwks) });
      await other.close();
      const { code } = await run(['certificate.pdf', '--issuer', 'https://trusted.example.org']);
      expect(code).toBe(1);
      expect(requests).toEqual(['https://trusted.example.org/.well-known/jwks.json']);
    });

    it('exits with 2 when the status list is unavailable', async () => {
      online({ [keysUrl]: JSON.stringify(issuer.jwks) });
      expect(await run(['certificate.pdf', '--issuer', addresses.publicBaseUrl])).toMatchObject({ code: 2 });
    });
  });
});
