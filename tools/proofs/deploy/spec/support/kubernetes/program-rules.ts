import { portsOf, probePaths } from '../../../src/program-catalogue';
import { type ManifestRule, ofEach } from './manifest-rule';
import { type Workload } from './workload';

/** RFC 2606: a name that never resolves, so that the default image is never a stranger's. */
const registry = 'registry.invalid/governance/';
const pinned = /:v?\d+\.\d+\.\d+$|@sha256:[0-9a-f]{64}$/;

export const imagesAreMade: ManifestRule = ({ workloads }) =>
  ofEach(workloads, ({ container: { image }, target }) => [
    target === undefined && `docker/Dockerfile does not build ${image}`,
    !image.startsWith(registry) && `${image} may be an image of a stranger`,
    !pinned.test(image) && `${image} is not pinned`,
  ]);

export const programsExist: ManifestRule = ({ workloads }) =>
  ofEach(workloads, ({ container, program, object }) => [
    program === undefined && `unknown program ${container.args?.join(' ') ?? container.image}`,
    program !== undefined &&
      (program.kind === 'command') !== (object.kind === 'Job') &&
      `a ${object.kind} runs the ${program.kind} ${program.name}`,
  ]);

/** The one port that is off by default. */
const managementApi = 'MANAGEMENT_API_PORT';

const surfaceNames: Readonly<Record<string, string>> = { browser: 'devtools' };

/** The default ports of the program: manifests set none but that of the management API. */
export const portsAreThose: ManifestRule = ({ deployments }) =>
  ofEach(deployments, ({ container, program }) => {
    if (program === undefined) return [];
    const { surface, management } = portsOf(program);
    const managementApiPort = container.env.find(({ name }) => name === managementApi)?.value;
    const expected = {
      ...(surface !== undefined && { [surfaceNames[program.name] ?? 'http']: surface }),
      ...(managementApiPort !== undefined && { 'management-api': Number(managementApiPort) }),
      management,
    };
    const named = Object.fromEntries(container.ports.map(({ name, containerPort }) => [name, containerPort]));
    return [
      JSON.stringify(named) !== JSON.stringify(expected) &&
        `has ${JSON.stringify(named)} and listens on ${JSON.stringify(expected)}`,
      container.env.some(({ name }) => name.endsWith('PORT') && name !== managementApi) && 'sets a port',
      program.settings.has(managementApi) === (managementApiPort === undefined) &&
        'shows its management API on the public port',
    ];
  });

export const probesAreAnswered: ManifestRule = ({ deployments }) => ofEach(deployments, probeProblems);

function probeProblems({ container, program }: Workload): readonly (string | false)[] {
  const { startupProbe, livenessProbe, readinessProbe } = container;
  const probes = { startupProbe, livenessProbe, readinessProbe };
  const paths = {
    startupProbe: probePaths.live,
    livenessProbe: probePaths.live,
    readinessProbe: probePaths.ready,
  };
  const patienceSeconds = startsBrowser(program) ? 10 : 3;
  return [
    ...Object.entries(probes).map(([name, probe]) => {
      const { path, port } = probe?.httpGet ?? {};
      const expected = paths[name as keyof typeof paths];
      return (
        (path !== expected || port !== 'management') && `${name} asks ${String(port)} for ${String(path)}`
      );
    }),
    (startupProbe?.initialDelaySeconds ?? 0) < 3 && 'is probed before a normal start ends',
    (readinessProbe?.timeoutSeconds ?? 0) < patienceSeconds &&
      `readiness is not given ${patienceSeconds} seconds`,
  ];
}

/** The first probe of readiness does. */
function startsBrowser(program: Workload['program']): boolean {
  return program?.kind === 'worker' || program?.name === 'browser';
}
