import { readSettings, SettingsError, type SettingsSchema, type Variables } from '@governance/config';
import * as platformConfig from '../../../../apps/platform-api/src/config';
import * as publicConfig from '../../../../apps/public-api/src/config';
import * as identityConfig from '../../../../apps/identity-provider/src/config';
import { type CataloguedSetting, settingsOf } from './catalogued-setting';

/** The units that `npm run release -- bundle` builds; each image has the programs of one. */
export type Deployable = 'public-api' | 'platform-api' | 'identity-provider';

/** A program of a bundle, as the operator sees it. */
export interface CataloguedProgram {
  readonly deployable: Deployable;
  readonly name: string;
  /** Runs it in the folder of the bundle. */
  readonly command: readonly string[];
  /** A service answers HTTP and a worker does not; both run until stopped. A command ends by itself. */
  readonly kind: 'service' | 'worker' | 'command';
  readonly settings: ReadonlyMap<string, CataloguedSetting>;
  /** All problems that the program itself would find in these variables, and unknown settings. */
  problemsWith(variables: Variables): readonly string[];
}

/** Default ports of a service or a worker. */
export interface ProgramPorts {
  /** Of a service. */
  readonly surface: number | undefined;
  readonly management: number;
}

/** On the management port. */
export const probePaths = { live: '/health/live', ready: '/health/ready', metrics: '/metrics' } as const;

interface Source {
  readonly schema: SettingsSchema;
  readonly read: (variables: Variables) => unknown;
}

/** Commands check each setting by itself. */
const commandOf = (schema: SettingsSchema): Source => ({
  schema,
  read: (variables) => readSettings(schema, variables),
});
const commandsOf = (schemas: Readonly<Record<string, SettingsSchema>>): Readonly<Record<string, Source>> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, commandOf(schema)]));

const reconciling = { schema: platformConfig.reconcileSchema, read: platformConfig.readReconcileSettings };

const sources: Readonly<Record<Deployable, Readonly<Record<string, Source>>>> = {
  'public-api': {
    main: { schema: publicConfig.apiSchema, read: publicConfig.readApiSettings },
    worker: { schema: publicConfig.workerSchema, read: publicConfig.readWorkerSettings },
    browser: { schema: publicConfig.browserSchema, read: publicConfig.readBrowserSettings },
    ...commandsOf(publicConfig.commandSchemas),
  },
  'platform-api': {
    main: { schema: platformConfig.apiSchema, read: platformConfig.readApiSettings },
    worker: { schema: platformConfig.workerSchema, read: platformConfig.readWorkerSettings },
    reconcile: reconciling,
    org: reconciling,
    'issuer-doctor': { schema: platformConfig.doctorSchema, read: platformConfig.readDoctorSettings },
    keys: commandOf(platformConfig.keysSchema),
    // Both surfaces use the schema.
    migrate: commandOf(publicConfig.commandSchemas.migrate),
  },
  'identity-provider': {
    main: { schema: identityConfig.serverSchema, read: identityConfig.readServerSettings },
    ...commandsOf(identityConfig.commandSchemas),
  },
};

export const deployables = Object.keys(sources) as readonly Deployable[];

/** Every program that a deployment can run, read from the code. */
export const programCatalogue: readonly CataloguedProgram[] = Object.entries(sources).flatMap(
  ([deployable, programs]) =>
    Object.entries(programs).map(([name, source]) => catalogued(deployable as Deployable, name, source)),
);

/** @throws for an unknown program. */
export function programNamed(deployable: Deployable, name: string): CataloguedProgram {
  const found = programCatalogue.find(
    (program) => program.deployable === deployable && program.name === name,
  );
  if (!found) throw new Error(`${deployable} has no program ${name}`);
  return found;
}

/** @throws for a command, which has none. */
export function portsOf({ deployable, name, settings }: CataloguedProgram): ProgramPorts {
  const [surface, management] = ['PORT', 'MANAGEMENT_PORT'].map((port) => settings.get(port)?.fallback);
  if (management === undefined) throw new Error(`${deployable} ${name} has no management port`);
  return { surface: surface === undefined ? undefined : Number(surface), management: Number(management) };
}

function catalogued(deployable: Deployable, name: string, { schema, read }: Source): CataloguedProgram {
  const settings = settingsOf(schema);
  const kind = kindOf(settings);
  const isOperated = kind === 'command' && name !== 'migrate';
  return {
    deployable,
    name,
    command: isOperated ? ['node', 'operate.js', name] : ['node', `${name}.js`],
    kind,
    settings,
    problemsWith: (variables) => [
      ...Object.keys(variables)
        .filter((variable) => !settings.has(variable))
        .map((variable) => `${variable} is not a setting of ${deployable} ${name}`),
      ...problemsOf(() => read(variables)),
    ],
  };
}

function kindOf(settings: ReadonlyMap<string, CataloguedSetting>): CataloguedProgram['kind'] {
  if (settings.has('PORT')) return 'service';
  return settings.has('MANAGEMENT_PORT') ? 'worker' : 'command';
}

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.problems;
  }
}
