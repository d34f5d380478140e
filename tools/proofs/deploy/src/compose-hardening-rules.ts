import { type ComposeFile, type ComposeService } from './compose-file';
import { browserImage } from './images';

export type NamedService = readonly [name: string, service: ComposeService];

/** It rebuilds itself at each start, in its own folder; this mode is not for production. */
const writesItsOwnFiles = 'keycloak';

/** The service that the browser shares a network with. */
const neighboursOfBrowser = ['public-worker'];

/** Restrictions of a service towards the machine and other services. */
export function hardeningProblems([name, service]: NamedService): string[] {
  const wanted: Readonly<Record<string, boolean>> = {
    'may write to its root file system': service.read_only === true || name === writesItsOwnFiles,
    'has capabilities': service.cap_drop?.join() === 'ALL' && service.cap_add === undefined,
    'may gain privileges': service.security_opt?.join() === 'no-new-privileges:true',
    'is privileged': service.privileged !== true,
  };
  return Object.entries(wanted).flatMap(([problem, holds]) => (holds ? [] : [problem]));
}

/** The browser has nothing that an attacker who controls it could read, and cannot take all memory of the machine. */
export function browserProblems([, service]: NamedService): string[] {
  if (service.image !== `governance/${browserImage}`) return [];
  return [
    ...(service.volumes === undefined ? [] : ['mounts files']),
    ...(service.ports === undefined ? [] : ['is published']),
    ...(service.mem_limit === undefined ? ['may take all memory'] : []),
    ...Object.keys(service.environment ?? {})
      .filter((name) => name !== 'LOG_LEVEL')
      .map((name) => `is given ${name}`),
  ];
}

export function networkProblems([, { image, networks = [] }]: NamedService, compose: ComposeFile): string[] {
  const { networks: known, services } = compose;
  const missing = networks
    .filter((name) => !(name in known))
    .map((name) => `uses the unknown network ${name}`);
  if (image !== `governance/${browserImage}`) return missing;
  const leadOut = networks.filter((name) => known[name]?.internal !== true);
  const neighbours = Object.entries(services)
    .filter(([, other]) => other.image !== image && other.networks?.some((name) => networks.includes(name)))
    .map(([name]) => name)
    .filter((name) => !neighboursOfBrowser.includes(name));
  return [
    ...missing,
    ...leadOut.map((name) => `reaches the internet through ${name}`),
    ...neighbours.map((name) => `reaches ${name}`),
  ];
}
