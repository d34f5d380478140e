// `npm run prove -- kubernetes`: the manifests and the documented commands, on a real Kubernetes on this machine.
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll } from '../../build/build-all.mjs';
import { startApiServer } from './api-server.mjs';
import { claim } from './container-place.mjs';
import { missingForContainers } from './container-programs.mjs';
import { buildImages } from './images.mjs';
import {
  builtNodePrograms,
  builtPolicyProgram,
  builtPrograms,
  kubernetesVersion,
  missingPrograms,
  resourceDefinitions,
} from './kubernetes-programs.mjs';
import { runInOwnNamespaces } from './own-namespaces.mjs';
import { podman } from './podman.mjs';
import { runSpecs } from './run-specs.mjs';

process.chdir(fileURLToPath(new URL('../../..', import.meta.url)));
const given = process.argv.slice(2);
const enforcesPolicies = given.includes('--policies');
const isNode = !given.includes('--dry-run') && !enforcesPolicies;
const args = given.filter((argument) => !['--dry-run', '--policies'].includes(argument));
console.log(
  isNode
    ? 'This command needs Linux, root, Go, etcd and the programs of a container runtime, and downloads Go modules.'
    : 'This command needs Linux, Go and etcd, and downloads Go modules. It starts no containers.',
);
const missing = [
  ...new Set([...missingPrograms({ isNode, enforcesPolicies }), ...(isNode ? missingForContainers() : [])]),
];
if (missing.length > 0) {
  console.error(`Missing:\n${missing.map((line) => `- ${line}`).join('\n')}`);
  process.exitCode = 1;
} else {
  try {
    process.exitCode = enforcesPolicies
      ? await provePolicies()
      : (await proveServer()) || (isNode ? await proveNode() : 0);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function proveServer() {
  const programs = builtPrograms();
  const began = Date.now();
  const { kubeconfig, stop } = await startApiServer(programs);
  console.log(`Kubernetes ${kubernetesVersion} is ready after ${((Date.now() - began) / 1000).toFixed(1)} s`);
  try {
    Object.assign(process.env, {
      KUBECTL: programs.kubectl,
      KUBECONFIG: kubeconfig,
      RESOURCE_DEFINITIONS: resourceDefinitions().join(','),
    });
    return await runSpecs('jest.real.config.cjs', args);
  } finally {
    await stop();
  }
}

async function provePolicies() {
  builtPrograms();
  builtPolicyProgram();
  const program = fileURLToPath(new URL('prove-policies.mjs', import.meta.url));
  return await runInOwnNamespaces(program, args);
}

async function proveNode() {
  builtNodePrograms();
  // The journeys use these programs.
  await buildAll();
  using folder = mkdtempDisposableSync(join(tmpdir(), 'images-'));
  const archive = join(folder.path, 'images.tar');
  await saveImages(archive);
  const program = fileURLToPath(new URL('prove-node.mjs', import.meta.url));
  return await runInOwnNamespaces(program, [...args, archive]);
}

async function saveImages(archive) {
  const interruption = new AbortController();
  const { signal } = interruption;
  const interrupt = () => interruption.abort();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, interrupt);
  const release = await claim();
  try {
    const images = await buildImages({ root: process.cwd(), log: console.log, signal });
    const save = ['save', '--multi-image-archive', '--output', archive, ...Object.values(images)];
    await podman(save, { signal });
  } finally {
    release();
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, interrupt);
  }
}
