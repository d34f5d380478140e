import { readSettings, type Settings, type SettingsSchema } from '@governance/config';
import { platformSurface, publicSurface, type Surface } from '@governance/http';
import { type DynamicModule } from '@nestjs/common';
import * as identityConfig from '../../../apps/identity-provider/src/config';
import { AppModule as PlatformModule } from '../../../apps/platform-api/src/app.module';
import * as platformConfig from '../../../apps/platform-api/src/config';
import { AppModule as PublicModule } from '../../../apps/public-api/src/app.module';
import * as publicConfig from '../../../apps/public-api/src/config';
import { exampleOf } from './env-example';

/** An app and the settings of its programs, by the program's name. */
export interface AppSettings {
  readonly folder: string;
  readonly programs: Readonly<Record<string, SettingsSchema>>;
}

/** An app that serves a documented surface. */
export interface SurfaceSources extends AppSettings {
  readonly surface: Surface;
  readonly module: DynamicModule;
}

/** Of no use to anything: the example of a token is one that no program takes. */
const managementToken = '4f0c1a9be27d5836f10b4ce9a7d28350';

export const surfaces: readonly SurfaceSources[] = [
  {
    surface: publicSurface,
    folder: 'apps/public-api',
    module: PublicModule.forRoot(exampleSettings(publicConfig.apiSchema)),
    programs: { main: publicConfig.apiSchema, worker: publicConfig.workerSchema },
  },
  {
    surface: platformSurface,
    folder: 'apps/platform-api',
    module: PlatformModule.forRoot(exampleSettings(platformConfig.apiSchema)),
    programs: {
      main: platformConfig.apiSchema,
      worker: platformConfig.workerSchema,
      reconcile: platformConfig.reconcileSchema,
    },
  },
];

/** Every app that has an `.env.example`. */
export const configuredApps: readonly AppSettings[] = [
  ...surfaces,
  {
    folder: 'apps/identity-provider',
    programs: { main: identityConfig.serverSchema, ...identityConfig.commandSchemas },
  },
];

/** Settings of a development, where everything is live, so that what is generated does not depend on where. */
function exampleSettings<Schema extends SettingsSchema>(schema: Schema): Settings<Schema> {
  const examples = Object.entries(schema).map(([name, field]) => [name, exampleOf(field)] as const);
  return readSettings(schema, {
    ...Object.fromEntries(examples),
    ENVIRONMENT: 'development',
    IDENTITY_MANAGEMENT_TOKEN: managementToken,
  });
}
