import { type ComposeFile, type ComposeService } from './compose-file';
import { type CataloguedProgram } from './program-catalogue';

const setting = 'AUDIT_MEMORY_FOLDER';

/** The signer of audit trees remembers on a volume that no other service has, that of the database least of all. */
export function memoryProblems(
  program: CataloguedProgram,
  { environment = {}, volumes = [] }: ComposeService,
  { services }: ComposeFile,
): string[] {
  if (!program.settings.has(setting)) return [];
  const folder = environment[setting];
  const [volume] = volumes.flatMap((mount) => {
    const [source = '', path, mode] = mount.split(':');
    return path === folder && mode === undefined && !source.startsWith('.') ? [source] : [];
  });
  if (folder === undefined || volume === undefined)
    return [`${setting} is not on a volume mounted for writing`];
  const users = Object.values(services).filter((service) =>
    service.volumes?.some((mount) => mount.startsWith(`${volume}:`)),
  );
  return users.length === 1 ? [] : [`${setting} is on the volume ${volume}, which other services have too`];
}
