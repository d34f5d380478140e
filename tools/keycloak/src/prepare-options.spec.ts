import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPrepareOptions } from './prepare-options';

const audience = 'https://api.example.org';

describe('the options of keycloak:prepare', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prepare-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('are for machines alone without an audience', () => {
    const workloadIssuers: readonly unknown[] = [];
    expect(readPrepareOptions([])).toEqual({
      check: false,
      exportFile: undefined,
      people: undefined,
      workloadIssuers,
    });
    expect(readPrepareOptions(['--check', '--export', 'realm.json'])).toEqual({
      check: true,
      exportFile: 'realm.json',
      people: undefined,
      workloadIssuers,
    });
  });

  it('name organizations one by one and in a file, each once', () => {
    const file = join(folder, 'organizations');
    writeFileSync(file, '# customers\norg_acme=Acme = MSP \r\n\n  org_globex\n');
    const args = ['--audience', audience, '--organization', 'org_acme', '--organizations', file];
    expect(readPrepareOptions([...args, '--second-factor-max-age', '120'])).toMatchObject({
      people: {
        audience,
        secondFactorMaxAge: 120,
        organizations: [{ id: 'org_acme', name: 'Acme = MSP' }, { id: 'org_globex' }],
      },
    });
  });

  it('name the console by the URL of its surface', () => {
    const args = ['--audience', audience, '--console', 'https://api.example.org/governance/'];
    expect(readPrepareOptions(args)).toMatchObject({ consoleUrl: 'https://api.example.org/governance' });
  });

  it('name issuers of workloads, with the use of their assertions', () => {
    const args = [
      '--workload-issuer',
      'https://a.example.org',
      '--workload-issuer-once',
      'https://b.example.org',
    ];
    expect(readPrepareOptions(args)).toMatchObject({
      workloadIssuers: [
        { issuer: 'https://a.example.org', isReusable: true },
        { issuer: 'https://b.example.org', isReusable: false },
      ],
    });
  });

  it.each<[readonly string[], string]>([
    [
      ['--workload-issuer', 'http://a.example.org'],
      '--workload-issuer: issuer must be an https URL of at most 500 characters, without a query',
    ],
    [
      ['--workload-issuer', 'https://a.example.org', '--workload-issuer-once', 'https://a.example.org'],
      'https://a.example.org must be there once',
    ],
    [['--organization', 'org_acme'], '--organization needs --audience'],
    [['--console', audience], '--console needs --audience'],
    [
      ['--audience', audience, '--console', 'localhost:3001'],
      "--console must be a URL, the platform's PLATFORM_BASE_URL",
    ],
    [['--second-factor-max-age', '60'], '--second-factor-max-age needs --audience'],
    [['--audience', 'api'], '--audience must be a URL, the audience of access tokens'],
    [['--audience', 'javascript:1'], '--audience must be a URL, the audience of access tokens'],
    [
      ['--audience', audience, '--second-factor-max-age', '0'],
      '--second-factor-max-age must be 1 to 86400 seconds',
    ],
    [
      ['--audience', audience, '--second-factor-max-age', '99999'],
      '--second-factor-max-age must be 1 to 86400 seconds',
    ],
    [
      ['--audience', audience, '--organization', 'org acme'],
      '"org acme" is no organization id: letters, digits, hyphens and underscores',
    ],
    [
      ['--audience', audience, '--organization', 'org_acme='],
      'the name of org_acme must have 1 to 100 characters',
    ],
    [
      ['--audience', audience, '--organizations', '/nowhere/at/all'],
      '--organizations must name a file that can be read',
    ],
  ])('refuse %j', (args, problem) => {
    expect(readPrepareOptions(args)).toEqual({ problems: [problem] });
  });

  it.each([['--chekc'], ['realm'], ['--check=yes']])('refuse %s with a reason', (argument) => {
    expect(readPrepareOptions([argument])).toEqual({ problems: [expect.any(String)] });
  });
});
