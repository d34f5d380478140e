import { readOrgCommand } from './org-command';

describe('the command org', () => {
  it('shows a policy, or changes what it names', () => {
    expect(readOrgCommand(['policy', 'org_acme'])).toEqual({ orgId: 'org_acme', change: {} });
    const args = [
      'policy',
      'org_acme',
      '--mfa-max-age',
      '600',
      '--gate',
      'self-profile:update, m2m-credentials:create',
    ];
    expect(readOrgCommand(args)).toEqual({
      orgId: 'org_acme',
      change: { mfaMaxAgeSeconds: 600, gated: new Set(['self-profile:update', 'm2m-credentials:create']) },
    });
    expect(readOrgCommand(['policy', 'org_acme', '--gate', 'none', '--mfa-max-age=0']).change).toEqual({
      mfaMaxAgeSeconds: 0,
      gated: new Set(),
    });
  });

  it.each([[[]], [['policy']], [['delete', 'org_acme']], [['policy', 'a', 'b']], [['policy', 'a', '--all']]])(
    'explains itself to %j',
    (args) => {
      expect(() => readOrgCommand(args)).toThrow(/^Usage: npm run org -- policy ORGANIZATION/);
    },
  );

  it.each(['-1', '1.5', '5m', '', '31536001', '9999999999'])('refuses a window of %j', (seconds) => {
    expect(() => readOrgCommand(['policy', 'a', `--mfa-max-age=${seconds}`])).toThrow(
      '--mfa-max-age must be a whole number of seconds from 0 to 31536000',
    );
  });

  it.each(['', 'm2m-credentials:list', 'none,self-profile:update', 'M2M-CREDENTIALS:CREATE'])(
    'refuses to gate %j, and names what can be gated',
    (gate) => {
      expect(() => readOrgCommand(['policy', 'a', '--gate', gate])).toThrow(
        /There are m2m-credentials:create, /,
      );
    },
  );
});
