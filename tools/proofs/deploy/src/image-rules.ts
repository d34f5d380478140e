import { validate } from 'dockerfile-utils';
import { ancestryOf, lastOf, type Stage, stagesOf, type Step } from './dockerfile-stages';
import { browserImage, type Image, images } from './images';
import { portsOf, probePaths } from './program-catalogue';

export interface ImageSources {
  readonly dockerfile: string;
  readonly dockerignore: string;
  /** The tested Node version. */
  readonly nodeVersion: string;
  /** Whether the workspace has this file or folder. */
  readonly exists: (path: string) => boolean;
}

const browserPackage = /\bchrom(?:e|ium)[\w-]*/;
const secretName = /PASSWORD|TOKEN|SECRET|_URL$|CREDENTIAL/i;

/** All problems of the images, one sentence each. */
export function imageProblems(sources: ImageSources): readonly string[] {
  const stages = stagesOf(sources.dockerfile);
  return [
    ...validate(sources.dockerfile).map(
      ({ message }) => `the linter reports: ${typeof message === 'string' ? message : message.value}`,
    ),
    ...stages.flatMap((stage, index) => stageProblems(stage, stages.slice(0, index), sources)),
    ...images.flatMap((image) => targetProblems(image, stages)),
  ];
}

function stageProblems(stage: Stage, before: readonly Stage[], sources: ImageSources): string[] {
  const known = before.map(({ name }) => name);
  const base = `node:${sources.nodeVersion}-bookworm-slim`;
  const problems = known.includes(stage.from) || stage.from === base ? [] : [`is based on ${stage.from}`];
  for (const step of stage.steps) {
    if (step.keyword === 'COPY') problems.push(...copyProblems(step, known, sources));
    if (step.keyword === 'ENV' || step.keyword === 'ARG') problems.push(...secretProblems(step));
  }
  return problems.map((problem) => `${stage.name}: ${problem}`);
}

function copyProblems({ copiesFrom, text }: Step, known: readonly string[], sources: ImageSources): string[] {
  if (copiesFrom !== undefined) return known.includes(copiesFrom) ? [] : [`copies from ${copiesFrom}`];
  const admitted = sources.dockerignore.split('\n');
  return text
    .split(' ')
    .slice(0, -1)
    .flatMap((path) => [
      ...(sources.exists(path) ? [] : [`copies ${path}, which does not exist`]),
      ...(admitted.includes(`!${path}`) ? [] : [`copies ${path}, which .dockerignore excludes`]),
    ]);
}

/** A value set in a layer is readable by everyone with the image. */
function secretProblems({ text }: Step): string[] {
  return [...text.matchAll(/(\w+)=/g)]
    .map(([, name = '']) => name)
    .filter((name) => secretName.test(name))
    .map((name) => `has ${name} in a layer`);
}

function targetProblems(image: Image, stages: readonly Stage[]): string[] {
  const ancestry = ancestryOf(stages, image.target);
  if (ancestry.length === 0) return [`${image.target}: is missing as a target`];
  return [
    ...userProblems(lastOf(ancestry, 'USER')),
    ...commandProblems(image, ancestry),
    ...healthProblems(image, lastOf(ancestry, 'HEALTHCHECK')),
    ...portProblems(image, lastOf(ancestry, 'EXPOSE')),
    ...browserProblems(image, ancestry),
  ].map((problem) => `${image.target}: ${problem}`);
}

/** Numeric: Kubernetes' `runAsNonRoot` cannot check a name. */
function userProblems(user: Step | undefined): string[] {
  return /^[1-9]\d*:[1-9]\d*$/.test(user?.text ?? '')
    ? []
    : ['runs as root, or as a user without a numeric id'];
}

function commandProblems({ target, program }: Image, ancestry: readonly Stage[]): string[] {
  const command = lastOf(ancestry, 'CMD')?.exec ?? [];
  const entrypoint = lastOf(ancestry, 'ENTRYPOINT')?.exec;
  // The browser's orphans need a first process that reaps them; a shell would not forward signals.
  const first = target === browserImage ? ['/usr/bin/tini', '--'] : [];
  const wanted = program.command;
  return [
    ...(sameList(command, wanted) ? [] : [`does not run ${wanted.join(' ')}`]),
    ...(entrypoint && sameList(entrypoint, first) ? [] : [`does not start with [${first.join(' ')}]`]),
  ];
}

function healthProblems({ program }: Image, check: Step | undefined): string[] {
  const [node, script, port, path = probePaths.live] = check?.exec ?? [];
  const asks = node === 'node' && script === '/healthcheck.mjs' && path === probePaths.live;
  if (!asks) return ['has no health check'];
  return port === String(portsOf(program).management) ? [] : [`has a health check on port ${port ?? ''}`];
}

function portProblems({ program }: Image, expose: Step | undefined): string[] {
  const { surface, management } = portsOf(program);
  const ports = [surface, management].filter((port) => port !== undefined).join(' ');
  return expose?.text === ports ? [] : [`exposes ${expose?.text ?? 'nothing'}, instead of ${ports}`];
}

function browserProblems({ target }: Image, ancestry: readonly Stage[]): string[] {
  const steps = ancestry.flatMap((stage) => stage.steps);
  const installed = steps.some(({ keyword, text }) => keyword === 'RUN' && browserPackage.test(text));
  const named = steps.some(({ keyword, text }) => keyword === 'ENV' && text.includes('BROWSER_EXECUTABLE='));
  const wanted = target === browserImage;
  return installed === wanted && named === wanted ? [] : [wanted ? 'has no browser' : 'has a browser'];
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
