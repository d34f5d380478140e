import { newEd25519Key } from '@governance/testing';
import { verifierKey } from '@governance/transparency';
import { writeFileSync } from 'node:fs';
import { addresses, answers, holderAddress, type Issued, resultOf, TestIssuer } from '../../spec/test-issuer';
import { type ProgramRun, TestProgram } from '../../spec/test-program';
import { exitCode } from '../exit-code';

const at = new Date('2026-11-25T00:00:00Z');

// Decoding a QR code takes seconds.
describe('governance verify', () => {
  const { fetch } = globalThis;
  let issuer: TestIssuer;
  let issued: Issued;
  let program: TestProgram;
  let requests: string[];

  beforeAll(async () => {
    issuer = new TestIssuer();
    issued = await issuer.issue(resultOf());
    program = new TestProgram();
    writeFileSync(program.path('certificate.pdf'), issued.pdf);
    writeFileSync(program.path('jwks.json'), JSON.stringify(issuer.jwks));
    writeFileSync(program.path('trust.json'), JSON.stringify(issuer.log.trust()));
    writeFileSync(program.path('answers.json'), JSON.stringify(answers));
    writeFileSync(program.path('other.json'), JSON.stringify({ ...answers, 'gov-ai-policy': 0 }));
    const withdrawn = await issuer.signer.signStatusList({ list: 0, withdrawn: [4_711] }, at);
    writeFileSync(program.path('withdrawn.jwt'), `${withdrawn}\n`);
  });
  beforeEach(() => {
    requests = [];
    answerRequests(() => {
      throw new TypeError('there is no network');
    });
  });
  afterEach(() => {
    globalThis.fetch = fetch;
  });
  afterAll(async () => {
    await issuer.close();
    program.remove();
  });

  function answerRequests(answer: (url: string) => Response): void {
    globalThis.fetch = (input) => {
      const url = input instanceof Request ? input.url : String(input);
      requests.push(url);
      return Promise.resolve(url).then(answer);
    };
  }

  /** Files are those of the user's home. */
  const run = (...args: readonly string[]): Promise<ProgramRun> =>
    program.run(['verify', ...args.map((arg) => (/\.(pdf|json|jwt)$/.test(arg) ? program.path(arg) : arg))]);

  it('accepts a certificate with its holder and answers, and compares its page, without any request', async () => {
    const disclosed = ['--address', holderAddress, '--ownership-code', issued.holder.salt];
    const keys = ['--keys', 'jwks.json', '--trust', 'trust.json'];
    const { code, out, err } = await run(
      'certificate.pdf',
      ...keys,
      ...disclosed,
      '--answers',
      'answers.json',
    );
    expect([code, out]).toEqual([exitCode.done, expect.stringMatching(/^genuine +true$/m)]);
    expect(out).toMatch(/^verdict +amber$/m);
    expect(err).toMatch(/^Genuine, but this could not be checked: whether it was withdrawn\.$/m);
    expect(out).toMatch(/^id +3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19$/m);
    expect(err).toContain('ok: The page shows what the credential says, and nothing else\n');
    expect(err).toMatch(
      /^ok: It has been entry 0 of the public log since 2026-11-20T12:00:00\.000Z, confirmed by 2 of 2 witnesses$/m,
    );
    expect(err).toContain('ok: It was mailed to the given address\n');
    expect(err).toContain('ok: The answers give this result\n');
    expect(err).toContain('not checked: whether it was withdrawn since');
    expect(requests).toEqual([]);
  });

  it.each([
    ['another address', ['--address', 'other@example.com', '--ownership-code', 'AAAAAAAAAAAAAAAAAAAAAA']],
    [
      'an ownership code that begins with a dash',
      ['--address', holderAddress, '--ownership-code', '-AAAAAAAAAAAAAAAAAAAAA'],
    ],
    ['other answers', ['--answers', 'other.json']],
    ['a status list that marks it withdrawn', ['--status', 'withdrawn.jwt']],
  ])('refuses a certificate with %s', async (_, more) => {
    const { code, out, err } = await run('certificate.pdf', '--keys', 'jwks.json', ...more);
    expect([code, out]).toEqual([exitCode.negative, '']);
    expect(err).toMatch(/^error: (Not genuine: .+|Not valid: the issuer withdrew this certificate)\.$/m);
    const json = await run('certificate.pdf', '--keys', 'jwks.json', ...more, '--output', 'json');
    const sentence = err.slice('error: '.length).trim();
    expect([json.code, json.err]).toEqual([code, err]);
    expect(JSON.parse(json.out)).toEqual({ genuine: false, verdict: 'red', sentence });
  });

  it('refuses a file that is not a PDF as invalid input', async () => {
    expect(await run('jwks.json', '--keys', 'jwks.json')).toMatchObject({
      code: exitCode.usage,
      out: '',
      err: 'error: Not a certificate: the file is not a PDF.\n',
    });
    const { out } = await run('jwks.json', '--keys', 'jwks.json', '--output', 'json');
    expect(JSON.parse(out)).toMatchObject({ genuine: null, verdict: 'grey' });
  });

  it('exits with a code of its own, and shows nothing, when this Node cannot draw the page', async () => {
    const found = Object.getOwnPropertyDescriptor(Promise, 'withResolvers') ?? {};
    Reflect.deleteProperty(Promise, 'withResolvers');
    const { code, out, err } = await run('certificate.pdf', '--keys', 'jwks.json').finally(() => {
      Object.defineProperty(Promise, 'withResolvers', found);
    });
    expect([code, out]).toEqual([exitCode.unchecked, '']);
    expect(err).toBe(
      'error: Could not check: this program cannot draw certificates, not even its own reference certificate. ' +
        `Reason: Promise.withResolvers is not a function (Node ${process.versions.node})\n`,
    );
  });

  it('cannot check a certificate with a file of keys that lacks its own', async () => {
    const later = new TestIssuer();
    writeFileSync(program.path('earlier.json'), JSON.stringify(later.jwks));
    await later.close();
    const { code, out, err } = await run('certificate.pdf', '--keys', 'earlier.json');
    expect([code, out]).toEqual([exitCode.unchecked, '']);
    expect(err).toMatch(
      /^error: Could not check: it is signed by a key that is not among the saved keys\. Reason: /,
    );
  });

  it('confirms nothing when too few witnesses of the trust file have seen the entry', async () => {
    const { policy, keysBeforeLog } = issuer.log.trust();
    const third = verifierKey(newEd25519Key('w3.witness.example'), 'cosignature');
    const demanding = policy.replace(/group .*/, `witness w3 ${third}\ngroup all-witnesses all w1 w2 w3`);
    writeFileSync(program.path('demanding.json'), JSON.stringify({ policy: demanding, keysBeforeLog }));
    const args = ['certificate.pdf', '--keys', 'jwks.json', '--trust', 'demanding.json'];
    const { code, out, err } = await run(...args);
    expect([code, out]).toEqual([exitCode.unchecked, '']);
    expect(err).toContain('Genuine, but this could not be checked: whether the public log shows everyone ');
    expect(err).toContain(
      'error: The public log does not confirm this certificate: too few of its witnesses have confirmed its entry: 2 of 3\n',
    );
    expect(JSON.parse((await run(...args, '--output', 'json')).out)).toMatchObject({
      genuine: null,
      verdict: 'amber',
    });
  });

  it('reads answers and keys from stdin', async () => {
    const file = program.path('certificate.pdf');
    const args = ['verify', file, '--keys', '-', '--answers', program.path('answers.json')];
    expect(await program.run(args, JSON.stringify(issuer.jwks))).toMatchObject({ code: exitCode.done });
  });

  it.each([
    [[]],
    [['certificate.pdf']],
    [['certificate.pdf', 'certificate.pdf', '--keys', 'jwks.json']],
    [['nothing.pdf', '--keys', 'jwks.json']],
    [['certificate.pdf', '--keys', 'answers.json']],
    [['certificate.pdf', '--keys', 'certificate.pdf']],
    [['certificate.pdf', '--keys', 'jwks.json', '--ownership-code', 'AAAAAAAAAAAAAAAAAAAAAA']],
    [['certificate.pdf', '--trust-all']],
    [['certificate.pdf', '--keys', 'jwks.json', '--trust', 'nothing.json']],
    [['certificate.pdf', '--keys', 'jwks.json', '--trust', 'answers.json']],
    [['3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19', '--trust', 'trust.json']],
    [['certificate.pdf', '--issuer', 'assess.example.org']],
    [['3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19', '--keys', 'jwks.json']],
  ])('exits with 2 when it cannot check: %j', async (args) => {
    const { code, out, err } = await run(...args);
    expect([code, out]).toEqual([exitCode.usage, '']);
    expect(err).toMatch(/^error: /);
    expect(err).not.toMatch(/genuine/i);
    expect(requests).toEqual([]);
  });

  describe('with the issuer online', () => {
    const online = (files: Readonly<Record<string, string>>): void => {
      answerRequests((url) => {
        const type = url.endsWith('.json') ? 'application/json' : 'application/jwt';
        const headers = { 'content-type': type };
        return new Response(files[url] ?? '', { status: url in files ? 200 : 404, headers });
      });
    };
    const keysUrl = `${addresses.publicBaseUrl}/.well-known/jwks.json`;
    const trustUrl = `${addresses.publicBaseUrl}/.well-known/certificate-log/trust.json`;
    const listUrl = `${addresses.publicBaseUrl}/.well-known/status/0`;

    it.each([
      ['--issuer', ['--issuer', `${addresses.publicBaseUrl}/`]],
      ['--public-url', ['--public-url', addresses.publicBaseUrl]],
    ])('fetches its keys and status list, named by %s', async (_, args) => {
      online({
        [keysUrl]: JSON.stringify(issuer.jwks),
        [trustUrl]: JSON.stringify(issuer.log.trust()),
        [listUrl]: await issuer.signer.signStatusList({ list: 0, withdrawn: [] }, at),
      });
      const { code, out, err } = await run('certificate.pdf', ...args);
      expect([code, err]).toEqual([
        exitCode.done,
        expect.stringContaining('ok: It was not withdrawn, as of '),
      ]);
      expect(out).toMatch(/^verdict +green$/m);
      expect(err).toMatch(/^Genuine: the certificate is as it was issued, and it was not withdrawn\.$/m);
      expect(requests).toEqual([keysUrl, trustUrl, listUrl]);
      expect(err).toContain('confirmed by 2 of 2 witnesses that the issuer names\n');
      expect(err).toContain('not checked: whether the witnesses of the log are independent');
    });

    it('sends no request to an issuer that only the certificate names', async () => {
      const other = new TestIssuer();
      online({ 'https://trusted.example.org/.well-known/jwks.json': JSON.stringify(other.jwks) });
      await other.close();
      const { code } = await run('certificate.pdf', '--issuer', 'https://trusted.example.org');
      expect(code).toBe(exitCode.negative);
      expect(requests).toEqual([
        'https://trusted.example.org/.well-known/jwks.json',
        'https://trusted.example.org/.well-known/certificate-log/trust.json',
      ]);
    });

    it('checks no log of an issuer without one, and stops at one that it cannot read', async () => {
      const files = {
        [keysUrl]: JSON.stringify(issuer.jwks),
        [listUrl]: await issuer.signer.signStatusList({ list: 0, withdrawn: [] }, at),
      };
      online(files);
      const without = await run('certificate.pdf', '--issuer', addresses.publicBaseUrl);
      expect(without.err).toContain('Genuine, but this could not be checked: the public log.\n');
      for (const text of ['<html>', '{}', '"all"']) {
        online({ ...files, [trustUrl]: text });
        const { code, out, err } = await run('certificate.pdf', '--issuer', addresses.publicBaseUrl);
        expect([code === exitCode.done, out]).toEqual([false, '']);
        expect(err).toMatch(/^error: (?:the response is not valid JSON|The trust file must have)/);
      }
    });

    it('finds nothing genuine when the status list is unavailable', async () => {
      online({
        [keysUrl]: JSON.stringify(issuer.jwks),
        [trustUrl]: JSON.stringify(issuer.log.trust()),
      });
      const { code, out, err } = await run('certificate.pdf', '--issuer', addresses.publicBaseUrl);
      expect([code, out]).toEqual([exitCode.refused, '']);
      expect(err).toContain('this could not be checked: whether it was withdrawn.');
    });
  });
});
