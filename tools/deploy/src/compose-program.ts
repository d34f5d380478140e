import { type ComposeService } from './compose-file';
import { images } from './images';
import { type CataloguedProgram, programCatalogue } from './program-catalogue';

/** The program that our service runs: its image's, or the one named by its command. */
export function programOf({ image, command }: ComposeService): CataloguedProgram | undefined {
  const own = images.find(({ target }) => image === `governance/${target}`)?.program;
  if (own === undefined || command === undefined) return own;
  const [node, script = ''] = command;
  return programCatalogue.find(
    ({ deployable, name }) => node === 'node' && deployable === own.deployable && script === `${name}.js`,
  );
}
