import { type ProblemDescription } from '@governance/http';
import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import {
  ClientPageResponse,
  ClientResponse,
  EndClientOverlapRequest,
  PutClientKeyRequest,
  PutClientRequest,
  PutClientSecretRequest,
  RenameClientRequest,
} from './client.dto';
import { KeyAuthenticationRequest, SecretAuthenticationRequest } from './client-authentication.dto';
import { type Client } from './clients.store';
import {
  conflict,
  DescribeManagement,
  exampleMoment,
  notFound,
  refusedMembers,
  unknownMember,
} from './management.openapi';
import {
  id,
  label,
  machineScope,
  type MemberRule,
  networks,
  object,
  pageSize,
  permissions,
  publicKey,
  secret,
  timestamp,
  uuid,
} from './member-rules';

const tag = 'clients';
const example: Client = {
  clientId: '6c0a4f52-95f1-4f6c-8f0e-5d7d0a2c9b31',
  tag: '3f1c5a0e-7d2b-4c7e-9a51-2b8c6d4e0f19',
  revision: '0b7b6f0a-2f52-4b5e-9b9c-1d7a52b3f6c4',
  orgId: 'org_acme',
  name: 'Nightly export',
  permissions: ['m2m:credentials:read'],
  scope: ['api:full:read', 'api:full:write'],
  allowedNetworks: ['192.0.2.0/24', '2001:db8:17::/48'],
  method: 'secret',
  keyThumbprint: null,
  keyExpiresAt: null,
  secretExpiresAt: null,
  previousExpiresAt: null,
  createdAt: exampleMoment,
  rotatedAt: exampleMoment,
};
const { revision, orgId, name, scope } = example;
/** In the format of a secret, but with a wrong checksum. */
const exampleSecret = 'gmc_000000000000000000000000000000000000000000example';
const examplePublicKey = [
  '-----BEGIN PUBLIC KEY-----',
  'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
  '-----END PUBLIC KEY-----',
  '',
].join('\n');
const answer = {
  type: ClientResponse,
  example: new ClientResponse(example),
  description: 'The client, without its secret.',
};
const otherWay = conflict(
  'A client keeps its authentication method.',
  'the client uses the other authentication method',
);
const method: MemberRule = { ...object, must: 'must be one of secret, key' };

/** Two examples of refusals of a public key; the others are similar. */
function keyRefused(member: string): ProblemDescription {
  return {
    kind: 'invalid',
    when: 'The key is private, weak, or of a type that is not accepted.',
    texts: [
      `${member} must be a public key: a private key must not leave its owner`,
      `${member} must be one PEM block, whole and undamaged`,
    ],
  };
}

export const DescribeListClients = DescribeManagement({
  tag,
  operationId: 'listClients',
  summary: 'List the clients, page by page',
  answer: {
    type: ClientPageResponse,
    example: new ClientPageResponse({ clients: [example], next: example.tag }),
    description: 'A page of clients.',
  },
  problems: [...refusedMembers({ orgId: id, after: id, limit: pageSize }), unknownMember],
});

export const DescribeGetClient = DescribeManagement({
  tag,
  operationId: 'getClient',
  summary: 'Show a client',
  path: { clientId: uuid },
  answer,
  problems: [notFound],
});

export const DescribeGetClientByTag = DescribeManagement({
  tag,
  operationId: 'getClientByTag',
  summary: 'Show a client by its tag',
  path: { tag: id },
  answer,
  problems: [notFound],
});

export const DescribePutClient = applyDecorators(
  ApiExtraModels(SecretAuthenticationRequest, KeyAuthenticationRequest),
  DescribeManagement({
    tag,
    operationId: 'putClient',
    summary: 'Create or replace the client of a tag',
    description: 'A replaced client keeps its `clientId`.',
    path: { tag: id },
    body: {
      type: PutClientRequest,
      example: {
        revision,
        orgId,
        name,
        permissions: example.permissions,
        scope,
        allowedNetworks: example.allowedNetworks,
        authentication: { method: 'secret', secret: exampleSecret },
      },
      members: {
        revision: id,
        orgId: id,
        name: label,
        permissions,
        scope: machineScope,
        allowedNetworks: networks,
        authentication: object,
        'authentication: method': method,
        'authentication: secret': secret,
        'authentication: publicKey': publicKey,
        'authentication: expiresAt': timestamp,
      },
    },
    answer,
    problems: [keyRefused('authentication: publicKey'), notFound],
  }),
);

export const DescribeRenameClient = DescribeManagement({
  tag,
  operationId: 'renameClient',
  summary: 'Rename a client',
  path: { clientId: uuid },
  body: { type: RenameClientRequest, example: { revision, name }, members: { revision: id, name: label } },
  answer,
  problems: [notFound],
});

export const DescribePutClientSecret = DescribeManagement({
  tag,
  operationId: 'putClientSecret',
  summary: 'Replace the secret of a client',
  path: { clientId: uuid },
  body: {
    type: PutClientSecretRequest,
    example: { revision, secret: exampleSecret },
    members: { revision: id, secret, expiresAt: timestamp, overlapUntil: timestamp },
  },
  answer,
  problems: [notFound, otherWay],
});

export const DescribePutClientKey = DescribeManagement({
  tag,
  operationId: 'putClientKey',
  summary: 'Replace the key of a client',
  path: { clientId: uuid },
  body: {
    type: PutClientKeyRequest,
    example: { revision, publicKey: examplePublicKey, expiresAt: '2027-01-01T00:00:00Z' },
    members: { revision: id, publicKey, expiresAt: timestamp, overlapUntil: timestamp },
  },
  answer,
  problems: [keyRefused('publicKey'), notFound, otherWay],
});

export const DescribeEndClientOverlap = DescribeManagement({
  tag,
  operationId: 'endClientOverlap',
  summary: 'End the previous secret or key of a client',
  description: 'The current secret or key stays. Nothing else changes if there is no previous one.',
  path: { clientId: uuid },
  body: { type: EndClientOverlapRequest, example: { revision }, members: { revision: id } },
  answer,
  problems: [notFound],
});

export const DescribeDeleteClient = DescribeManagement({
  tag,
  operationId: 'deleteClient',
  summary: 'Delete a client',
  description: 'The client gets no further tokens.',
  path: { clientId: uuid },
});
