import { adding, at, both, breaking, type Violation } from './violation';
import { type KubernetesObject } from './manifests';

const openEgress: KubernetesObject = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'open' },
  spec: { podSelector: {}, policyTypes: ['Egress'], egress: [{}] },
};

export const networkViolations: readonly Violation[] = [
  ...breaking('allow only the listed connections', {
    'a network that is open by default': [
      both(
        at('NetworkPolicy deny-by-default', 'spec/policyTypes', ['Egress']),
        at('NetworkPolicy from-monitoring', 'spec/policyTypes', ['Egress']),
      ),
      /public-worker: Ingress is not restricted/,
    ],
    'an additional policy that allows everything': [
      adding(openEgress),
      /public-worker: to all peers all ports/,
    ],
    'a public worker that reaches the identity provider': [
      at(
        'NetworkPolicy to-identity-provider',
        'spec/podSelector/matchExpressions/0/values/0',
        'public-worker',
      ),
      /public-worker: to ingress/,
    ],
    'a platform worker that does not reach the identity provider': [
      at('NetworkPolicy to-identity-provider', 'spec/podSelector/matchExpressions/0/values', [
        'platform-api',
      ]),
      /platform-worker: not to ingress/,
    ],
    'a management port that visitors reach': [
      at('NetworkPolicy from-ingress-controller', 'spec/ingress/0/ports'),
      /public-api: from ingress all ports/,
    ],
    'a management API that the public controller reaches': [
      at('NetworkPolicy from-internal-ingress-controller', 'spec/ingress/0/from/0/podSelector'),
      /identity-provider: from ingress management-api/,
    ],
    'a browser that resolves names': [
      at('NetworkPolicy to-dns', 'spec/podSelector', {}),
      /public-browser: to kube-system/,
    ],
    'a browser that reaches the database': [
      at('NetworkPolicy to-database', 'spec/podSelector/matchExpressions/0/values/0', 'public-browser'),
      /public-browser: to 192.0.2.10/,
    ],
    'a browser that every pod controls': [
      at('NetworkPolicy from-public-worker', 'spec/ingress/0/from', [{ podSelector: {} }]),
      /public-browser: from all peers devtools/,
    ],
  }),
  ...breaking('expose surfaces, and never a management port', {
    'a service for the management port': [
      at('Service platform-api', 'spec/ports/0/targetPort', 'management'),
      /platform-api: leads to management/,
    ],
  }),
  ...breaking('lead from ingresses to services, with TLS', {
    'an ingress that leads nowhere': [
      at('Ingress public-api', 'spec/rules/0/http/paths/0/backend/service/name', 'public'),
      /public-api: \/ leads nowhere/,
    ],
    'an ingress without TLS': [at('Ingress platform-api', 'spec/tls'), /api.example.org has no TLS/],
  }),
  ...breaking('serve the addresses that the programs are configured with', {
    'an address without an ingress': [
      at('ConfigMap addresses', 'data/PLATFORM_BASE_URL', 'https://platform.example.org'),
      /PLATFORM_BASE_URL is not where platform-api is/,
    ],
  }),
  ...breaking('keep the management API of the identity provider internal', {
    'a provider whose management API is public': [
      at('Ingress identity-provider', 'spec/rules/0/http/paths/0/path', '/management'),
      /identity-provider: shows .*\/management/,
    ],
    'a management API that is reachable from outside': [
      at('Ingress identity-management', 'spec/ingressClassName'),
      /shows \/management to all clients/,
    ],
  }),
];
