import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Deployable } from '../../../src/program-catalogue';
import { workspace } from './manifests';

/** The default command of an image. */
export interface ImageTarget {
  readonly deployable: Deployable;
  readonly command: readonly string[];
}

/** The targets of docker/Dockerfile that have a bundle and a command. */
export function readImageTargets(): ReadonlyMap<string, ImageTarget> {
  const stages = readFileSync(join(workspace, 'docker/Dockerfile'), 'utf8').split(/^FROM /m);
  return new Map(
    stages.flatMap((stage) => {
      const name = /^\S+ AS (\S+)/.exec(stage)?.[1];
      const deployable = /^COPY --from=(\S+)-bundle /m.exec(stage)?.[1];
      const command = /^CMD (\[.*\])/m.exec(stage)?.[1];
      if (name === undefined || deployable === undefined || command === undefined) return [];
      return [
        [name, { deployable: deployable as Deployable, command: JSON.parse(command) as string[] }] as const,
      ];
    }),
  );
}
