import { type Inbox, processTree, runSql, startInbox, until } from '@governance/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bench } from '../bench';
import { sendLoad } from '../load/load';
import { submissionRequest, submit, verificationRequest } from '../load/requests';
import { memoryUse } from '../measure/process-usage';
import { freshDatabase } from '../processes/databases';
import { Identity } from '../processes/identity';
import { startProduct } from '../processes/product';
import { type Program } from '../processes/program';
import { type Findings } from './row';

const high = '100000';
/** No mail waits, but every message is charged to the budgets. */
const highBudgets = {
  EMAIL_BUDGET_RECIPIENT_HOUR: high,
  EMAIL_BUDGET_RECIPIENT_DAY: high,
  EMAIL_BUDGET_RECIPIENT_WAITING: high,
  EMAIL_BUDGET_CERTIFICATE_DAY: high,
  EMAIL_BUDGET_DOMAIN_HOUR: high,
  EMAIL_BUDGET_CLIENT_HOUR: high,
  EMAIL_BUDGET_TOTAL_HOUR: high,
};

const unknownCertificate = {
  request: verificationRequest(['00000000-0000-4000-8000-000000000000']),
  status: 200,
  text: '"valid":false',
  connections: 16,
};

/** The time after which a program that is ready loads nothing more. */
const settledMs = 3_000;

/** The memory of the largest service before its first request, the identity provider included. */
async function idleMemory(bench: Bench, services: readonly Program[]): Promise<number> {
  await using scope = bench.within();
  const { program: provider } = await Identity.start(scope, await freshDatabase(scope));
  await delay(settledMs);
  return Math.max(...[...services, provider].map(({ pid }) => memoryUse(pid)));
}

/** Memory of all programs and the browser, idle and under submissions, verifications and mailed certificates. */
export async function memory(bench: Bench): Promise<Findings> {
  const inbox = await startInbox();
  bench.defer(() => inbox.close());
  const databaseUrl = await freshDatabase(bench);
  const settings = { ...highBudgets, SMTP_URL: inbox.smtpUrl };
  const options = { databaseUrl, settings, cores: '0,1' } as const;
  const surface = await startProduct(bench, 'public-api/main', options);
  const worker = await startProduct(bench, 'public-api/worker', options);
  const platform = await startProduct(bench, 'platform-api/main', options);
  const services = [surface, worker, platform, await startProduct(bench, 'platform-api/worker', options)];
  const idle = await idleMemory(bench, services);
  const { certificates, requests } = bench.setup.form.memory;
  const isDone = Promise.all([
    mailCertificates(surface, certificates, { databaseUrl, inbox }),
    sendLoad(surface, { request: submissionRequest, status: 201, connections: 16 }, requests),
    sendLoad(platform, unknownCertificate, requests),
  ]).then(() => true);
  const highest = { browser: 0, all: 0 };
  let highestOfServices = services.map(() => 0);
  do {
    const ofServices = services.map(({ pid }) => memoryUse(pid));
    const descendants = processTree(worker.pid).filter(({ pid }) => pid !== worker.pid);
    const browser = sum(descendants.map(({ pid }) => memoryUse(pid)));
    highestOfServices = highestOfServices.map((use, index) => Math.max(use, ofServices[index] ?? 0));
    highest.browser = Math.max(highest.browser, browser);
    highest.all = Math.max(highest.all, sum(ofServices) + browser);
  } while (!(await Promise.race([isDone, delay(250, false)])));
  const service = Math.max(...highestOfServices);
  const { browser, all } = highest;
  const names = ['public surface', 'public worker', 'platform surface', 'platform worker'];
  const each = names.map((name, index) => `${name} ${(highestOfServices[index] ?? 0).toFixed(0)}`);
  return {
    figures: { idle: [idle], service: [service], browser: [browser], all: [all] },
    notes: [`MiB at the highest: ${each.join(', ')}`],
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** @throws if a certificate is not mailed exactly once to its address. */
async function mailCertificates(
  surface: Program,
  count: number,
  { databaseUrl, inbox }: { readonly databaseUrl: string; readonly inbox: Inbox },
): Promise<void> {
  const recipients = Array.from({ length: count }, (_, number) => `assessor-${number}@example.com`);
  for (const submitterEmail of recipients) await submit(surface, { submitterEmail });
  await until(async () => {
    const text = `SELECT count(*)::integer AS sent FROM deliveries WHERE state = 'sent'`;
    return (await runSql(databaseUrl, text))[0]?.sent === count;
  });
  const received = inbox.messages().flatMap(({ to }) => to);
  if (received.toSorted().join() !== recipients.toSorted().join())
    throw new Error('A message was sent twice, or to another recipient');
}
