import { type ProblemDescription } from '@governance/http';
import { type ServiceIdentityEntry } from '@governance/iam';
import { ApiParam } from '@nestjs/swagger';
import { exampleCredential } from '../m2m-credentials/credential.openapi';

/** The service identity in every example. */
export const exampleIdentity: ServiceIdentityEntry = {
  id: exampleCredential.serviceIdentityId,
  name: 'Exports',
  permissions: exampleCredential.permissions,
  createdAt: exampleCredential.createdAt,
  endsWithLastCredential: false,
  credentials: [{ id: exampleCredential.id, name: exampleCredential.name }],
};

export function ApiServiceIdentityId(): MethodDecorator {
  return ApiParam({
    name: 'id',
    description: 'The `id` of the service identity.',
    schema: { type: 'string', format: 'uuid', examples: [exampleIdentity.id] },
  });
}

export const identityNotFound: ProblemDescription = {
  kind: 'not_found',
  when: 'The caller’s organization has no service identity with this id.',
  texts: ['there is no service identity with this id'],
};
