import { type ComposeFile, type ComposeService } from './compose-file';
import { browserImage } from './images';

export type NamedService = readonly [name: string, service: ComposeService];

/** It assembles itself anew at each start, in its own folder; it is not for production in this mode. */
const writesItsOwnFiles = 'keycloak';

/** What the process with the browser may reach. */
const neighboursOfBrowser = ['postgres', 'mailbox'];

/** What a service may do to the machine and to others. */
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
  const missing = networks.filter((name) => !(name in known)).map((name) => `is in no network ${name}`);
  if (image !== `governance/${browserImage}`) return missing;
  const leadOut = networks.filter((name) => known[name]?.internal !== true);
  const neighbours = Object.entries(services)
    .filter(([, other]) => other.image !== image && other.networks?.some((name) => networks.includes(name)))
    .map(([name]) => name)
    .filter((name) => !neighboursOfBrowser.includes(name));
  return [
    ...missing,
    ...leadOut.map((name) => `gets out by ${name}`),
    ...neighbours.map((name) => `reaches ${name}`),
  ];
}
