import { type ComposeFile, type ComposeService } from './compose-file';
import { browserImage } from './images';

export type NamedService = readonly [name: string, service: ComposeService];

/** It rebuilds itself at each start, in its own folder; this mode is not for production. */
const writesItsOwnFiles = 'keycloak';

/** Services that the process with the browser may reach. */
const neighboursOfBrowser = ['postgres', 'mailbox'];

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
