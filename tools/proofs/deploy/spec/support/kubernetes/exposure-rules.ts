import * as z from 'zod';
import { type ManifestRule, type Manifests, ofKind } from './manifest-rule';

const serviceSpec = z.strictObject({
  selector: z.strictObject({ 'app.kubernetes.io/name': z.string() }),
  ports: z.array(z.looseObject({ targetPort: z.unknown() })),
});
const ingressSpec = z.looseObject({
  ingressClassName: z.string().optional(),
  tls: z.array(z.object({ hosts: z.array(z.string()) })).default([]),
  rules: z.array(
    z.object({
      host: z.string(),
      http: z.object({
        paths: z.array(
          z.looseObject({
            path: z.string(),
            backend: z.object({ service: z.object({ name: z.string(), port: z.unknown() }) }),
          }),
        ),
      }),
    }),
  ),
});

/** The ports that services lead to, except `http`. */
const shownPorts: Readonly<Record<string, string>> = {
  'identity-management': 'management-api',
  'public-browser': 'devtools',
};

/** The management port has no name in the cluster: monitoring connects to the pods. */
export const servicesShowTheSurface: ManifestRule = ({ objects, deployments }) =>
  ofKind(objects, 'Service').flatMap(({ metadata: { name }, spec }) => {
    const { selector, ports } = serviceSpec.parse(spec);
    const selected = deployments.find((workload) => workload.name === selector['app.kubernetes.io/name']);
    return [
      ...ports
        .filter(({ targetPort }) => targetPort !== (shownPorts[name] ?? 'http'))
        .map(({ targetPort }) => `${name}: leads to ${String(targetPort)}`),
      ...(selected?.program?.kind === 'service' ? [] : [`${name}: leads to no service`]),
    ];
  });

export const ingressesLeadToServices: ManifestRule = ({ objects }) =>
  ingressesOf(objects).flatMap(({ name, tls, rules }) => [
    ...rules
      .flatMap(({ http }) => http.paths)
      .filter(
        ({ backend: { service } }) =>
          JSON.stringify(service.port) !== '{"name":"http"}' ||
          !ofKind(objects, 'Service').some(({ metadata }) => metadata.name === service.name),
      )
      .map(({ path }) => `${name}: ${path} leads nowhere`),
    ...rules
      .filter(({ host }) => !tls.some(({ hosts }) => hosts.includes(host)))
      .map(({ host }) => `${name}: ${host} has no TLS`),
  ]);

/** The addresses in settings, certificates and mails are those of the ingresses. */
export const addressesAreServed: ManifestRule = ({ objects, addresses }) => {
  const places = {
    PUBLIC_BASE_URL: 'public-api',
    PLATFORM_BASE_URL: 'platform-api',
    OIDC_ISSUER: 'identity-provider',
    IDENTITY_MANAGEMENT_URL: 'identity-management',
  };
  return Object.entries(places)
    .filter(([address, ingress]) => {
      const host = URL.parse(addresses[address] ?? '')?.host;
      return !ingressesOf(objects).some(
        ({ name, rules }) => name === ingress && rules.every((rule) => rule.host === host),
      );
    })
    .map(([address, ingress]) => `${address} is not where ${ingress} is`);
};

/** Of the provider, exactly `paths` are public; its management API is internal. */
export function providerShows(paths: readonly string[]): ManifestRule {
  return ({ objects }) =>
    ingressesOf(objects).flatMap(({ name, ingressClassName, rules }) => {
      const shown = rules.flatMap(({ http }) => http.paths.map(({ path }) => path)).toSorted();
      const services = rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service.name));
      if (services.includes('identity-management')) {
        return shown.join() === '/management' && ingressClassName === 'internal'
          ? []
          : [`${name}: shows ${shown.join(', ')} to ${ingressClassName ?? 'all clients'}`];
      }
      const expected = name === 'identity-provider' ? paths.toSorted() : ['/'];
      return shown.join() === expected.join() ? [] : [`${name}: shows ${shown.join(', ')}`];
    });
}

type IngressView = z.output<typeof ingressSpec> & { readonly name: string };

function ingressesOf(objects: Manifests['objects']): readonly IngressView[] {
  return ofKind(objects, 'Ingress').map(({ metadata: { name }, spec }) => ({
    ...ingressSpec.parse(spec),
    name,
  }));
}
