import {
  bodyNotAnObject,
  describeOperation,
  unknownMember,
  unreadableBody,
  variableHeader,
} from '@governance/http';
import { CreateClientRequest, UpdateClientRequest } from './client-details.dto';
import { ClientResponse } from './client.dto';
import { clientIdParameter, exampleClient } from './client.openapi';
import {
  assignmentRefused,
  detailsRefused,
  referenceTaken,
  tooManyClients,
  unknownClient,
} from './client-problems';

const shown = new ClientResponse(exampleClient);

export const DescribeCreateClient = describeOperation({
  tag: 'clients',
  operationId: 'createClient',
  summary: 'Create a client',
  description: 'A company that the organization assesses.',
  body: {
    type: CreateClientRequest,
    examples: {
      name: { summary: 'A name alone', value: { name: shown.name } },
      whole: {
        summary: 'With a contact, a reference and tags',
        value: {
          name: shown.name,
          contact_name: shown.contact_name,
          contact_email: shown.contact_email,
          reference: shown.reference,
          domain: shown.domain,
          tags: shown.tags,
        },
      },
    },
  },
  created: {
    description: 'The client.',
    type: ClientResponse,
    headers: {
      Location: variableHeader(
        `https://api.example.org/org/clients/${exampleClient.id}`,
        'The path of the client.',
        '^https?://.+/org/clients/[0-9a-f-]{36}$',
      ),
    },
    examples: { created: { summary: 'Created', value: shown } },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    ...detailsRefused,
    unknownMember('phone'),
    assignmentRefused,
    tooManyClients,
    referenceTaken,
  ],
});

export const DescribeUpdateClient = describeOperation({
  tag: 'clients',
  operationId: 'updateClient',
  summary: 'Change a client',
  description: 'Absent members stay as they are.',
  parameter: clientIdParameter,
  body: {
    type: UpdateClientRequest,
    examples: {
      archived: { summary: 'Archived', value: { archived: true } },
      contact: { summary: 'Without its contact', value: { contact_name: null, contact_email: null } },
      assigned: { summary: 'Assigned to two members', value: { member_ids: exampleClient.memberIds } },
    },
  },
  ok: {
    description: 'The client after the change.',
    type: ClientResponse,
    examples: { changed: { summary: 'Changed', value: shown } },
  },
  problems: [
    ...unreadableBody,
    bodyNotAnObject,
    ...detailsRefused,
    unknownMember('phone'),
    assignmentRefused,
    unknownClient,
    referenceTaken,
  ],
});

export const DescribeDeleteClient = describeOperation({
  tag: 'clients',
  operationId: 'deleteClient',
  summary: 'Delete a client',
  description:
    'Permanent: its name, its contact and the words that find it are deleted, and its results are detached. To keep a former client, archive it. A second deletion returns 404.',
  parameter: clientIdParameter,
  noContent: { description: 'The client is deleted.' },
  problems: [...unreadableBody, unknownClient],
});
