import { type ComposeFile, type ComposeService, interpolated } from './compose-file';
import {
  browserProblems,
  hardeningProblems,
  type NamedService,
  networkProblems,
} from './compose-hardening-rules';
import { programOf } from './compose-program';
import { settingsProblems, valuesOf } from './compose-settings-rules';
import { consoleProblems } from './console-rules';
import { memoryProblems } from './memory-rules';
import { type CataloguedProgram, portsOf, probePaths } from './program-catalogue';

export interface ComposeSources {
  readonly compose: ComposeFile;
  /** Variables of `docker/.env` and the environment. */
  readonly variables: Readonly<Record<string, string>>;
}

const ours = 'governance/';

/** All problems of the services, one sentence each. */
export function composeProblems(sources: ComposeSources): readonly string[] {
  const ofServices = Object.entries(sources.compose.services).flatMap((named) =>
    [
      ...hardeningProblems(named),
      ...networkProblems(named, sources.compose),
      ...browserProblems(named),
      ...dependencyProblems(named, sources.compose),
      ...(named[1].image?.startsWith(ours) ? ownProblems(named, sources) : foreignProblems(named)),
    ].map((problem) => `${named[0]}: ${problem}`),
  );
  return [...ofServices, ...problemsOfConsole(sources)];
}

function problemsOfConsole({ compose: { services }, variables }: ComposeSources): string[] {
  const platform = valuesOf(services['platform-api'], variables);
  const provider = valuesOf(services['identity-provider'], variables);
  const [issuer, reached] = [platform.OIDC_ISSUER, platform.CONSOLE_ISSUER_URL].map((url) =>
    URL.parse(url ?? ''),
  );
  // In a container `localhost`, which browsers use, is the container itself.
  const isReached = reached && reached.hostname in services && reached.pathname === issuer?.pathname;
  return [
    ...consoleProblems({ platform, provider }),
    ...(isReached ? [] : ['platform-api: does not reach the issuer of the console']),
  ];
}

function dependencyProblems([, service]: NamedService, { services }: ComposeFile): string[] {
  return Object.entries(service.depends_on ?? {}).flatMap(([name, { condition }]) => {
    const other = services[name];
    if (!other) return [`waits for ${name}, which does not exist`];
    const expected = other.restart === 'no' ? 'service_completed_successfully' : 'service_healthy';
    return condition === expected ? [] : [`waits for ${name} until ${condition}`];
  });
}

function foreignProblems([, { image = '', user = '1:1' }]: NamedService): string[] {
  return [
    ...(/:[^:/]*\d[^:/]*$/.test(image) ? [] : [`has an image without a version: ${image}`]),
    ...(/^[1-9]\d*:[1-9]\d*$/.test(user) ? [] : ['runs as root']),
  ];
}

function ownProblems([, service]: NamedService, { compose, variables }: ComposeSources): string[] {
  const { image = '', build = {} } = service;
  const built = ['..', 'docker/Dockerfile', image.replace(ours, '')];
  const asBuilt = [build.context, build.dockerfile, build.target].join() === built.join();
  const program = programOf(service);
  return [
    ...(asBuilt ? [] : [`${image} is not built from its target`]),
    ...(service.pull_policy === 'build' ? [] : [`${image} may be pulled from a registry`]),
    ...(program
      ? [
          ...settingsProblems({ program, service, compose, variables }),
          ...kindProblems(program, service, variables),
          ...memoryProblems(program, service, compose),
        ]
      : ['runs a program that is not in its image']),
  ];
}

function kindProblems(
  program: CataloguedProgram,
  service: ComposeService,
  variables: Readonly<Record<string, string>>,
): string[] {
  if (program.kind !== 'command')
    return [...portProblems(program, service, variables), ...healthProblems(program, service)];
  const once = service.restart === 'no' && service.healthcheck?.disable === true;
  return once ? [] : ['is a command, so it must run once, without a health check'];
}

/** Only the surface, and only to this machine. */
function portProblems(
  program: CataloguedProgram,
  { ports = [] }: ComposeService,
  variables: Readonly<Record<string, string>>,
): string[] {
  const surface = String(portsOf(program).surface);
  return ports
    .map((port) => interpolated(port, variables))
    .filter((port) => port !== `127.0.0.1:${surface}:${surface}`)
    .map((port) => `publishes ${port}`);
}

/** By default a service has its image's health check. */
function healthProblems(program: CataloguedProgram, { healthcheck }: ComposeService): string[] {
  if (healthcheck === undefined) return [];
  const command = (healthcheck.test ?? []).join(' ');
  const places = Object.values(probePaths).map(
    (path) => `CMD node /healthcheck.mjs ${portsOf(program).management} ${path}`,
  );
  return places.includes(command) ? [] : ['has a health check at an unknown path or port'];
}
