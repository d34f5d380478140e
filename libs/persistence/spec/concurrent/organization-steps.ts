import { type ConcurrentSteps } from '@governance/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { PostgresAuditHousekeeping } from '../../src/audit/postgres-audit-housekeeping';
import { PostgresAuditTrail } from '../../src/audit/postgres-audit-trail';
import { PostgresAuditTrees } from '../../src/audit/postgres-audit-trees';
import { PostgresTreeHeads } from '../../src/audit/postgres-tree-heads';
import { PostgresConsoleSessionStore } from '../../src/console/postgres-console-session.store';
import { PostgresRateLimits } from '../../src/limits/postgres-rate-limits';
import { PostgresTokenCutOffs } from '../../src/members/postgres-token-cut-offs';
import { PostgresProfileStore } from '../../src/profiles/postgres-profile.store';
import { PostgresProviderChangeStore } from '../../src/provider-changes/postgres-provider-change.store';
import { contextOf, issuer } from '../credential-fixtures';
import { laterBy, noon, type TestStores } from '../fixtures';
import { beginningOf, intentOf, removal } from '../provider-change-fixtures';
import { dayMs, type World } from './world';

/** Writes of organizations and their members, and the steps of the worker, on all other tables. */
export function organizationSteps(stores: TestStores): ConcurrentSteps<World> {
  const { database, keyring } = stores;
  const cutOffs = new PostgresTokenCutOffs(database);
  const subjects = ['ada', 'bob', 'eve'];
  const holder = ({ orgId }: World, subject: string) => ({ issuer, subject, orgId });
  return {
    ...auditSteps(stores),
    ...sessionSteps(stores),
    'cut off tokens': ({ orgId }) => cutOffs.removeAll({ issuer, subjects, orgId }, noon),
    'cut off tokens, in another order': ({ orgId }) =>
      cutOffs.removeAll({ issuer, subjects: subjects.toReversed(), orgId }, noon),
    'change a role': (world) =>
      cutOffs.changeRole(holder(world, 'bob'), { at: noon, role: 'viewer' }, undefined),
    'change a profile': ({ orgId }) =>
      new PostgresProfileStore(database, keyring).update(
        { issuer, subject: orgId },
        { change: { displayName: 'Ada' }, now: noon, audit: contextOf('self-profile:update', { orgId }) },
      ),
    'change at the provider': ({ orgId }) => changeAtProvider(stores, orgId),
    'take over a change at the provider': () =>
      new PostgresProviderChangeStore(database).claimUnfinished({
        now: laterBy(90_000),
        leaseUntil: laterBy(120_000),
      }),
    'count a call': ({ orgId: key }) =>
      new PostgresRateLimits(database, keyring).hit({ key, limit: 5, windowMs: 60_000, now: noon }),
  };
}

async function changeAtProvider({ database }: TestStores, orgId: string): Promise<void> {
  const store = new PostgresProviderChangeStore(database);
  const beginning = beginningOf(orgId);
  if ((await store.begin(removal, beginning)).kind !== 'begun') return;
  const intent = intentOf(removal, beginning);
  await store.finish(intent, { at: noon, outcome: 'done', reason: undefined });
}

function auditSteps({ database }: TestStores): ConcurrentSteps<World> {
  const trail = new PostgresAuditTrail(database);
  const heads = new PostgresTreeHeads(database);
  const entryOf = (orgId: string) =>
    ({
      ...contextOf('m2m-credentials:rename', { orgId }),
      at: noon,
      outcome: 'refused',
      reason: 'not_found',
    }) as const;
  return {
    'record an event': ({ orgId }) => trail.append(entryOf(orgId)),
    'record an event once': ({ orgId }) => trail.append(entryOf(orgId), { once: true }),
    'seal events': ({ orgId }) => new PostgresAuditTrees(database).seal(orgId, noon),
    'sign tree heads': async () => {
      for (const head of await heads.unsigned(20)) await heads.keep(head, 'signature');
    },
    'delete old events': () => new PostgresAuditHousekeeping(database).removeUntil(laterBy(-400 * dayMs)),
  };
}

function sessionSteps({ database, keyring }: TestStores): ConcurrentSteps<World> {
  const sessions = new PostgresConsoleSessionStore(database, keyring);
  const personOf = ({ orgId: subject }: World) => ({ issuer, subject });
  const start = (world: World, endsAt: Date) =>
    sessions.start({
      id: randomUUID(),
      secret: randomBytes(32).toString('base64url'),
      person: personOf(world),
      tokens: { accessToken: 'access', expiresAt: noon.getTime(), refreshToken: 'refresh', idToken: 'id' },
      name: 'Ada',
      email: 'ada@example.org',
      browser: 'Firefox',
      createdAt: laterBy(-10),
      endsAt,
    });
  return {
    'start console sessions': async (world) => {
      for (const ends of [-2, -1, dayMs]) await start(world, laterBy(ends));
    },
    'end other console sessions': async (world) => {
      await start(world, laterBy(dayMs));
      await sessions.endOthers(personOf(world), randomUUID());
    },
    'delete ended console sessions': () => sessions.removeEnded(noon),
  };
}
