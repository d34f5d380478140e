import { statSync, readFileSync, writeFileSync } from 'node:fs';
import { type Call, FakeService } from '../../spec/fake-service';
import { type ProgramRun, TestProgram } from '../../spec/test-program';
import { exitCode } from '../exit-code';

const credentialIssued = {
  id: 'cred-1',
  name: 'Export',
  client_id: 'client-1',
  org_id: 'org_acme',
  client_secret: 'gmc_shown-once',
};
const patch = (path: string, body: object): Call => ({ method: 'PATCH', path, body });
const post = (path: string, body: object): Call => ({ method: 'POST', path, body });
const challenge = { name: '_governance.acme.example', value: 'proof' };

describe('commands that change the organization', () => {
  let program: TestProgram;
  let service: FakeService;
  beforeEach(() => {
    program = new TestProgram({
      GOVERNANCE_TOKEN: 'token',
      GOVERNANCE_API_URL: 'https://api.example.org',
      GOVERNANCE_PUBLIC_URL: 'https://assess.example.org',
    });
    service = new FakeService();
  });
  afterEach(() => {
    service.restore();
    program.remove();
  });

  const run = (line: string, stdin?: string): Promise<ProgramRun> => program.run(line.split(' '), stdin);

  it.each<[line: string, call: Call]>([
    ['connections enable con-1', patch('/iam/connections/con-1', { enabled: true })],
    ['connections disable con-1', patch('/iam/connections/con-1', { enabled: false })],
    ['members role user-1 viewer', patch('/iam/members/user-1', { role: 'viewer' })],
    ['identities rename id-1 Night', patch('/iam/service-identities/id-1', { name: 'Night' })],
    ['credentials rename cred-1 Night', patch('/iam/m2m-credentials/cred-1', { name: 'Night' })],
    [
      'invitations send grace@example.com --role account-admin --connection con-1',
      post('/iam/org-invitations', {
        email: 'grace@example.com',
        role: 'account-admin',
        connection_id: 'con-1',
      }),
    ],
    ['invitations resend inv-1', post('/iam/org-invitations/inv-1/resend', {})],
    [
      'domains add acme.example --connection con-1',
      post('/iam/domains', { name: 'acme.example', connection_id: 'con-1' }),
    ],
    [
      'profile set --display-name Ada --marketing',
      patch('/self/profile', { display_name: 'Ada', marketing_opt_in: true }),
    ],
    [
      'profile set --phone-number= --no-marketing',
      patch('/self/profile', { phone_number: null, marketing_opt_in: false }),
    ],
  ])('%s', async (line, call) => {
    service.answers({ id: 'one', name: 'Night' });
    const { code, out, err } = await run(line);
    expect({ code, err }).toEqual({ code: exitCode.done, err: '' });
    expect(out).toMatch(/^id +one$/m);
    expect(service.calls).toEqual([call]);
  });

  it.each<[line: string, path: string]>([
    ['connections remove con-1', '/iam/connections/con-1'],
    ['members remove user-1', '/iam/members/user-1'],
    ['invitations revoke inv-1', '/iam/org-invitations/inv-1'],
    ['identities delete id-1', '/iam/service-identities/id-1'],
    ['domains remove acme.example', '/iam/domains/acme.example'],
    ['credentials revoke cred-1', '/iam/m2m-credentials/cred-1'],
    ['credentials revoke cred-1 --previous', '/iam/m2m-credentials/cred-1/previous-secret'],
  ])('%s: only with --yes, where the user cannot be asked', async (line, path) => {
    service.answers(undefined, 204);
    expect(await run(line)).toMatchObject({
      code: exitCode.usage,
      out: '',
      err: expect.stringContaining('Give --yes to confirm') as unknown,
    });
    expect(service.calls).toEqual([]);
    expect(await run(`${line} --yes`)).toMatchObject({ code: exitCode.done, out: '' });
    expect(service.calls).toEqual([{ method: 'DELETE', path, body: undefined }]);
  });

  it.each([
    ['', true],
    [' --disabled', false],
  ])('connections add, with the secret from stdin%s', async (option, enabled) => {
    service.answers({ id: 'con-1', name: 'Entra', type: 'enterprise', enabled });
    const line = `connections add --name Entra --issuer https://login.example --client-id governance --client-secret-file -${option}`;
    const { code, out, err } = await run(line, 'the secret\n');
    expect({ code, err }).toEqual({ code: exitCode.done, err: '' });
    expect(out).not.toContain('the secret');
    expect(service.calls).toEqual([
      {
        method: 'POST',
        path: '/iam/connections',
        body: {
          name: 'Entra',
          issuer: 'https://login.example',
          client_id: 'governance',
          client_secret: 'the secret',
          enabled,
        },
      },
    ]);
  });

  it.each<[line: string, found: { passed: object; failed: object; reason: string }]>([
    [
      'connections test con-1',
      {
        passed: { ok: true, problem: null, problem_description: null },
        failed: { ok: false, problem: 'not_public', problem_description: 'its address is not public' },
        reason: 'its address is not public',
      },
    ],
    [
      'domains check acme.example',
      {
        passed: { domain: { name: 'acme.example', challenge }, problem: null },
        failed: { domain: { name: 'acme.example', challenge }, problem: 'there is no such record' },
        reason: 'there is no such record',
      },
    ],
  ])(
    '%s: shows the finding, and exits with 1 if it is negative',
    async (line, { passed, failed, reason }) => {
      service.answers(passed);
      expect(await run(line)).toMatchObject({ code: exitCode.done, err: '' });
      service.answers(failed);
      const { code, out, err } = await run(line);
      expect({ code, err }).toEqual({ code: exitCode.negative, err: `error: ${reason}\n` });
      expect(out).toMatch(/^problem /m);
    },
  );

  it('credentials create, with everything that a credential can have', async () => {
    service.answers(credentialIssued);
    const options =
      '--name Export --description Nightly --identity id-1 --network 192.0.2.0/24 --network 2001:db8::/32 --valid-for-days 90';
    const { code, out } = await run(`credentials create ${options} --permission m2m:credentials:read`);
    expect([code, out]).toEqual([exitCode.done, expect.stringMatching(/^client_secret +gmc_shown-once$/m)]);
    expect(service.calls).toMatchObject([
      {
        method: 'POST',
        path: '/iam/m2m-credentials',
        body: {
          name: 'Export',
          type: 'client_secret',
          description: 'Nightly',
          permissions: ['m2m:credentials:read'],
          service_identity_id: 'id-1',
          allowed_networks: ['192.0.2.0/24', '2001:db8::/32'],
        },
      },
    ]);
  });

  it('credentials rotate, into a new private file', async () => {
    service.answers(credentialIssued);
    const file = program.path('secret');
    const { code, out, err } = await run(`credentials rotate cred-1 --overlap 600 --secret-file ${file}`);
    expect([code, out + err]).toEqual([exitCode.done, expect.not.stringContaining('gmc_')]);
    expect([readFileSync(file, 'utf8'), (statSync(file).mode & 0o777).toString(8)]).toEqual([
      'gmc_shown-once\n',
      '600',
    ]);
    expect(service.calls).toMatchObject([{ body: { overlap_seconds: 600 } }]);
  });

  it('credentials rotate, into the stdin of a command, and says when that command fails', async () => {
    service.answers(credentialIssued);
    const rotate = ['credentials', 'rotate', 'cred-1', '--secret-stdin-of'];
    const { code, out, err } = await program.run([...rotate, `cat > '${program.path('given')}'`]);
    expect([code, out + err]).toEqual([exitCode.done, expect.not.stringContaining('gmc_')]);
    expect(readFileSync(program.path('given'), 'utf8')).toBe('gmc_shown-once\n');
    expect(await program.run([...rotate, 'exit 3'])).toMatchObject({
      code: exitCode.negative,
      err: expect.stringContaining('The secret is in ') as unknown,
    });
  });

  it('registers a public key', async () => {
    service.answers({ ...credentialIssued, client_secret: undefined });
    const file = program.path('key.pem');
    writeFileSync(file, '-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----\n');
    expect(await run(`credentials create --name CI --public-key ${file}`)).toMatchObject({
      code: exitCode.done,
    });
    expect(service.calls).toMatchObject([{ body: { type: 'public_key' } }]);
  });

  it.each([
    [401, exitCode.signIn],
    [403, exitCode.refused],
    [404, exitCode.refused],
    [409, exitCode.refused],
    [429, exitCode.unavailable],
    [500, exitCode.unavailable],
    [503, exitCode.unavailable],
  ])('after the answer %i exit with %i, with the text of the service', async (status, code) => {
    service.answers({ error: 'reason', error_description: 'the reason' }, status);
    expect(await run('members remove user-1 --yes')).toEqual({
      code,
      out: '',
      err: `error: the reason (${status} reason, request request-1)\n`,
    });
  });

  it.each<[line: string, listed: { list: string; item: object; csv: string }]>([
    [
      'members list',
      {
        list: 'members',
        item: { id: 'user-1', email: 'ada@example.com', name: 'Ada, "L."', role: 'viewer' },
        csv: 'id,email,name,role,signs_in_by,joined\r\nuser-1,ada@example.com,"Ada, ""L.""",viewer,,\r\n',
      },
    ],
    [
      'identities list',
      {
        list: 'service_identities',
        item: { id: 'id-1', name: 'Night', permissions: ['a', 'b'], credentials: [{ name: 'One' }] },
        csv: 'id,name,permissions,credentials\r\nid-1,Night,a b,One\r\n',
      },
    ],
    [
      'connections list',
      {
        list: 'connections',
        item: { id: 'con-1', name: 'Entra', type: 'enterprise', enabled: true },
        csv: 'id,name,type,enabled\r\ncon-1,Entra,enterprise,true\r\n',
      },
    ],
    [
      'domains list',
      {
        list: 'domains',
        item: { name: 'acme.example', connection_id: null, proven_at: null, challenge },
        csv: 'name,connection,proven,txt_record,txt_value\r\nacme.example,,,_governance.acme.example,proof\r\n',
      },
    ],
  ])('%s: as CSV and JSON', async (line, { list, item, csv }) => {
    service.answers({ [list]: [item] });
    expect(await run(`${line} --output csv`)).toEqual({ code: exitCode.done, out: csv, err: '' });
    const { out } = await run(`${line} --output json`);
    expect(JSON.parse(out)).toEqual([item]);
  });

  it.each(['profile set', 'members role user-1', 'invitations send grace@example.com --role owner'])(
    '%s: is refused before any call',
    async (line) => {
      const { code, out, err } = await run(line);
      expect([code, out, err]).toEqual([exitCode.usage, '', expect.stringMatching(/^error: /)]);
      expect(service.calls).toEqual([]);
    },
  );

  it('doctor: names each check that fails, and exits with 1', async () => {
    service.answers({ error: 'unavailable', error_description: 'the service starts' }, 400);
    const { code, out, err } = await run('doctor --output json');
    expect([code, err]).toEqual([exitCode.negative, expect.stringMatching(/^error: failed: service/)]);
    expect(JSON.parse(out)).toEqual(
      expect.arrayContaining([
        { check: 'session', ok: false, found: expect.stringContaining('the service starts') as unknown },
      ]),
    );
  });
});
