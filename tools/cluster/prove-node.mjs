// The part of `npm run prove:kubernetes` that runs in namespaces of its own.
import { builtNodePrograms, kubernetesVersion } from './kubernetes-programs.mjs';
import { startNode } from './node.mjs';
import { runSpecs } from './run-specs.mjs';

const [folder, cgroup] = process.argv.slice(-2);
const args = process.argv.slice(2, -2);
try {
  const programs = builtNodePrograms();
  const began = Date.now();
  const { kubeconfig } = await startNode(programs, { folder, cgroup });
  console.log(
    `A node of Kubernetes ${kubernetesVersion} is ready after ${((Date.now() - began) / 1000).toFixed(1)} s`,
  );
  Object.assign(process.env, { KUBECTL: programs.kubectl, KUBECONFIG: kubeconfig, NODE_FOLDER: folder });
  process.exitCode = await runSpecs('jest.node.config.cjs', args);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
// The programs of the node are still running. The namespaces end with this process.
process.exit();
