import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { disruptionsAreBounded, endingsAreOrderly, everythingScales } from './availability-rules';
import {
  browserHasNoSecret,
  containersAreLockedDown,
  keyFilesCanBeRead,
  onlyTheBrowserWrites,
} from './confinement-rules';
import {
  addressesAreServed,
  ingressesLeadToServices,
  providerShows,
  servicesShowTheSurface,
} from './exposure-rules';
import { networkIsClosed } from './network-rules';
import { imagesAreMade, portsAreThose, probesAreAnswered, programsExist } from './program-rules';
import {
  consoleIsShown,
  databaseRolesAreOfOne,
  issuerKeysAreOfOne,
  proxiesAreCounted,
  productionIsNamed,
  releaseIsNamed,
  secretsAreReferences,
  settingsAreAccepted,
} from './setting-rules';
import { type ManifestRule } from './manifest-rule';
import { signersRemember } from './memory-rules';
import { workspace } from './manifests';
import { providerPaths } from './provider-paths';
import { schemaProblems } from './schema-problems';

const documentation = readFileSync(join(workspace, 'docs/deployment.md'), 'utf8');

/** What the manifests guarantee, by the sentence that says it. */
export const manifestRules: Readonly<Record<string, ManifestRule>> = {
  'match the Kubernetes schemas': ({ objects }) => objects.flatMap(schemaProblems),
  'use images that docker/Dockerfile builds': imagesAreMade,
  'run existing programs': programsExist,
  'name the ports of the programs': portsAreThose,
  'have probes that the programs answer': probesAreAnswered,
  'give each program its required settings, and no unknown ones': settingsAreAccepted,
  'run in production': productionIsNamed,
  'name the groups of endpoints that are live': releaseIsNamed,
  'show the console': consoleIsShown,
  'leave the number of proxies to the operator': proxiesAreCounted,
  'refer to secrets that are documented, and hold none': secretsAreReferences(documentation),
  'give each program its own database role': databaseRolesAreOfOne,
  'give the keys that sign certificates only to the public worker': issuerKeysAreOfOne,
  'lock every container down': containersAreLockedDown,
  'mount key files so that the programs accept them': keyFilesCanBeRead,
  'let only the browser write files that do not last': onlyTheBrowserWrites,
  'let the signer of audit trees remember on a volume that its replicas share, and no other program':
    signersRemember,
  'give the browser no secret, file or setting': browserHasNoSecret,
  'let every program shut down in order': endingsAreOrderly,
  'lose one replica at a time': disruptionsAreBounded,
  'scale every program by its load': everythingScales,
  'allow only the listed connections': networkIsClosed,
  'expose surfaces, and never a management port': servicesShowTheSurface,
  'lead from ingresses to services, with TLS': ingressesLeadToServices,
  'serve the addresses that the programs are configured with': addressesAreServed,
  'keep the management API of the identity provider internal': providerShows(providerPaths()),
};
