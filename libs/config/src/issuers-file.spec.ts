import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issuersFile } from './issuers-file';
import { readSettings } from './read-settings';
import { SettingsError } from './settings-error';

const folder = mkdtempSync(join(tmpdir(), 'issuers-'));
const file = join(folder, 'issuers.json');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const issuer = 'https://login.example.org/realms/customers';
const people = { issuer, issues: ['people'] };

function read(text: string): unknown {
  writeFileSync(file, text);
  return readSettings({ OIDC_ISSUERS_FILE: issuersFile() }, { OIDC_ISSUERS_FILE: file }).OIDC_ISSUERS_FILE;
}

function problemsOf(value: unknown): readonly string[] {
  try {
    read(typeof value === 'string' ? value : JSON.stringify(value));
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

const wholeEntry = {
  issuer,
  jwksUri: 'https://login.example.org/keys',
  audience: 'https://api.example.org',
  types: ['JWT', 'at+jwt'],
  issues: ['people', 'machines'],
  claims: {
    org_id: 'organization',
    org_name: 'organization.*.org_name',
    mfa_at: 'loa_map.2',
    mfa_max_age: 'window',
    email: 'upn',
    email_verified: 'https://example.org/claims/verified',
    name: 'name',
    roles: 'realm_access.roles',
  },
  rolePermissions: { 'governance-admin': 'account-admin', reader: 'viewer' },
  apiScopes: 'none',
  sessionClaims: ['session_state'],
  freshness: 'acr',
  acrValues: ['2'],
  window: 'policy',
};

describe('issuersFile', () => {
  it('reads issuers with every member, and with the required ones alone', () => {
    expect(read(JSON.stringify({ issuers: [wholeEntry, { ...people, issuer: `${issuer}2` }] }))).toEqual([
      { ...wholeEntry, types: ['jwt', 'at+jwt'] },
      { ...people, issuer: `${issuer}2` },
    ]);
  });

  it.each(['auth0', 'keycloak'])('accepts the shipped file for %s', (provider) => {
    const shipped = readFileSync(join(__dirname, `../../../docker/${provider}/issuers.json`), 'utf8');
    expect(problemsOf(shipped)).toEqual([]);
  });

  it('names every problem with its place, and no value', () => {
    const problems = problemsOf({
      issuers: [
        {
          issuer: 'ftp://secret-value',
          issues: [],
          claims: { org_id: 'secret value', orgid: 'x' },
          rolePermissions: { admin: 'secret-role' },
          window: 'secret-window',
          jwksUrl: 'https://secret-value',
        },
        { issues: ['persons'], freshness: 'amr', types: ['JWT', 'jwt'], sessionClaims: 'sid' },
      ],
    });
    const places = problems.map((problem) => /^OIDC_ISSUERS_FILE ([^:]*): /.exec(problem)?.[1]);
    expect(places.toSorted()).toEqual([
      'issuers[0]',
      'issuers[0].claims',
      'issuers[0].claims.org_id',
      'issuers[0].issuer',
      'issuers[0].issues',
      'issuers[0].rolePermissions.admin',
      'issuers[0].window',
      'issuers[1].freshness',
      'issuers[1].issuer',
      'issuers[1].issues[0]',
      'issuers[1].sessionClaims',
      'issuers[1].types',
    ]);
    expect(problems.join('\n')).not.toContain('secret');
    expect(problems).toContain('OIDC_ISSUERS_FILE issuers[0]: has members that are not known: jwksUrl');
    expect(problems).toContain('OIDC_ISSUERS_FILE issuers[0].claims: has members that are not known: orgid');
  });

  it.each([
    ['an issuer twice', [people, people], 'issuers[1].issuer: is listed twice'],
    ['acr without values', [{ ...people, freshness: 'acr' }], 'acrValues: is missing: freshness is acr'],
    ['values without acr', [{ ...people, acrValues: ['2'] }], 'acrValues: is used only with freshness acr'],
    [
      'two sources of permissions',
      [{ ...people, claims: { permissions: 'p' }, rolePermissions: { a: 'viewer' } }],
      'claims.permissions: is not read beside rolePermissions',
    ],
  ])('refuses %s', (_, issuers, problem) => {
    expect(problemsOf({ issuers })).toEqual([expect.stringContaining(problem)]);
  });

  it('takes at most 20 issuers, and at least one', () => {
    const many = Array.from({ length: 21 }, (_, index) => ({ ...people, issuer: `${issuer}${index}` }));
    expect(problemsOf({ issuers: many.slice(1) })).toEqual([]);
    for (const issuers of [many, []]) {
      expect(problemsOf({ issuers })).toEqual([
        'OIDC_ISSUERS_FILE issuers: must be a list of 1 to 20 issuers',
      ]);
    }
  });

  it.each([
    ['not JSON', '{"issuers": secret', 'names a file that is not JSON'],
    ['an array', '[]', 'the document: must be an object'],
    ['null', 'null', 'the document: must be an object'],
    ['too large', ' '.repeat(65 * 1024), 'names a file of more than 65536 bytes'],
  ])('refuses a file that is %s', (_, text, problem) => {
    expect(problemsOf(text)).toEqual([`OIDC_ISSUERS_FILE ${problem}`]);
  });

  it('says why a file cannot be read', () => {
    const read = (path: string) => () => readSettings({ A: issuersFile() }, { A: path });
    expect(read(join(folder, 'missing.json'))).toThrow('A names a file that cannot be read: ENOENT');
    expect(read(folder)).toThrow('A names a file that cannot be read: EISDIR');
  });
});
