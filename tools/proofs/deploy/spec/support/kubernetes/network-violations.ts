import { adding, at, both, type Violation } from './violation';
import { type KubernetesObject } from './manifests';

const openEgress: KubernetesObject = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'open' },
  spec: { podSelector: {}, policyTypes: ['Egress'], egress: [{}] },
};

export const networkViolations: readonly Violation[] = [
  {
    guarantee: 'allow only the listed connections',
    what: 'a network that is open by default',
    change: both(
      at('NetworkPolicy deny-by-default', 'spec/policyTypes', ['Egress']),
      at('NetworkPolicy from-monitoring', 'spec/policyTypes', ['Egress']),
    ),
    says: /public-worker: Ingress is not restricted/,
  },
  {
    guarantee: 'allow only the listed connections',
    what: 'an additional policy that allows everything',
    change: adding(openEgress),
    says: /public-worker: to all peers all ports/,
  },
  {
    guarantee: 'allow only the listed connections',
    what: 'a public worker that reaches the identity provider',
    change: at(
      'NetworkPolicy to-identity-provider',
      'spec/podSelector/matchExpressions/0/values/0',
      'public-worker',
    ),
    says: /public-worker: to ingress/,
  },
  {
    guarantee: 'allow only the listed connections',
    what: 'a platform worker that does not reach the identity provider',
    change: at('NetworkPolicy to-identity-provider', 'spec/podSelector/matchExpressions/0/values', [
      'platform-api',
    ]),
    says: /platform-worker: not to ingress/,
  },
  {
    guarantee: 'allow only the listed connections',
    what: 'a management port that visitors reach',
    change: at('NetworkPolicy from-ingress-controller', 'spec/ingress/0/ports'),
    says: /public-api: from ingress all ports/,
  },
  {
    guarantee: 'allow only the listed connections',
    what: 'a management API that the public controller reaches',
    change: at('NetworkPolicy from-internal-ingress-controller', 'spec/ingress/0/from/0/podSelector'),
    says: /identity-provider: from ingress management-api/,
  },
  {
    guarantee: 'allow only the listed connections',
    what: 'a browser that resolves names',
    change: at('NetworkPolicy to-dns', 'spec/podSelector', {}),
    says: /public-browser: to kube-system/,
  },
  {
    guarantee: 'allow only the listed connections',
    what: 'a browser that reaches the database',
    change: at('NetworkPolicy to-database', 'spec/podSelector/matchExpressions/0/values/0', 'public-browser'),
    says: /public-browser: to 192.0.2.10/,
  },
  {
    guarantee: 'allow only the listed connections',
    what: 'a browser that every pod controls',
    change: at('NetworkPolicy from-public-worker', 'spec/ingress/0/from', [{ podSelector: {} }]),
    says: /public-browser: from all peers devtools/,
  },
  {
    guarantee: 'expose surfaces, and never a management port',
    what: 'a service for the management port',
    change: at('Service platform-api', 'spec/ports/0/targetPort', 'management'),
    says: /platform-api: leads to management/,
  },
  {
    guarantee: 'lead from ingresses to services, with TLS',
    what: 'an ingress that leads nowhere',
    change: at('Ingress public-api', 'spec/rules/0/http/paths/0/backend/service/name', 'public'),
    says: /public-api: \/ leads nowhere/,
  },
  {
    guarantee: 'lead from ingresses to services, with TLS',
    what: 'an ingress without TLS',
    change: at('Ingress platform-api', 'spec/tls'),
    says: /api.example.org has no TLS/,
  },
  {
    guarantee: 'serve the addresses that the programs are configured with',
    what: 'an address without an ingress',
    change: at('ConfigMap addresses', 'data/PLATFORM_BASE_URL', 'https://platform.example.org'),
    says: /PLATFORM_BASE_URL is not where platform-api is/,
  },
  {
    guarantee: 'keep the management API of the identity provider internal',
    what: 'a provider whose management API is public',
    change: at('Ingress identity-provider', 'spec/rules/0/http/paths/0/path', '/management'),
    says: /identity-provider: shows .*\/management/,
  },
  {
    guarantee: 'keep the management API of the identity provider internal',
    what: 'a management API that is reachable from outside',
    change: at('Ingress identity-management', 'spec/ingressClassName'),
    says: /shows \/management to all clients/,
  },
];
