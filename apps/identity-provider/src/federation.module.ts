import { type DynamicModule, Module } from '@nestjs/common';
import { type ServerSettings } from './config';
import { Upstreams } from './connections/upstreams';
import { storeProviders } from './database/store.providers';
import { ConnectionsStore } from './organizations/connections.store';

/** The connections of organizations to their own OpenID providers. */
@Module({})
export class FederationModule {
  static forRoot({
    ISSUER: issuer,
    ENVIRONMENT,
  }: Pick<ServerSettings, 'ISSUER' | 'ENVIRONMENT'>): DynamicModule {
    const upstreams = new Upstreams(issuer, ENVIRONMENT === 'development');
    return {
      module: FederationModule,
      providers: [...storeProviders(ConnectionsStore), { provide: Upstreams, useValue: upstreams }],
      exports: [ConnectionsStore, Upstreams],
    };
  }
}
