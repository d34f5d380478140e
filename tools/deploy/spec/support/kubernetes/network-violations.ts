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
    guarantee: 'let nobody reach anybody but as listed',
    what: 'a network that is open by default',
    change: both(
      at('NetworkPolicy deny-by-default', 'spec/policyTypes', ['Egress']),
      at('NetworkPolicy from-monitoring', 'spec/policyTypes', ['Egress']),
    ),
    says: /public-worker: Ingress is not restricted/,
  },
  {
    guarantee: 'let nobody reach anybody but as listed',
    what: 'one more policy that opens everything',
    change: adding(openEgress),
    says: /public-worker: to everybody all ports/,
  },
  {
    guarantee: 'let nobody reach anybody but as listed',
    what: 'a public worker that reaches the identity provider',
    change: at(
      'NetworkPolicy to-identity-provider',
      'spec/podSelector/matchExpressions/0/values/0',
      'public-worker',
    ),
    says: /public-worker: to ingress/,
  },
  {
    guarantee: 'let nobody reach anybody but as listed',
    what: 'a platform worker that does not reach the identity provider',
    change: at('NetworkPolicy to-identity-provider', 'spec/podSelector/matchExpressions/0/values', [
      'platform-api',
    ]),
    says: /platform-worker: not to ingress/,
  },
  {
    guarantee: 'let nobody reach anybody but as listed',
    what: 'management that visitors reach',
    change: at('NetworkPolicy from-ingress-controller', 'spec/ingress/0/ports'),
    says: /public-api: from ingress all ports/,
  },
  {
    guarantee: 'show surfaces, and never a management port',
    what: 'a service that leads to management',
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
    guarantee: 'have the addresses that the programs are told',
    what: 'an address that nobody serves',
    change: at('ConfigMap addresses', 'data/PLATFORM_BASE_URL', 'https://platform.example.org'),
    says: /PLATFORM_BASE_URL is not where platform-api is/,
  },
  {
    guarantee: 'keep the management of the identity provider inside',
    what: 'a provider whose management is shown',
    change: at('Ingress identity-provider', 'spec/rules/0/http/paths/0/path', '/management'),
    says: /identity-provider: shows .*\/management/,
  },
  {
    guarantee: 'keep the management of the identity provider inside',
    what: 'a management that the outside reaches',
    change: at('Ingress identity-management', 'spec/ingressClassName'),
    says: /shows \/management to everybody/,
  },
];
