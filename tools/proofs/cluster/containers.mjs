// containerd, with its files in the folder of the run, and the images in it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { networkPlugins } from './kubernetes-programs.mjs';

export const containerSocket = '/run/containerd/containerd.sock';
const pauseImage = 'registry.invalid/pause:1';

export async function startContainers(group, programs) {
  const { folder } = group;
  const network = join(folder, 'network');
  mkdirSync(network);
  writeFileSync(join(network, '10-pods.conflist'), JSON.stringify(podNetwork));
  const configuration = join(folder, 'containerd.toml');
  writeFileSync(configuration, configurationText({ folder, network }));
  const path = `${dirname(programs.containerd)}:${process.env.PATH}`;
  group.start(programs.containerd, ['--config', configuration], { env: { ...process.env, PATH: path } });
  await group.until('containerd', () => isReady(programs));
  importImage(programs, pauseArchive(folder, programs.pause));
}

/** Imports the file of `podman save`, or of `docker save`. */
export function importImage({ ctr }, file) {
  execFileSync(ctr, ['--address', containerSocket, '--namespace', 'k8s.io', 'images', 'import', file], {
    stdio: 'pipe',
  });
}

const podNetwork = {
  cniVersion: '1.0.0',
  name: 'pods',
  plugins: [
    {
      type: 'bridge',
      bridge: 'pods',
      isGateway: true,
      ipMasq: false,
      hairpinMode: true,
      ipam: {
        type: 'host-local',
        ranges: [[{ subnet: '10.244.0.0/16' }]],
        routes: [{ dst: '0.0.0.0/0' }],
      },
    },
    { type: 'portmap', capabilities: { portMappings: true } },
  ],
};

function configurationText({ folder, network }) {
  return `version = 3
root = '${join(folder, 'containers')}'
state = '/run/containerd'
[grpc]
  address = '${containerSocket}'
[plugins.'io.containerd.cri.v1.images'.pinned_images]
  sandbox = '${pauseImage}'
[plugins.'io.containerd.cri.v1.runtime']
  # Without the capability to lower it, as in containers.
  restrict_oom_score_adj = true
[plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc]
  runtime_type = 'io.containerd.runc.v2'
[plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc.options]
  SystemdCgroup = false
[plugins.'io.containerd.cri.v1.runtime'.cni]
  bin_dirs = ['${networkPlugins}']
  conf_dir = '${network}'
`;
}

function isReady({ ctr }) {
  try {
    execFileSync(ctr, ['--address', containerSocket, 'version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** An image of one file. */
function pauseArchive(folder, program) {
  const source = join(folder, 'pause');
  mkdirSync(source);
  cpSync(program, join(source, 'pause'));
  const tar = (...args) => execFileSync('tar', ['-C', source, ...args]);
  tar('-cf', join(source, 'layer.tar'), 'pause');
  const layer = execFileSync('sha256sum', [join(source, 'layer.tar')], { encoding: 'utf8' }).slice(0, 64);
  const image = JSON.stringify({
    architecture: { x64: 'amd64' }[process.arch] ?? process.arch,
    os: 'linux',
    config: { Entrypoint: ['/pause'] },
    rootfs: { type: 'layers', diff_ids: [`sha256:${layer}`] },
  });
  const configuration = `${createHash('sha256').update(image).digest('hex')}.json`;
  writeFileSync(join(source, configuration), image);
  const manifest = [{ Config: configuration, RepoTags: [pauseImage], Layers: ['layer.tar'] }];
  writeFileSync(join(source, 'manifest.json'), JSON.stringify(manifest));
  const archive = join(folder, 'pause.tar');
  tar('-cf', archive, 'manifest.json', configuration, 'layer.tar');
  return archive;
}
