import { contract } from '@governance/identity-provider-client';
import * as z from 'zod';
import { peopleScopes } from '../oauth/people-scopes';
import { isRedirectUri } from '../oauth/redirect-uri';

const redirectUris = contract.listOf(
  (must) =>
    contract.textThat(must, (value) => value.length <= 500 && isRedirectUri(value), {
      format: 'uri',
      maxLength: 500,
    }),
  { must: 'must have 1 to 20 https URLs in plain form, or http ones of this machine', least: 1, most: 20 },
);

const scope = contract.listOf((must) => z.enum(peopleScopes, must), {
  must: `must have at least one of ${peopleScopes.join(', ')}, and nothing else`,
  least: 1,
  most: 100,
});

/** The whole application. */
export const putApplicationRequest = z.strictObject({
  /** Shown on the consent page. */
  name: contract.label,
  /** Compared as text. */
  redirectUris,
  scope: contract.withDefault(scope, peopleScopes),
});

/** A third-party application that users sign in to. */
export const applicationResponse = z.object({
  id: z.string(),
  name: z.string(),
  redirectUris: z.array(z.string()).readonly(),
  scope: z.array(z.string()).readonly(),
  createdAt: contract.moment,
});

/** Sorted by id. */
export const applicationListResponse = z.object({ applications: z.array(applicationResponse).readonly() });
