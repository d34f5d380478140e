import { type ComposeService } from './compose-file';
import { images } from './images';
import { type CataloguedProgram, programCatalogue } from './program-catalogue';

/** The program that our service runs: its image's, or the one named by its command. */
export function programOf({ image, command }: ComposeService): CataloguedProgram | undefined {
  const runs = images.find(({ target }) => image === `governance/${target}`)?.program;
  if (runs === undefined || command === undefined) return runs;
  return programCatalogue.find(
    (program) =>
      program.deployable === runs.deployable &&
      program.command.every((word, index) => word === command[index]),
  );
}
