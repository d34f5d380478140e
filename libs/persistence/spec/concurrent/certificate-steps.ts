import { type CertifiedDomain, type DueProof } from '@governance/assessments';
import { everythingOf } from '@governance/iam';
import { PostgresJobQueue } from '@governance/postgres';
import { type ConcurrentSteps } from '@governance/testing';
import { randomUUID } from 'node:crypto';
import { PostgresOrgResultStore } from '../../src/org-results/postgres-org-result.store';
import { PostgresCertificationStore } from '../../src/results/certification/postgres-certification.store';
import { PostgresHolderProofStore } from '../../src/results/certification/postgres-holder-proof.store';
import { PostgresIssuerKeyStore } from '../../src/results/certification/postgres-issuer-key.store';
import { PostgresStatusListStore } from '../../src/results/certification/postgres-status-list.store';
import { PostgresWithdrawalStore } from '../../src/results/certification/postgres-withdrawal.store';
import { PostgresResultDocuments } from '../../src/results/documents/postgres-result-documents';
import { PostgresDomainProofQueue } from '../../src/results/domains/postgres-domain-proof-queue';
import { PostgresDomainProofs } from '../../src/results/domains/postgres-domain-proofs';
import { PostgresResultStore } from '../../src/results/postgres-result.store';
import { contextOf } from '../credential-fixtures';
import { laterBy, noon, resultOf, type TestStores } from '../fixtures';
import { dayMs, type World } from './world';

const clientAddress = '192.0.2.1';
const jwk = (kid: string) =>
  ({ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid, alg: 'ES256', use: 'sig' }) as const;

/** Writes of submitters, holders and operators, and the steps of the worker, on results and their certificates. */
export function certificateSteps(stores: TestStores): ConcurrentSteps<World> {
  const { database, keyring } = stores;
  const results = new PostgresResultStore(database, keyring);
  const documents = new PostgresResultDocuments(database, keyring, 'certificate_documents');
  const jobs = new PostgresJobQueue(database, 'public');
  const organizations = new PostgresOrgResultStore(database, keyring);
  const keys = new PostgresIssuerKeyStore(database);
  const lists = new PostgresStatusListStore(database);
  return {
    ...domainSteps(stores),
    submit: ({ address: submitterEmail }) =>
      results.create(resultOf(), { submitterEmail, deliveryId: randomUUID(), clientAddress }),
    'submit with a key': ({ orgId, address: submitterEmail }) =>
      results.createOnce(
        resultOf(),
        { submitterEmail, deliveryId: randomUUID(), clientAddress },
        { key: `key of ${orgId}`, body: 'body', clientAddress },
      ),
    'withdraw a certificate': ({ results: [id] }) =>
      new PostgresWithdrawalStore(database).withdraw(id, { at: noon, reason: 'misused' }),
    'certify results': ({ results: ids }) => certify(stores, ids),
    'certify results, newest first': ({ results: ids }) => certify(stores, ids.toReversed()),
    'keep the proof of a holder': ({ results: [id] }) =>
      new PostgresHolderProofStore(database, keyring).keep(id, { proof: 'proof', salt: 'salt' }),
    'make a document': async ({ results: [resultId] }) => {
      await documents.request({ resultId, now: noon, perHour: 1_000 });
      const job = await jobs.claim([{ queue: 'public/certificate-documents', leaseMs: 20_000 }], noon);
      if (job && (await documents.keep(job, Buffer.from('%PDF')))) await jobs.finish(job);
    },
    'publish status lists': async () => {
      for (const due of await lists.due(laterBy(1)))
        await lists.publish(due, { credential: 'list', at: noon });
    },
    'publish keys': () => keys.publish(['one', 'two', 'three'].map(jwk), noon),
    'publish keys, newest first': () => keys.publish(['three', 'two', 'one'].map(jwk), noon),
    'attach a result': ({ orgId, results: [, id] }) =>
      organizations
        .forViewer(everythingOf(orgId))
        .attach(id, { now: noon, audit: contextOf('org-results:attach', { orgId }) }),
    'detach a result': ({ orgId, results: [id] }) =>
      organizations
        .forViewer(everythingOf(orgId))
        .detach(id, { now: noon, audit: contextOf('org-results:detach', { orgId }) }),
  };
}

function domainSteps({ database, keyring }: TestStores): ConcurrentSteps<World> {
  const proofs = new PostgresDomainProofs(database, keyring);
  const queue = new PostgresDomainProofQueue(database, keyring);
  const jobs = new PostgresJobQueue(database, 'public');
  const due = async () => {
    const found: DueProof[] = [];
    const wanted = [{ queue: 'public/certificate-domains', leaseMs: 20_000 }];
    for (let job; (job = await jobs.claim(wanted, noon));) {
      const proof = await queue.find(job, noon);
      if (proof) found.push(proof);
    }
    return found;
  };
  return {
    'ask for a domain': ({ results: [id] }) => proofs.ask(id, 'other.example', noon),
    'mail a domain': ({ results: [id] }) =>
      proofs.requestMail(id, { mailbox: 'postmaster', clientAddress, now: noon, deliveryId: randomUUID() }),
    'confirm a domain': async ({ results: [id] }) => {
      const proof = await proofs.find(id);
      return proof && proofs.confirm(proof, noon);
    },
    'prove domains': async ({ results: ids }) => {
      for (const id of ids) await proofs.requestCheck(id, noon);
      for (const proof of await due()) await queue.prove(proof, await certifiedDomain({ database }));
    },
    // The worker asks again for those alone that were proven by mail.
    'ask for domains again': async ({ results: [id] }) => {
      await proofs.requestCheck(id, noon);
      const byMail = { way: 'mail', until: laterBy(dayMs), dueAt: noon } as const;
      for (const proof of await due())
        await queue.prove(proof, { ...(await certifiedDomain({ database })), ...byMail });
      for (const proof of await due()) if (proof.proven?.until) await queue.askAgain(proof, noon);
    },
    'end domains': async ({ results: [id] }) => {
      await proofs.requestCheck(id, noon);
      for (const proof of await due()) await queue.end(proof, noon);
    },
    'remove a domain': ({ results: [id] }) => proofs.remove(id, noon),
  };
}

async function certifiedDomain({ database }: Pick<TestStores, 'database'>): Promise<CertifiedDomain> {
  const [status] = await new PostgresCertificationStore(database).takeStatusEntries(1);
  if (!status) throw new Error('there is no place');
  const certification = { credential: 'with the domain', keyId: 'key', status };
  return { name: 'msp.example', provenAt: noon, way: 'dns', certification, dueAt: laterBy(dayMs) };
}

async function certify({ database }: TestStores, ids: readonly string[]): Promise<void> {
  const certifications = new PostgresCertificationStore(database);
  const entries = await certifications.takeStatusEntries(ids.length);
  await certifications.keep(
    entries.map((status, index) => ({
      resultId: ids[index] ?? '',
      certification: { credential: 'credential', keyId: 'key', status },
    })),
  );
}
