// The part of `npm run prove -- kubernetes --policies` that runs in namespaces of its own.
import { startServerIn } from './api-server.mjs';
import { builtPolicyProgram, builtPrograms } from './kubernetes-programs.mjs';
import { nodeAddress, prepareMachine } from './own-machine.mjs';
import { ProgramGroup } from './program-group.mjs';
import { runSpecs } from './run-specs.mjs';

const [folder] = process.argv.slice(-2);
const args = process.argv.slice(2, -2);
try {
  prepareMachine(folder);
  const programs = { ...builtPrograms(), ...builtPolicyProgram() };
  const { kubeconfig } = await startServerIn(new ProgramGroup(folder), programs);
  Object.assign(process.env, {
    KUBECTL: programs.kubectl,
    KUBECONFIG: kubeconfig,
    KUBE_ROUTER: programs['kube-router'],
    NODE_ADDRESS: nodeAddress,
  });
  process.exitCode = await runSpecs('jest.policies.config.cjs', args);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
// The API server is still running. The namespaces end with this process.
process.exit();
