// The part of `npm run prove -- kubernetes` that runs in namespaces of its own.
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeAuthority } from './authority.mjs';
import { importImage } from './containers.mjs';
import { builtNodePrograms, kubernetesVersion } from './kubernetes-programs.mjs';
import { browserAddress, domain, startNode } from './node.mjs';
import { runSpecs } from './run-specs.mjs';

const [images, folder, cgroup] = process.argv.slice(-3);
const args = process.argv.slice(2, -3);
try {
  // The database has a user of its own, and is in the folder of temporary files.
  chmodSync(folder, 0o711);
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  chmodSync(temporary, 0o1777);
  const programs = builtNodePrograms();
  let began = Date.now();
  const told = (what) => {
    console.log(`${what} after ${((Date.now() - began) / 1000).toFixed(1)} s`);
    began = Date.now();
  };
  const { kubeconfig } = await startNode(programs, { folder, cgroup });
  told(`A node of Kubernetes ${kubernetesVersion} is ready`);
  importImage(programs, images);
  told('The images are imported');
  const { authority, keyHash } = makeAuthority(folder, domain);
  Object.assign(process.env, {
    KUBECTL: programs.kubectl,
    CTR: programs.ctr,
    KUBECONFIG: kubeconfig,
    NODE_FOLDER: folder,
    BROWSER_ADDRESS: browserAddress,
    TMPDIR: temporary,
    NODE_EXTRA_CA_CERTS: authority,
    TEST_BROWSER_TRUSTS: keyHash,
  });
  process.exitCode = await runSpecs('jest.node.config.cjs', args);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
// The programs of the node are still running. The namespaces end with this process.
process.exit();
