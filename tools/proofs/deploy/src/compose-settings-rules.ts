import { dirname } from 'node:path';
import { type ComposeFile, type ComposeService, interpolated, requiredVariables } from './compose-file';
import { programOf } from './compose-program';
import { type CataloguedProgram, portsOf } from './program-catalogue';

interface Settings {
  readonly program: CataloguedProgram;
  readonly service: ComposeService;
  readonly compose: ComposeFile;
  readonly variables: Readonly<Record<string, string>>;
}

/** Ports of third-party programs. */
const portsOfOthers: Readonly<Record<string, number>> = {
  postgres: 5432,
  mailbox: 1025,
  keycloak: 8080,
  // OTLP over HTTP.
  jaeger: 4318,
};

/** The environment of a service, after Compose's substitution. */
export function valuesOf(
  service: ComposeService | undefined,
  variables: Settings['variables'],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(service?.environment ?? {}).map(([name, text]) => [name, interpolated(text, variables)]),
  );
}

/** Problems of a program's settings. */
export function settingsProblems(settings: Settings): string[] {
  const { program, service, variables } = settings;
  const variablesSet = Object.entries(service.environment ?? {});
  const values = valuesOf(service, variables);
  return [
    ...program.problemsWith(values),
    ...variablesSet.flatMap(([name, text]) => secretProblems(settings, name, text)),
    ...Object.entries(values).flatMap(([name, value]) =>
      addressProblems(settings, value).map((problem) => `${name} ${problem}`),
    ),
  ];
}

function secretProblems({ program, service }: Settings, name: string, text: string): string[] {
  const secret = program.settings.get(name)?.secret;
  if (secret === 'value') return holdsSecret(text) ? [`${name} has its secret written in the file`] : [];
  return secret === 'file'
    ? keyProblems(program, service, dirname(text)).map((problem) => `${name} ${problem}`)
    : [];
}

/** Only commands can write keys; services mount them read-only. */
function keyProblems(
  { kind }: CataloguedProgram,
  { volumes = [] }: ComposeService,
  folder: string,
): string[] {
  const mode = kind === 'command' ? '' : ':ro';
  const mounted = volumes.some((volume) => volume.endsWith(`:${folder}${mode}`));
  return mounted ? [] : [`is not on a volume mounted ${kind === 'command' ? 'for writing' : 'ro'}`];
}

/** A URL without a password has no secret; other values come from a required variable. */
function holdsSecret(text: string): boolean {
  if (requiredVariables(text).size > 0) return false;
  return !URL.canParse(text) || new URL(text).password !== '';
}

/** An address of another service, which must exist, listen on that port and share a network with this one. */
function addressProblems({ service, compose }: Settings, value: string): string[] {
  if (!URL.canParse(value)) return [];
  const { hostname, port } = new URL(value);
  const other = compose.services[hostname];
  if (other === undefined) return isOutside(hostname) ? [] : [`names ${hostname}, which does not exist`];
  const program = programOf(other);
  const expected = program ? portsOf(program).surface : portsOfOthers[hostname];
  const shared = other.networks?.some((network) => service.networks?.includes(network)) === true;
  return [
    ...(port === String(expected) ? [] : [`names port ${port} of ${hostname}`]),
    ...(shared ? [] : [`names ${hostname}, which is in another network`]),
  ];
}

/** As browsers see it. */
function isOutside(hostname: string): boolean {
  return hostname === 'localhost' || hostname.includes('.') || hostname === '';
}
