import { portsOf, probePaths } from '../../../src/program-catalogue';
import { type ManifestRule, ofEach } from './manifest-rule';
import { type Workload } from './workload';

const pinned = /:v?\d+\.\d+\.\d+$|@sha256:[0-9a-f]{64}$/;

export const imagesAreMade: ManifestRule = ({ workloads }) =>
  ofEach(workloads, ({ container: { image }, target }) => [
    target === undefined && `docker/Dockerfile does not build ${image}`,
    !pinned.test(image) && `${image} is not pinned`,
  ]);

export const programsExist: ManifestRule = ({ workloads }) =>
  ofEach(workloads, ({ container, program, object }) => [
    program === undefined && `unknown program ${container.args?.join(' ') ?? container.image}`,
    program !== undefined &&
      (program.kind === 'command') !== (object.kind === 'Job') &&
      `a ${object.kind} runs the ${program.kind} ${program.name}`,
  ]);

/** The default ports of the program: manifests set none. */
export const portsAreThose: ManifestRule = ({ deployments }) =>
  ofEach(deployments, ({ container, program }) => {
    if (program === undefined) return [];
    const { surface, management } = portsOf(program);
    const expected = { ...(surface !== undefined && { http: surface }), management };
    const named = Object.fromEntries(container.ports.map(({ name, containerPort }) => [name, containerPort]));
    return [
      JSON.stringify(named) !== JSON.stringify(expected) &&
        `has ${JSON.stringify(named)} and listens on ${JSON.stringify(expected)}`,
      container.env.some(({ name }) => name.endsWith('PORT')) && 'sets a port',
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
  // Its first probe starts the browser.
  const patienceSeconds = program?.kind === 'worker' ? 10 : 3;
  return [
    ...Object.entries(probes).map(([name, probe]) => {
      const { path, port } = probe?.httpGet ?? {};
      const expected = paths[name as keyof typeof paths];
      return (
        (path !== expected || port !== 'management') && `${name} asks ${String(port)} for ${String(path)}`
      );
    }),
    (readinessProbe?.timeoutSeconds ?? 0) < patienceSeconds &&
      `readiness is not given ${patienceSeconds} seconds`,
  ];
}
