import { looksLikeSecret } from '@governance/iam';
import {
  callHttp,
  given,
  type Inbox,
  type Replica,
  startInbox,
  TraceReceiver,
  until,
} from '@governance/testing';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Effects, type Relay, startRelay } from '../machines/relay';
import { startSystem } from '../machines/system';
import { CanarySearch, spellings } from './canary-search';
import { CanaryWalk } from './canary-walk';
import { useConnections } from './connection-steps';
import { sendMalformed, sendRefusedKeys, useCredentials, useKeys } from './credential-steps';
import { dumpDatabase } from './database-dump';
import { type EchoProvider, startEchoProvider } from './echo-provider';
import { inviteThroughEcho, useInvitations } from './invitation-steps';
import { loseDatabase, loseProvider, meetEchoes } from './outage-steps';
import { useProfile } from './profile-steps';
import { useResults } from './result-steps';
import { askForTokens, sendToManagement, showTokens } from './token-steps';

const orgId = 'org_canaries';
const email = 'admin@example.com';
const path = '/iam/m2m-credentials';

describe('secrets, keys, tokens, invitation links, results and a phone number', () => {
  const walk = new CanaryWalk();
  /** Values that may be present: the search must find them, to prove that it works. */
  const visible = new CanarySearch();
  const receiver = given(() => TraceReceiver.start());
  const system = given(() => startSystem({ logLevel: 'trace', receiver }));
  let echo: EchoProvider;
  let inbox: Inbox;
  let database: Relay;
  let metrics: readonly string[];
  let logs: readonly string[];
  let dump: string;

  beforeAll(async () => {
    echo = await startEchoProvider();
    inbox = await startInbox();
    database = await startRelay(new URL(system.databaseUrl), {
      effect: 'commit',
      effects: new Effects(),
      isEffect: () => false,
    });
    const served = await walkThrough();
    const probes = [...served.map(({ probes }) => probes), system.identity.probesUrl];
    metrics = await Promise.all(probes.map(async (url) => (await callHttp(`${url}/metrics`)).text));
    for (const program of system.programs()) program.signal('SIGTERM');
    const ends = await Promise.all(system.programs().map(({ ended }) => ended));
    // The identity provider still runs: its last spans are on their way.
    await until(() => receiver.spans.some(({ program }) => program === 'identity-provider'));
    logs = [...ends.map(({ stdout, stderr }) => stdout + stderr), system.identity.output()];
    dump = await dumpDatabase(system.databaseUrl);
  });
  afterAll(async () => {
    await system.stop();
    await echo.close();
    await inbox.close();
    await database.cut();
    receiver.close();
  });

  /** Calls every operation, correctly and incorrectly. Returns the programs that are still serving. */
  async function walkThrough(): Promise<readonly Replica[]> {
    const { identity } = system;
    walk.canaries.add('the management token', identity.managementToken);
    await identity.putOrganization(orgId, { mfaMaxAge: 300 });
    await identity.putMember({ orgId, email, role: 'account-admin' });
    const url = new URL(await system.databaseUrlOf('platform-api/main'));
    url.port = String(database.port);
    const platform = await system.serve('platform-api/main', { DATABASE_URL: url.href });
    const echoing = await system.serve('platform-api/main', { IDENTITY_MANAGEMENT_URL: echo.managementUrl });
    const worker = await system.serve('platform-api/worker', {
      RECONCILE_SECONDS: '1',
      SMTP_URL: inbox.smtpUrl,
    });
    const website = await system.serve('public-api/main');

    const token = walk.token(await identity.tokenOf(email));
    const place = { credentials: platform.origin + path, token };
    const withSecret = await useCredentials(walk, place);
    const withKey = await useKeys(walk, place);
    visible.add('the id of a client', withSecret.clientId);
    await sendRefusedKeys(walk, place);
    await sendMalformed(walk, place);
    const [machine = '', ...machines] = await askForTokens(walk, identity, { withSecret, withKey });
    await useCredentials(walk, { ...place, token: machine });
    const spoilt = [await identity.tokenOf(email, '--expires-in', '-60')].map((each) => walk.token(each));
    const origins = { platform: platform.origin, website: website.origin };
    await showTokens(walk, origins, { good: [token, machine, ...machines], spoilt });
    const withoutFactor = walk.token(await identity.tokenOf(email, '--mfa-at', 'none'));
    await walk.ask(403, `POST ${place.credentials}`, { token: withoutFactor, body: {} });
    await sendToManagement(walk, identity, token);
    await useProfile(walk, platform.origin, { person: token, machine });
    await useResults(walk, { ...origins, token, machine, orgId });
    await useConnections(walk, { platform, token });
    await useInvitations(walk, { system, platform, token, orgId, inbox });
    for (const shown of ['?limit=200', '/export', '/export?format=csv', '/proof']) {
      await walk.ask(200, `GET ${platform.origin}/iam/audit-events${shown}`, { token });
    }
    await meetEchoes(walk, { platform, echoing, token }, echo);
    await inviteThroughEcho(walk, { echoing, token });
    await loseDatabase(walk, { platform, database }, { person: token, machine });
    await loseProvider(walk, system, { platform, token });
    return [platform, echoing, worker, website];
  }

  it('are in the one response that issues them, and in no other', () => {
    const misplaced = walk.heard.flatMap(({ request, text, mayHold }) =>
      walk.canaries
        .find(text)
        .filter((canary) => !mayHold.includes(canary))
        .map((canary) => `${canary} in the answer to ${request}`),
    );
    expect([...new Set(misplaced)]).toEqual([]);
    const errors = walk.heard.filter(({ mayHold }) => mayHold.length === 0);
    expect(errors.length).toBeGreaterThan(200);
    // The search finds the issued secret in each of these responses.
    const issuing = walk.heard.filter(({ mayHold }) => mayHold.length > 0);
    expect(issuing.length).toBeGreaterThan(10);
    for (const { text, mayHold } of issuing) expect(walk.canaries.find(text)).toEqual(mayHold);
  });

  it('are in no log of any program, at any level § 10.13ag V10.1.1', () => {
    expect(logs.flatMap((log) => walk.canaries.find(log))).toEqual([]);
    const names = ['platform-api', 'platform-worker', 'public-api', 'identity-provider'];
    for (const name of names) visible.add(`the log of ${name}`, `"program":"${name}"`);
    const found = new Set(logs.flatMap((log) => visible.find(log)));
    expect(found).toEqual(new Set(['the id of a client', ...names.map((name) => `the log of ${name}`)]));
  });

  it('are in no metric', () => {
    visible.add('the route', path);
    expect(metrics).toHaveLength(5);
    expect(metrics.flatMap((text) => walk.canaries.find(text))).toEqual([]);
    expect(metrics.flatMap((text) => visible.find(text))).toContain('the route');
  });

  it('are in no span of any program', () => {
    const spans = receiver.bodies.join('\n');
    expect(walk.canaries.find(spans)).toEqual([]);
    visible.add('a statement', 'create-invitation');
    expect(visible.find(spans)).toEqual(expect.arrayContaining(['the route', 'a statement']));
    const programs = ['identity-provider', 'platform-api', 'platform-worker', 'public-api'];
    expect([...new Set(receiver.spans.map(({ program }) => program))].toSorted()).toEqual(programs);
    expect(receiver.spans.filter(({ events, status }) => events.length > 0 || status.message)).toEqual([]);
  });

  it('the identity provider knows the traces of the calls that it gets', () => {
    const called = receiver.spans.filter(({ name }) => name.includes(' /management/v1/'));
    const callers = new Set(called.flatMap(({ links }) => links.map(({ traceId }) => traceId)));
    const invitation = receiver.spans.find(({ name }) => name === 'deliver invitation');
    expect(callers.size).toBeGreaterThan(10);
    const known = receiver.spans.filter(({ program }) => program.startsWith('platform-'));
    const traces = new Set(known.map(({ traceId }) => traceId));
    expect([...callers].filter((id) => !traces.has(id))).toEqual([]);
    expect(invitation?.parentSpanId).toMatch(/^[0-9a-f]{16}$/);
  });

  it('are nowhere in the database, in any encoding § 10.13ag V14.2.4', () => {
    expect(walk.canaries.find(dump)).toEqual([]);
    expect(dump).toMatch(/^audit_trail: [1-9]\d{2,}$/m);
    expect(dump).toMatch(/^identity\.\w+: [1-9]/m);
    expect(visible.find(dump)).toContain('the id of a client');
  });

  it('are not in the audit trail', async () => {
    const rows = await system.sql('SELECT row_to_json(audit_trail)::text AS row FROM audit_trail');
    const text = rows.map(({ row }) => String(row)).join('\n');
    expect(walk.canaries.find(text)).toEqual([]);
    expect(visible.find(text)).toContain('the id of a client');
    expect(text).toContain('org-invitations:deliver');
  });

  it.each(['platform', 'public'])(
    'are in no example of the OpenAPI document of the %s surface',
    (surface) => {
      const file = join(__dirname, `../../../../docs/api/${surface}.openapi.json`);
      const text = readFileSync(file, 'utf8');
      expect(walk.canaries.find(text)).toEqual([]);
      expect((text.match(/gmc_\w+/g) ?? []).filter(looksLikeSecret)).toEqual([]);
      expect(text).not.toContain('PRIVATE KEY');
      expect(text).toContain('"example');
    },
  );

  it.each(Object.entries(spellings))(
    'would be found in the database and elsewhere, as %s',
    async (_name, spell) => {
      const canaries = new CanarySearch();
      const secret = randomBytes(24).toString('hex');
      canaries.add('planted', secret);
      const spelt = spell(Buffer.from(`:${secret}`));
      await system.sql('CREATE TABLE planted AS SELECT $1::text AS text, convert_to($1, $2) AS bytes', [
        spelt,
        'UTF8',
      ]);
      try {
        expect(canaries.find(await dumpDatabase(system.databaseUrl))).toEqual(['planted']);
      } finally {
        await system.sql('DROP TABLE planted');
      }
      expect(canaries.find(`{"msg":"${spelt}"}`)).toEqual(['planted']);
      expect(canaries.find(`${spelt.slice(0, spelt.length / 2)}…`)).toEqual(['planted']);
      expect(canaries.find(dump)).toEqual([]);
    },
  );
});
