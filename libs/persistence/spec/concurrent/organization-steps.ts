import { gates } from '@governance/iam';
import { type ConcurrentSteps } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { PostgresAuditHousekeeping } from '../../src/audit/postgres-audit-housekeeping';
import { PostgresAuditTrail } from '../../src/audit/postgres-audit-trail';
import { PostgresAuditTrees } from '../../src/audit/postgres-audit-trees';
import { PostgresTreeHeads } from '../../src/audit/postgres-tree-heads';
import { PostgresConsoleSessionStore } from '../../src/console/postgres-console-session.store';
import { PostgresSiteSessions } from '../../src/console/postgres-site-sessions';
import { PostgresRateLimits } from '../../src/limits/postgres-rate-limits';
import { PostgresTokenCutOffs } from '../../src/members/postgres-token-cut-offs';
import { PostgresProfileStore } from '../../src/profiles/postgres-profile.store';
import { PostgresProviderChangeStore } from '../../src/provider-changes/postgres-provider-change.store';
import { PostgresStepUpPolicies } from '../../src/step-up/postgres-step-up-policies';
import { contextOf, issuer } from '../credential-fixtures';
import { laterBy, noon, type TestStores } from '../fixtures';
import { beginningOf, intentOf, removal } from '../provider-change-fixtures';
import { dayMs, newSession, type World } from './world';

/** Writes of organizations and their members, and the steps of the worker, on all other tables. */
export function organizationSteps(stores: TestStores): ConcurrentSteps<World> {
  const { database, keyring } = stores;
  const cutOffs = new PostgresTokenCutOffs(database);
  const subjects = ['ada', 'bob', 'eve'];
  const holder = ({ orgId }: World, subject: string) => ({ issuer, subject, orgId });
  return {
    ...auditSteps(stores),
    ...sessionSteps(stores),
    ...policySteps(stores),
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
  const trees = new PostgresAuditTrees(database);
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
    'seal events': ({ orgId }) => trees.seal(orgId, noon),
    'ask for a tree head': ({ orgId }) => trees.forOrg(orgId).requestSeal(),
    'seal what was asked for': async () => {
      for (const orgId of await trees.requested()) await trees.seal(orgId, noon);
    },
    'sign tree heads': async () => {
      for (const head of await heads.unsigned(20)) await heads.keep(head, 'signature');
    },
    'delete old events': () => new PostgresAuditHousekeeping(database).removeUntil(laterBy(-400 * dayMs)),
  };
}

function sessionSteps({ database, keyring }: TestStores): ConcurrentSteps<World> {
  const sessions = new PostgresConsoleSessionStore(database, keyring);
  const form = { path: '/console/profile', fields: [], omitted: [] };
  return {
    'start console sessions': async (world) => {
      for (const ends of [-2, -1, dayMs]) await sessions.start(newSession(world.orgId, laterBy(ends)));
    },
    'use a console session': async ({ session }) => {
      await sessions.use(session.secret, laterBy(1));
      await new PostgresSiteSessions(database, keyring).find(session.siteSecret, laterBy(1));
    },
    'refresh the tokens of a console session': async ({ session: { id, tokens } }) => {
      const began = await sessions.beginRefresh(id, { now: noon, leaseEnds: laterBy(10) });
      if (began) await sessions.replaceTokens(id, tokens);
    },
    'keep a form': async ({ session: { id } }) => {
      await sessions.keepForm(id, form, noon);
      await sessions.takeForm(id, noon);
    },
    'end a console session': ({ session: { id, person } }) => sessions.end(person, id),
    'end other console sessions': async ({ orgId, session: { person } }) => {
      await sessions.start(newSession(orgId, laterBy(dayMs)));
      await sessions.endOthers(person, randomUUID());
    },
    'record the end of sessions': async ({ orgId, session: { person } }) => {
      await new PostgresTokenCutOffs(database).endSessions({ ...person, orgId }, noon);
      await sessions.endUntil(person, noon);
    },
    'delete ended console sessions': () => sessions.removeEnded(noon),
  };
}

function policySteps({ database }: TestStores): ConcurrentSteps<World> {
  const policies = new PostgresStepUpPolicies(database);
  return {
    'change the policy': async ({ orgId }) => {
      await policies.set(orgId, { gated: new Set(gates) });
      await policies.setWindow(orgId, 300);
    },
    'read the policy': ({ orgId }) => policies.ofOrg(orgId),
  };
}
