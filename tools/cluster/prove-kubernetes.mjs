// `npm run prove:kubernetes`: the manifests and the documented commands, on a real Kubernetes API server on this machine.
import { fileURLToPath } from 'node:url';
import { runProgram } from '../build/run-program.mjs';
import { startApiServer } from './api-server.mjs';
import { builtPrograms, kubernetesVersion, missingPrograms } from './kubernetes-programs.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));
console.log('This command needs Linux, Go and etcd, and downloads Go modules. It starts no containers.');
const missing = missingPrograms();
if (missing.length > 0) {
  console.error(`Missing:\n${missing.map((line) => `- ${line}`).join('\n')}`);
  process.exitCode = 1;
} else {
  try {
    await prove();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function prove() {
  const programs = builtPrograms();
  const began = Date.now();
  const { kubeconfig, stop } = await startApiServer(programs);
  console.log(`Kubernetes ${kubernetesVersion} is ready after ${((Date.now() - began) / 1000).toFixed(1)} s`);
  try {
    Object.assign(process.env, { KUBECTL: programs.kubectl, KUBECONFIG: kubeconfig });
    process.exitCode = await runProgram(process.execPath, [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      'node_modules/jest/bin/jest.js',
      '-c',
      'tools/cluster/jest.real.config.cjs',
      '--verbose',
      ...process.argv.slice(2),
    ]);
  } finally {
    await stop();
  }
}
