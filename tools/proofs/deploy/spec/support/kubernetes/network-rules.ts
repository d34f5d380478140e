import * as z from 'zod';
import { type ManifestRule, type Manifests, ofEach, ofKind } from './manifest-rule';
import { type Workload } from './workload';

const ports = z.array(z.strictObject({ protocol: z.string(), port: z.union([z.string(), z.number()]) }));
const peers = z.array(z.record(z.string(), z.unknown()));
const policySpec = z.strictObject({
  podSelector: z.strictObject({
    matchExpressions: z
      .tuple([
        z.strictObject({
          key: z.literal('app.kubernetes.io/name'),
          operator: z.enum(['In', 'NotIn']),
          values: z.array(z.string()),
        }),
      ])
      .optional(),
  }),
  policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
  ingress: z.array(z.strictObject({ from: peers.optional(), ports: ports.optional() })).default([]),
  egress: z.array(z.strictObject({ to: peers.optional(), ports: ports.optional() })).default([]),
});

const dns = 'to kube-system k8s-app=kube-dns 53/UDP 53/TCP';
const database = 'to 192.0.2.10/32 5432/TCP';
const mailServer = 'to 192.0.2.25/32 587/TCP';
const identityProvider = 'to ingress 443/TCP';
/** All addresses outside our networks. */
const providers = [
  'to 0.0.0.0/0 without 10.0.0.0/8, 100.64.0.0/10, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16 443/TCP',
  'to ::/0 without 64:ff9b::/96, fc00::/7, fe80::/10 443/TCP',
];
const visitors = 'from ingress http/TCP';
const platform = 'from ingress app.kubernetes.io/instance=ingress-internal management-api/TCP';
const monitoring = 'from monitoring management/TCP';

const browser = 'to app.kubernetes.io/name=public-browser devtools/TCP';
const publicWorker = 'from app.kubernetes.io/name=public-worker devtools/TCP';

/** All connections from and to each pod. */
export const allowed: Readonly<Record<string, readonly string[]>> = {
  'public-api': [dns, database, identityProvider, visitors, monitoring],
  'public-worker': [dns, database, mailServer, browser, monitoring],
  'public-browser': [publicWorker, monitoring],
  'platform-api': [dns, database, identityProvider, visitors, monitoring],
  'platform-worker': [dns, database, mailServer, identityProvider, monitoring],
  'identity-provider': [dns, database, mailServer, ...providers, visitors, platform, monitoring],
  'migrate-surfaces': [dns, database, monitoring],
  'migrate-identity-provider': [dns, database, monitoring],
};

/** Pods have only the connections above. A pod without a policy for a direction would be unrestricted. */
export const networkIsClosed: ManifestRule = (manifests) =>
  ofEach(manifests.workloads, (workload) => {
    const policies = policiesOf(manifests, workload);
    const found = policies.flatMap(({ policyTypes, ingress, egress }) => [
      ...(policyTypes.includes('Ingress') ? ingress : []).flatMap((rule) =>
        connections('from', rule.from, rule.ports),
      ),
      ...(policyTypes.includes('Egress') ? egress : []).flatMap((rule) =>
        connections('to', rule.to, rule.ports),
      ),
    ]);
    const expected = allowed[workload.name] ?? [];
    return [
      ...(['Ingress', 'Egress'] as const)
        .filter((type) => !policies.some(({ policyTypes }) => policyTypes.includes(type)))
        .map((type) => `${type} is not restricted`),
      ...found.filter((connection) => !expected.includes(connection)),
      ...expected
        .filter((connection) => !found.includes(connection))
        .map((connection) => `not ${connection}`),
    ];
  });

function policiesOf({ objects }: Manifests, { pod }: Workload): readonly z.output<typeof policySpec>[] {
  const name = pod.metadata.labels['app.kubernetes.io/name'] ?? '';
  return ofKind(objects, 'NetworkPolicy')
    .map(({ spec }) => policySpec.parse(spec))
    .filter(({ podSelector: { matchExpressions } }) => {
      const expression = matchExpressions?.[0];
      return expression === undefined || expression.values.includes(name) === (expression.operator === 'In');
    });
}

/** As text; without peers or ports, the rule allows all of them. */
function connections(
  direction: 'from' | 'to',
  ...[peerList = [{}], through]: [z.output<typeof peers>?, z.output<typeof ports>?]
): readonly string[] {
  const suffix = through?.map(({ port, protocol }) => `${port}/${protocol}`).join(' ') ?? 'all ports';
  return peerList.map((peer) => `${direction} ${nameOf(peer)} ${suffix}`);
}

function nameOf({ ipBlock, namespaceSelector, podSelector, ...rest }: Record<string, unknown>): string {
  if (Object.keys(rest).length > 0) return JSON.stringify(rest);
  const block = ipBlock as { cidr: string; except?: string[] } | undefined;
  if (block) return [block.cidr, ...(block.except ? [`without ${block.except.join(', ')}`] : [])].join(' ');
  const namespace = labelsOf(namespaceSelector).map((label) =>
    label.replace('kubernetes.io/metadata.name=', ''),
  );
  return [...namespace, ...labelsOf(podSelector)].join(' ') || 'all peers';
}

function labelsOf(selector: unknown): readonly string[] {
  const { matchLabels = {} } = (selector ?? {}) as { matchLabels?: Record<string, string> };
  return Object.entries(matchLabels).map(([name, value]) => `${name}=${value}`);
}
