import { randomBytes } from 'node:crypto';
import { callHttp, type Inbox } from '@governance/testing';
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCompose, requiredVariables } from './compose-file';
import { ancestryOf, stagesOf } from './dockerfile-stages';
import { browserImage } from './images';
import { buildStage } from './prove/build-stages';
import { say, Services } from './prove/run-services';
import { startStandIns } from './prove/stand-ins';

const workspace = process.cwd();
const assessor = 'assessor@example.com';
const stages = stagesOf(readFileSync('docker/Dockerfile', 'utf8'));
const composeText = readFileSync('docker/compose.yaml', 'utf8');

/**
 * `npm run docker:prove -- --root FOLDER`: does what docker/Dockerfile and docker/compose.yaml say without a container
 * engine (docker/README.md). Needs root, because it makes what a container is made of.
 */
async function main(): Promise<void> {
  const { root, folder } = parseArgs({
    options: { root: { type: 'string' }, folder: { type: 'string' } },
  }).values;
  if (root === undefined || process.getuid?.() !== 0)
    throw new Error('Usage, as root: npm run docker:prove -- --root FOLDER');
  if (folder !== undefined) {
    await serve(root, folder);
    return;
  }
  const made = mkdtempSync(join(tmpdir(), 'docker-prove-'));
  // Each process in it has a user of its own.
  chmodSync(made, 0o755);
  build(root, made);
  // A network of its own: every port is free, and nothing leads out.
  const inside = [process.execPath, ...process.argv.slice(1), '--folder', made];
  execFileSync('unshare', ['--net', '/bin/sh', '-ec', 'ip link set lo up; exec "$@"', 'sh', ...inside], {
    stdio: 'inherit',
  });
  rmSync(made, { recursive: true });
  say('Proven.');
}

/** The stages that npm fills, in clean folders; what the images add to Debian, in its root file system. */
function build(root: string, made: string): void {
  const names = ['build', ...stages.map(({ name }) => name).filter((name) => name.endsWith('-bundle'))];
  for (const name of names) buildStage(name, { stages, context: workspace, folder: made });
  cpSync(process.execPath, join(root, 'usr/local/bin/node'));
  mkdirSync(join(root, 'app'), { recursive: true });
  for (const { keyword, text, copiesFrom } of ancestryOf(stages, browserImage).flatMap(
    ({ steps }) => steps,
  )) {
    if (keyword === 'RUN') inRoot(root, text);
    const [source = '', target = ''] = text.split(' ');
    if (keyword === 'COPY' && copiesFrom === undefined) cpSync(source, join(root, target));
  }
}

function inRoot(root: string, command: string): void {
  say(`${root}: ${command}`);
  execFileSync('chroot', [root, '/bin/sh', '-ec', command], { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function serve(root: string, folder: string): Promise<void> {
  const variables = Object.fromEntries(
    [...requiredVariables(composeText)].map((name) => [name, randomBytes(32).toString('hex')]),
  );
  const standIns = await startStandIns(folder, { rolesFile: 'docker/postgres/roles.sql', variables });
  const compose = readCompose(composeText);
  const services = new Services({ stages, compose, variables, root, built: folder, folder });
  await services.start();
  await use(standIns.inbox, variables.MANAGEMENT_TOKEN ?? '');
  await services.stop();
  await standIns.stop();
}

/** As people do: each surface answers, and a submission becomes a certificate in a mailbox. */
async function use(inbox: Inbox, managementToken: string): Promise<void> {
  const json = { 'content-type': 'application/json' };
  const submission = JSON.stringify({ ...sampleAnswers(), submitterEmail: assessor });
  await expectStatus(201, 'http://localhost:3000/api/survey-results', {
    method: 'POST',
    headers: json,
    body: submission,
  });
  const { attachments } = await inbox.waitForMail(assessor, { timeoutMs: 60_000 });
  const [certificate] = attachments;
  if (certificate?.content.toString('latin1', 0, 5) !== '%PDF-') throw new Error('no certificate was mailed');
  say(`mailed: ${certificate.filename}, ${certificate.size} bytes`);
  await expectStatus(200, 'http://localhost:3001/health');
  await expectStatus(200, 'http://localhost:3002/.well-known/openid-configuration');
  await expectStatus(200, 'http://localhost:3002/management/v1/organizations/org_acme', {
    method: 'PUT',
    headers: { ...json, authorization: `Bearer ${managementToken}` },
    body: JSON.stringify({ name: 'Acme' }),
  });
}

async function expectStatus(expected: number, url: string, init?: RequestInit): Promise<void> {
  const { status, text } = await callHttp(url, init);
  if (status !== expected) throw new Error(`${url} answered ${status}: ${text}`);
  say(`${init?.method ?? 'GET'} ${url}: ${status}`);
}

function sampleAnswers(): object {
  const golden = JSON.parse(readFileSync('libs/rubric/src/published/1.0.0.golden.json', 'utf8')) as {
    cases: { name: string; mode: string; answers: object }[];
  };
  const sample = golden.cases.find(({ name }) => name === 'persona-controlled-pilot');
  return { mode: sample?.mode, answers: sample?.answers };
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
