import { newConnection } from '../../support/connections';

const connections = '/iam/connections';
const changesConnection = {
  group: 'iam.connections',
  access: 'org:connections:write',
  peopleOnly: true,
} as const;

/** Of `rows.ts`. */
export const ofConnections = [
  {
    route: `GET ${connections}`,
    group: 'iam.connections',
    access: 'authenticated',
    request: () => ({ path: connections }),
    success: 200,
  },
  {
    ...changesConnection,
    route: `POST ${connections}`,
    operation: 'connections:create',
    request: () => ({ path: connections, body: newConnection }),
    success: 201,
  },
  {
    ...changesConnection,
    route: `PATCH ${connections}/{connectionId}`,
    target: 'connection',
    operation: 'connections:update',
    request: (id: string) => ({ path: `${connections}/${id}`, body: { name: 'After' } }),
    success: 200,
  },
  {
    ...changesConnection,
    route: `DELETE ${connections}/{connectionId}`,
    target: 'connection',
    operation: 'connections:remove',
    request: (id: string) => ({ path: `${connections}/${id}` }),
    success: 204,
  },
  {
    ...changesConnection,
    route: `POST ${connections}/{connectionId}/test`,
    target: 'connection',
    operation: 'connections:test',
    request: (id: string) => ({ path: `${connections}/${id}/test` }),
    success: 200,
  },
] as const;

const domains = '/iam/domains';

/** Of `rows.ts`. */
export const ofDomains = [
  {
    route: `GET ${domains}`,
    group: 'iam.connections',
    access: 'org:connections:write',
    request: () => ({ path: domains }),
    success: 200,
  },
  {
    ...changesConnection,
    route: `POST ${domains}`,
    operation: 'domains:create',
    request: () => ({ path: domains, body: { name: 'acme.example' } }),
    success: 201,
  },
  {
    ...changesConnection,
    route: `POST ${domains}/{domainName}/check`,
    target: 'domain',
    operation: 'domains:check',
    request: (id: string) => ({ path: `${domains}/${id}/check` }),
    success: 200,
  },
  {
    ...changesConnection,
    route: `DELETE ${domains}/{domainName}`,
    target: 'domain',
    operation: 'domains:remove',
    request: (id: string) => ({ path: `${domains}/${id}` }),
    success: 204,
  },
] as const;
