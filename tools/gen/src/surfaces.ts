import { readSettings, type Settings, type SettingsSchema } from '@governance/config';
import { publicSurface, type Surface } from '@governance/http';
import { type DynamicModule } from '@nestjs/common';
import { AppModule as IdentityModule } from '../../../apps/identity-provider/src/app.module';
import * as identityConfig from '../../../apps/identity-provider/src/config';
import { identitySurface } from '../../../apps/identity-provider/src/identity-surface';
import { AppModule as PlatformModule } from '../../../apps/platform-api/src/app.module';
import * as platformConfig from '../../../apps/platform-api/src/config';
import { servedSurface as servedPlatform } from '../../../apps/platform-api/src/served-surface';
import { AppModule as PublicModule } from '../../../apps/public-api/src/app.module';
import * as publicConfig from '../../../apps/public-api/src/config';
import * as witnessConfig from '../../../apps/witness/src/config';
import { exampleOf } from './env-example';

/** An app as the generators see it. */
export interface SurfaceSources {
  readonly surface: Surface;
  readonly folder: string;
  readonly module: DynamicModule;
  /** The settings of its programs, by the program's name. */
  readonly programs: Readonly<Record<string, SettingsSchema>>;
}

/** A dummy: no program accepts the example token. */
const managementToken = '4f0c1a9be27d5836f10b4ce9a7d28350';

const platformSettings = exampleSettings(platformConfig.apiSchema);

/** The apps whose API has a document. */
export const surfaces: readonly SurfaceSources[] = [
  {
    surface: publicSurface,
    folder: 'apps/public-api',
    module: PublicModule.forRoot(exampleSettings(publicConfig.apiSchema)),
    programs: {
      main: publicConfig.apiSchema,
      worker: publicConfig.workerSchema,
      browser: publicConfig.browserSchema,
    },
  },
  {
    surface: servedPlatform(platformSettings),
    folder: 'apps/platform-api',
    module: PlatformModule.forRoot(platformSettings),
    programs: {
      main: platformConfig.apiSchema,
      worker: platformConfig.workerSchema,
      reconcile: platformConfig.reconcileSchema,
      'issuer-doctor': platformConfig.doctorSchema,
    },
  },
];

/** Its API is private. */
export const identity: SurfaceSources = {
  surface: identitySurface,
  folder: 'apps/identity-provider',
  module: IdentityModule.forRoot(exampleSettings(identityConfig.serverSchema)),
  programs: { main: identityConfig.serverSchema, ...identityConfig.commandSchemas },
};

/** It has no document: its API is C2SP tlog-witness. */
export const witness: Pick<SurfaceSources, 'folder' | 'programs'> = {
  folder: 'apps/witness',
  programs: { main: witnessConfig.serverSchema, init: witnessConfig.identitySchema },
};

/** Development settings, in which all endpoints are live, so that the output does not depend on the environment. */
function exampleSettings<Schema extends SettingsSchema>(schema: Schema): Settings<Schema> {
  const examples = Object.entries(schema).map(([name, field]) => [name, exampleOf(field)] as const);
  return readSettings(schema, {
    ...Object.fromEntries(examples),
    ENVIRONMENT: 'development',
    IDENTITY_MANAGEMENT_TOKEN: managementToken,
    MANAGEMENT_TOKEN: managementToken,
  });
}
