import { type ComposeService } from './compose-file';
import { images } from './images';
import { type CataloguedProgram, programCatalogue } from './program-catalogue';

/** The program that a service of ours runs: that of its image, or the one that its command names. */
export function programOf({ image, command }: ComposeService): CataloguedProgram | undefined {
  const own = images.find(({ target }) => image === `governance/${target}`)?.program;
  if (own === undefined || command === undefined) return own;
  const [node, script = ''] = command;
  return programCatalogue.find(
    ({ deployable, name }) => node === 'node' && deployable === own.deployable && script === `${name}.js`,
  );
}
