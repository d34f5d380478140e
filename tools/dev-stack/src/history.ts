import { OrgClientStore, OrgResultStore, ResultStore } from '@governance/assessments';
import { type AuditActor, type AuditedOperation, type AuditOutcome, AuditTrail } from '@governance/iam';
import { PersistenceModule } from '@governance/persistence';
import { openDatabase, type ProgramRole } from '@governance/postgres';
import { runCommand, withModule } from '@governance/runtime';
import { type INestApplicationContext } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { DomainsStore } from '../../../apps/identity-provider/src/domains/domains.store';
import { writeClients } from './seed/write-clients';

interface PastEvent {
  readonly daysAgo: number;
  readonly actor: AuditActor;
  readonly operation: AuditedOperation;
  readonly target?: string;
  readonly outcome?: AuditOutcome;
  readonly reason?: string;
}

const dayMs = 24 * 60 * 60 * 1_000;

/** Runs `work` with the stores of a role, whose login is in a setting of its own. */
async function withStores<Result>(
  role: ProgramRole,
  setting: string,
  work: (stores: INestApplicationContext) => Promise<Result>,
): Promise<Result> {
  const { [setting]: databaseUrl = '', KEYRING_FILE: keyringFile = '' } = process.env;
  return withModule(PersistenceModule.forRoot({ databaseUrl, keyringFile, role }), work);
}

/** Of `npm start` on an empty database: the week before it, in the audit trail of an organization, by the trail's own store. */
function writeWeek(orgId: string, issuer: string): Promise<void> {
  return withStores('governance_commands', 'DATABASE_URL', async (app) => {
    const trail = app.get(AuditTrail);
    // In the order of their times.
    for (const { daysAgo, actor, operation, target, outcome = 'done', reason } of weekOf(orgId, issuer)) {
      const at = new Date(Date.now() - daysAgo * dayMs);
      const secondFactorAgeSeconds = actor.kind === 'person' && outcome === 'done' ? 40 : undefined;
      const context = { actor, operation, target, orgId, requestId: randomUUID(), secondFactorAgeSeconds };
      await trail.append({ ...context, at, outcome, reason });
    }
  });
}

/** The clients of an organization, and their assessments of two years. */
function writeClientsOf(orgId: string, issuer: string): Promise<void> {
  return withStores('governance_public_api', 'PUBLIC_DATABASE_URL', (surface) =>
    withStores('governance_platform_api', 'PLATFORM_DATABASE_URL', (platform) =>
      writeClients(
        {
          results: surface.get(ResultStore),
          clients: platform.get(OrgClientStore),
          orgResults: platform.get(OrgResultStore),
        },
        { orgId, actor: adminOf(orgId, issuer) },
      ),
    ),
  );
}

/** A campaign names a proven domain. The DNS has no record of a development stack, so the store notes the proof. */
async function proveDomain(orgId: string, name: string): Promise<void> {
  const { IDENTITY_DATABASE_URL: url = '' } = process.env;
  const database = await openDatabase({ url, warn: console.warn });
  try {
    const domains = new DomainsStore(database);
    const domain = await domains.hold(orgId, (held) => held.put(name, undefined));
    if (domain) await domains.prove(orgId, name, domain.challenge);
  } finally {
    await database.close();
  }
}

function personOf(orgId: string, issuer: string, name: string): AuditActor {
  const subject = `usr_${orgId.slice('org_'.length)}_${name}`;
  return { kind: 'person', issuer, subject, clientId: 'console' };
}

function adminOf(orgId: string, issuer: string): AuditActor {
  return personOf(orgId, issuer, 'admin');
}

function weekOf(orgId: string, issuer: string): readonly PastEvent[] {
  const key = orgId.slice('org_'.length);
  const operator: AuditActor = { kind: 'operator', issuer: 'command', subject: 'uid 0', clientId: undefined };
  const admin = adminOf(orgId, issuer);
  const viewer = personOf(orgId, issuer, 'viewer');
  const connection = `con_${key}_enterprise`;
  const refused = 'refused';
  return [
    { daysAgo: 6.9, actor: operator, operation: 'organizations:create', target: orgId },
    { daysAgo: 6.2, actor: admin, operation: 'self-profile:update' },
    { daysAgo: 5.8, actor: admin, operation: 'members:update', target: viewer.subject, reason: 'viewer' },
    {
      daysAgo: 4.4,
      actor: admin,
      operation: 'connections:test',
      target: connection,
      reason: 'discovery_unreachable',
    },
    {
      daysAgo: 4.3,
      actor: admin,
      operation: 'connections:update',
      target: connection,
      reason: 'client_secret',
    },
    { daysAgo: 4.2, actor: admin, operation: 'connections:test', target: connection },
    {
      daysAgo: 3.1,
      actor: viewer,
      operation: 'org-invitations:create',
      outcome: refused,
      reason: 'insufficient_permissions',
    },
    {
      daysAgo: 2.6,
      actor: admin,
      operation: 'm2m-credentials:create',
      outcome: refused,
      reason: 'step_up_required',
    },
    { daysAgo: 1.5, actor: viewer, operation: 'self-profile:update' },
    { daysAgo: 0.7, actor: admin, operation: 'domains:create', outcome: refused, reason: 'invalid_request' },
  ];
}

const [orgId = '', issuer = ''] = process.argv.slice(2);
runCommand(async () => {
  await writeWeek(orgId, issuer);
  await writeClientsOf(orgId, issuer);
  await proveDomain(orgId, `mail.${orgId.slice('org_'.length)}.example`);
});
