// A Kubernetes of one node, in namespaces of its own (own-namespaces.mjs).
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceAccountKey, startServerIn } from './api-server.mjs';
import { containerSocket, startContainers } from './containers.mjs';
import { nodeAddress, prepareMachine } from './own-machine.mjs';
import { ProgramGroup } from './program-group.mjs';

const nodeName = 'node';
/** Reserved for tests (RFC 6761). */
export const domain = 'governance.test';
/** Of the service of the browser: the only one that a program of the product finds by its name in the cluster. */
export const browserAddress = '10.96.0.99';

/** Resolves to a file for `kubectl` once the node is ready. The end of the namespaces ends all programs. */
export async function startNode(programs, { folder, cgroup }) {
  prepareMachine(folder);
  const group = new ProgramGroup(folder);
  startNames(group);
  const { kubeconfig } = await startServerIn(group, programs, [
    // The name of the node is in no DNS.
    '--kubelet-preferred-address-types=InternalIP',
  ]);
  const asOperator = `--kubeconfig=${kubeconfig}`;
  group.start(programs['kube-controller-manager'], [
    asOperator,
    '--leader-elect=false',
    `--service-account-private-key-file=${serviceAccountKey(folder)}`,
    // Tests wait for autoscalers.
    '--horizontal-pod-autoscaler-sync-period=3s',
    '--horizontal-pod-autoscaler-downscale-stabilization=15s',
    '--horizontal-pod-autoscaler-initial-readiness-delay=0s',
    '--horizontal-pod-autoscaler-cpu-initialization-period=0s',
  ]);
  group.start(programs['kube-scheduler'], [asOperator, '--leader-elect=false']);
  await startContainers(group, programs);
  group.start(programs.kubelet, [
    asOperator,
    `--config=${writeKubeletSettings(folder, cgroup)}`,
    `--hostname-override=${nodeName}`,
    `--node-ip=${nodeAddress}`,
    `--root-dir=${join(folder, 'kubelet')}`,
  ]);
  group.start(programs['kube-proxy'], [`--config=${writeProxySettings(folder, kubeconfig)}`]);
  await group.until('node', () => isNodeReady(programs, kubeconfig));
  return { kubeconfig };
}

/** The names of the domain lead to the side of the node that is outside the cluster. In the cluster there is the browser alone. */
function startNames(group) {
  group.start('dnsmasq', [
    '--keep-in-foreground',
    '--no-resolv',
    '--no-hosts',
    '--user=root',
    '--pid-file=',
    `--listen-address=${nodeAddress}`,
    '--bind-interfaces',
    `--address=/${domain}/${nodeAddress}`,
    `--address=/public-browser.governance.svc.cluster.local/${browserAddress}`,
    '--address=/#/',
  ]);
}

function writeKubeletSettings(folder, cgroup) {
  return write(folder, 'kubelet.json', {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    // Nothing outside the namespaces can reach it.
    authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
    authorization: { mode: 'AlwaysAllow' },
    containerRuntimeEndpoint: `unix://${containerSocket}`,
    cgroupDriver: 'cgroupfs',
    cgroupRoot: `/${cgroup}`,
    failCgroupV1: false,
    failSwapOn: false,
    oomScoreAdj: 0,
    clusterDNS: [nodeAddress],
    clusterDomain: 'cluster.local',
    resolvConf: join(folder, 'resolv.conf'),
    // The disk of this machine may be fuller than that of a server.
    evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
    imageGCHighThresholdPercent: 100,
  });
}

function writeProxySettings(folder, kubeconfig) {
  return write(folder, 'kube-proxy.json', {
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
    mode: 'iptables',
    hostnameOverride: nodeName,
    clusterCIDR: '10.244.0.0/16',
    clientConnection: { kubeconfig },
    // These limits belong to the whole machine.
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
    oomScoreAdj: 0,
  });
}

function write(folder, name, settings) {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(settings));
  return file;
}

function isNodeReady({ kubectl }, kubeconfig) {
  const wanted = ['get', 'nodes', '-o', 'jsonpath={.items[*].status.conditions[?(@.type=="Ready")].status}'];
  return (
    execFileSync(kubectl, ['--kubeconfig', kubeconfig, ...wanted], { encoding: 'utf8' }).trim() === 'True'
  );
}
